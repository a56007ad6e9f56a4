import { createHash } from 'node:crypto'
import { notFoundSignals, notFoundSignalsOf } from '#checks/content/not-found-phrases.ts'
import { responseSlow } from '#checks/speed/response-slow.ts'
import { tunedValues } from '#checks/thresholds.ts'
import type { FetchRequest, FetchResult } from '#fetch/fetch.ts'
import { mediaTypeOf } from '#fetch/media-type.ts'
import type { PageFacts } from '#shared/facts.ts'
import { HTTP_OK, isRedirection } from '#shared/http-status.ts'
import type { LaterResponses, RandomUrlResponse, SiteFacts } from '#shared/site-facts.ts'
import { wait } from '#shared/wait.ts'
import type { CrawlContext as WholeContext } from '../crawl-context.ts'
import { isHtmlResponse } from '../visit/html-response.ts'
import { readResponse } from '../visit/read-response.ts'

/**
 * Requests at the end of a crawl, one at a time, when nothing else is under way: two URLs that cannot exist, and again the pages
 * whose first response was slow or looked like an error message. An ordinary site gets two requests.
 */

const MAX_SLOW_PAGES = 5
const SLOW_SAMPLES = 2
/** Time for the slow pages, so that the report is not held up; pages beyond it are not checked. */
const SLOW_BUDGET_MS = 20_000
const MAX_ERROR_LIKE_PAGES = 20
/** An error message is short; the engine thread reads it, which must not take long. */
const MAX_BYTES = 256 * 1024
const SHOWN_TEXT = 300

export interface LaterContext
  extends Pick<WholeContext, 'checkpoint' | 'store' | 'claim' | 'state' | 'isPrivateHost' | 'now' | 'after' | 'halt'> {
  settings: Pick<WholeContext['settings'], 'maxCrawlDelayMs'>
  robots: { check(url: string): { isAllowed: boolean }; crawlDelayMs(url: string): number }
  fetcher: Pick<WholeContext['fetcher'], 'fetch'>
}

/** null when the crawl is stopped or has no start page. */
export async function fetchLaterResponses(context: LaterContext): Promise<LaterResponses | null> {
  const { checkpoint, store, claim, halt } = context
  if (checkpoint.homeUrl === null || halt.aborted) return null
  const site = await store.crawls.siteFacts(claim.crawlId)
  const randomUrls = await fetchRandomUrls(context, checkpoint.homeUrl)
  const errorLike = await fetchErrorLike(context, { site, randomUrls })
  // The speed of a private host says nothing about the public one.
  const slow = context.isPrivateHost ? [] : await fetchSlow(context, site)
  return halt.aborted ? null : { randomUrls, errorLike, slow }
}

async function fetchRandomUrls(context: LaterContext, homeUrl: string): Promise<RandomUrlResponse[]> {
  const responses: RandomUrlResponse[] = []
  for (const path of randomPaths(homeUrl)) {
    const url = new URL(path, homeUrl).href
    if (!mayRequest(context, url)) continue
    const first = await request(context, { url, body: 'all' })
    const isFound = first.kind === 'response' && first.status === HTTP_OK
    const last = isFound ? await request(context, { url, body: 'all' }) : first
    responses.push(await randomUrlResponse(url, isFound ? [first, last] : [first]))
  }
  return responses
}

/** Equal in every crawl of a host, so that a resumed crawl makes the same requests. No page links to 96 bits of a hash. */
function randomPaths(homeUrl: string): string[] {
  const digits = createHash('sha256')
    .update(`no such page on ${new URL(homeUrl).hostname}`)
    .digest('hex')
  return [`/${digits.slice(0, 24)}`, `/${digits.slice(24, 32)}/${digits.slice(32, 56)}`]
}

async function randomUrlResponse(url: string, requested: readonly FetchResult[]): Promise<RandomUrlResponse> {
  const last = requested.at(-1)
  const facts = last === undefined ? null : await factsOf(last)
  return {
    url,
    statuses: requested.map(statusOf),
    isHtml: facts !== null,
    title: facts?.title ?? '',
    text: facts?.content.mainText.slice(0, SHOWN_TEXT).replaceAll('\n', ' ').toWellFormed() ?? '',
    textHash: facts?.content.textHash ?? '',
  }
}

async function fetchErrorLike(
  context: LaterContext,
  { site, randomUrls }: { site: SiteFacts; randomUrls: RandomUrlResponse[] },
): Promise<LaterResponses['errorLike']> {
  const responses: LaterResponses['errorLike'] = []
  for await (const pages of site.pages()) {
    for (const page of pages) {
      if (responses.length >= MAX_ERROR_LIKE_PAGES || context.halt.aborted) return responses
      if (notFoundSignals(page, randomUrls).length === 0) continue
      const facts = await factsOf(await request(context, { url: page.url, body: 'all' }))
      const isAgain = facts?.response.status === HTTP_OK && notFoundSignalsOf(facts, randomUrls).length > 0
      responses.push({ url: page.url, isAgain })
    }
  }
  return responses
}

async function fetchSlow(context: LaterContext, site: SiteFacts): Promise<LaterResponses['slow']> {
  const responses: LaterResponses['slow'] = []
  const endMs = context.now() + SLOW_BUDGET_MS
  const { slowMs } = tunedValues(responseSlow, context.state.options.thresholds)
  for (const url of await site.slowPages({ overMs: slowMs, limit: MAX_SLOW_PAGES })) {
    const first = (await site.factsOf(url))?.response.ttfbMs
    const samplesMs = first === undefined ? [] : [Math.round(first)]
    while (samplesMs.length <= SLOW_SAMPLES && context.now() < endMs && !context.halt.aborted) {
      const response = await request(context, { url, body: 'none' })
      if (response.kind === 'failure' || response.status !== HTTP_OK) break
      samplesMs.push(Math.round(response.timing.ttfbMs))
    }
    if (samplesMs.length > SLOW_SAMPLES) responses.push({ url, samplesMs })
  }
  return responses
}

export function mayRequest({ robots, state, halt }: LaterContext, url: string): boolean {
  return !halt.aborted && (!state.options.obeysRobots || robots.check(url).isAllowed)
}

/** Keeps the Crawl-delay of the host. */
export async function request(
  context: LaterContext,
  { url, body }: Pick<FetchRequest, 'url' | 'body'>,
): Promise<FetchResult> {
  const { robots, settings, fetcher, after, halt } = context
  const delayMs = Math.min(robots.crawlDelayMs(url), settings.maxCrawlDelayMs)
  await wait(after, delayMs, halt)
  return await fetcher.fetch({ url, method: 'GET', body, maxBytes: MAX_BYTES, maxHops: 0, signal: halt })
}

/** The response, and a second one where the first was no 200: a failure that is not confirmed is none. */
export async function confirmedResponses(
  fetchOnce: () => Promise<FetchResult>,
): Promise<{ last: FetchResult; statuses: (number | null)[] }> {
  const first = await fetchOnce()
  if (statusOf(first) === HTTP_OK) return { last: first, statuses: [HTTP_OK] }
  const last = await fetchOnce()
  return { last, statuses: [statusOf(first), statusOf(last)] }
}

/** null without a response. */
const statusOf = (response: FetchResult): number | null => (response.kind === 'response' ? response.status : null)

/** null for a redirect, a failure and what is no HTML. */
async function factsOf(response: FetchResult): Promise<PageFacts | null> {
  if (response.kind === 'failure' || response.hops.length > 0) return null
  if (isRedirection(response.status)) return null
  if (!isHtmlResponse(mediaTypeOf(response.headers), response.body)) return null
  return await readResponse(response)
}
