import * as z from 'zod/mini'
import { type CrawlResultResponse, crawlEndpoints } from '#shared/api/crawls.ts'
import { websiteEndpoints } from '#shared/api/websites.ts'
import { chosenOptionsSchema } from '#shared/crawl-options.ts'
import { AppError } from '#shared/errors.ts'
import { dataReply, listReply, type Reply } from '../reply.ts'
import { READ_ONLY, type Tool, type ToolCall, tool } from '../tool.ts'
import { crawlId, offset, ROWS_AT_ONCE, url, waitSeconds, websiteId } from './inputs.ts'

const POLL_MS = 1_000
const WAIT_SECONDS = 45

const audit = tool({
  name: 'audit',
  title: 'Audit a website',
  description:
    'Crawls a website and checks every page, then returns status, totals and health score. A crawl that is still running when the wait is over ' +
    'goes on: call status. With websiteId in place of url, the website is crawled again with all options and own rules of its newest crawl, but for those ' +
    'that are named. compare compares with the crawl before. Cancelling stops the crawl; what it has read is kept.',
  input: z.strictObject({
    url: z.exactOptional(url.check(z.describe('Where the crawl begins, such as http://127.0.0.1:8080/.'))),
    websiteId: z.exactOptional(websiteId.check(z.describe('Website to crawl again; list_websites shows them.'))),
    pageLimit: z.exactOptional(z.int().check(z.minimum(1), z.describe('Pages to crawl at most (100).'))),
    include: z.exactOptional(
      z
        .array(z.string())
        .check(z.maxLength(50), z.describe('Crawl only URLs that match one of these, such as /blog/*.')),
    ),
    exclude: z.exactOptional(
      z.array(z.string()).check(z.maxLength(50), z.describe('Request no URL that matches one of these.')),
    ),
    rendersJavaScript: z.exactOptional(
      z.boolean().check(z.describe('Read pages in a browser, after their scripts have run.')),
    ),
    waitSeconds: waitSeconds(WAIT_SECONDS),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  async run({ url, websiteId, pageLimit, waitSeconds, ...options }, call) {
    if ((url === undefined) === (websiteId === undefined))
      throw new AppError('bad-request', 'Name the url to crawl, or the websiteId of a website to crawl again.')
    const before = websiteId === undefined ? { url } : await newestCrawl(call, websiteId)
    const body = { ...before, ...options, ...(pageLimit !== undefined && { crawlLimit: pageLimit }) }
    const { body: started } = await call.api.call(crawlEndpoints.startCrawl, { body })
    const result = await crawlToEnd(call, { ...started, waitSeconds })
    return statusReply(result, call)
  },
})

/** The request that repeats the newest crawl of a website. @throws AppError for one that cannot be repeated. */
async function newestCrawl({ api }: ToolCall, websiteId: number): Promise<object> {
  const { body } = await api.call(crawlEndpoints.crawlResult, { id: websiteId })
  const { url, crawlLimit, options } = body
  if (options.isListOnly)
    throw new AppError('bad-request', 'The newest crawl was one of a list of URLs, which is not kept: name the url.')
  return { ...chosenOptionsSchema.parse(options), url, websiteId, crawlLimit }
}

/** Polls until the crawl has ended or the time is over. A cancelled call stops the crawl that it started. */
async function crawlToEnd(
  { api, signal, pause, progress }: ToolCall,
  {
    websiteId,
    crawlId,
    isStarted,
    waitSeconds,
  }: { websiteId: number; crawlId: number; isStarted: boolean; waitSeconds: number },
): Promise<CrawlResultResponse> {
  const request = { id: websiteId, query: { crawl: crawlId } }
  for (let polls = 0; ; polls++) {
    const { body: result } = await api.call(crawlEndpoints.crawlResult, request)
    if (signal.aborted && isStarted) await api.call(crawlEndpoints.stopCrawl, { id: websiteId })
    if (result.status === 'complete' || signal.aborted || polls * POLL_MS >= waitSeconds * 1_000) return result
    const { pagesCrawled, crawlLimit } = result
    await progress(pagesCrawled, crawlLimit, `${pagesCrawled} of at most ${crawlLimit} pages`)
    await pause(POLL_MS)
  }
}

const status = tool({
  name: 'status',
  title: 'Status of a crawl',
  description: 'How far a crawl is, and when it has ended its totals, health score and the ids of earlier crawls.',
  input: z.strictObject({ websiteId, crawlId }),
  annotations: READ_ONLY,
  async run({ websiteId: id, crawlId }, call) {
    const { body } = await call.api.call(crawlEndpoints.crawlResult, { id, query: { crawl: crawlId } })
    return statusReply(body, call)
  },
})

const listWebsites = tool({
  name: 'list_websites',
  title: 'List websites',
  description: 'The websites that were crawled, with their ids, the one crawled last first.',
  input: z.strictObject({ offset }),
  annotations: READ_ONLY,
  async run({ offset }, { api, nonce }) {
    const { body } = await api.call(websiteEndpoints.listWebsites)
    const rows = body.slice(offset, offset + ROWS_AT_ONCE).map(website => ({
      websiteId: website.id,
      url: website.url,
      status: website.status,
      lastCrawled: website.lastCrawled,
      pagesCrawled: website.pagesCrawled,
      errors: website.errorCount,
      warnings: website.warningCount,
    }))
    return listReply('Websites.', { rows, offset, total: body.length, hasMore: false }, nonce)
  },
})

export const auditTools: readonly Tool[] = [audit, status, listWebsites]

/** The status in our own words, and all that the response says as data. */
function statusReply(result: CrawlResultResponse, { nonce }: ToolCall): Reply {
  return dataReply(statusSentence(result), statusData(result), nonce)
}

export function statusSentence(result: CrawlResultResponse): string {
  const { websiteId, crawlId, status, health, errorCount, warningCount, infoCount, pagesCrawled } = result
  const name = `Crawl ${crawlId} of website ${websiteId}`
  const counts = `${errorCount} errors, ${warningCount} warnings and ${infoCount} infos on ${pagesCrawled} pages`
  if (status !== 'complete') return `${name} is not complete (${status}): ${counts} so far. Call status again.`
  const score = health === null ? 'no health score' : `health score ${health.score} of 100`
  return `${name} is complete: ${score}, ${counts}. top_fixes says what to fix first.`
}

export function statusData(result: CrawlResultResponse): object {
  return {
    websiteId: result.websiteId,
    crawlId: result.crawlId,
    url: result.url,
    status: result.status,
    phase: result.phase,
    pagesCrawled: result.pagesCrawled,
    pageLimit: result.crawlLimit,
    crawlsBefore: result.crawlsBefore,
    score: result.health?.score ?? null,
    errors: result.errorCount,
    warnings: result.warningCount,
    infos: result.infoCount,
    passedPages: result.passedCount,
    fixed: result.fixedCount ?? 0,
    muted: result.mutedCount ?? 0,
    endReason: result.endReason,
    endSentence: result.endSentence,
    notes: result.notes,
    scores: result.scores,
    crawls: result.crawls,
  }
}
