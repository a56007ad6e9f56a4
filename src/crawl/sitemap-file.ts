import { MAX_SITEMAP_BYTES } from '#extract/sitemap.ts'
import type { FetchResult } from '#fetch/fetch.ts'
import { StreamDecoder } from '#fetch/stream-decoder.ts'
import type { Attempt } from '#shared/model.ts'
import { pauseBeforeNextAttempt } from './confirm.ts'
import type { CrawlContext } from './crawl-context.ts'
import { pause } from './pause.ts'
import { parseRetryAfter } from './politeness.ts'

export type SitemapFile =
  /** Decoded; cut at the size that the protocol allows. */
  | { ok: true; url: string; body: Uint8Array; isTruncated: boolean }
  /** Why not, in words; `isSilent`: nothing answered. */
  | { ok: false; detail: string; isSilent: boolean }

/** As many as for robots.txt. */
const MAX_SITEMAP_REDIRECTS = 5
const SERVER_ERROR_MIN = 500
const TOO_MANY_REQUESTS = 429

/**
 * Asks for one sitemap, again when it fails as pages are, and unpacks it when it is a gzip file, whatever it is called. A guess
 * is believed at once when it is not there. Keeps to Crawl-delay; the caller asks for one at a time and has judged the address.
 */
export async function fetchSitemap(
  context: CrawlContext,
  { url, isGuess }: { url: string; isGuess: boolean },
): Promise<SitemapFile> {
  const { robots, settings, fetcher, state, now, halt } = context
  const delayMs = Math.min(robots.crawlDelayMs(url), settings.maxCrawlDelayMs)
  const mayFollow = (target: string) => !state.options.obeysRobots || robots.judge(target).isAllowed
  const attempts: Attempt[] = []
  for (;;) {
    await pause(context, delayMs)
    const atMs = now()
    const answer = await fetcher.fetch({
      url,
      method: 'GET',
      body: 'all',
      maxBytes: MAX_SITEMAP_BYTES,
      maxHops: MAX_SITEMAP_REDIRECTS,
      mayFollow,
      signal: halt,
    })
    if (answer.kind === 'response' && answer.status >= 200 && answer.status < 300) return await unpacked(answer)
    const brief = briefOf(answer, now())
    attempts.push({ atMs, method: 'GET', status: brief.status, failure: brief.failure })
    const pauseMs = isGuess && isPlainRefusal(brief.status) ? null : pauseOf(context, { answer: brief, attempts })
    if (pauseMs === null || halt.aborted) {
      const detail = answer.kind === 'failure' ? answer.detail : `it answers ${answer.status}`
      return { ok: false, detail, isSilent: answer.kind === 'failure' }
    }
    await pause(context, pauseMs)
  }
}

type Brief = Parameters<typeof pauseBeforeNextAttempt>[0]['answer']

function pauseOf({ settings }: CrawlContext, asked: { answer: Brief; attempts: readonly Attempt[] }): number | null {
  return pauseBeforeNextAttempt({ ...asked, scope: 'internal', pauses: settings })
}

function isPlainRefusal(status: number | null): boolean {
  return status !== null && status < SERVER_ERROR_MIN && status !== TOO_MANY_REQUESTS
}

function briefOf(answer: FetchResult, nowMs: number): Brief {
  const base = { isBotChallenge: false, redirectStatus: null }
  if (answer.kind === 'failure') return { ...base, status: null, failure: answer.reason, retryAfterMs: null }
  const retryAfter = answer.headers.find(([name]) => name === 'retry-after')?.[1]
  return { ...base, status: answer.status, failure: null, retryAfterMs: parseRetryAfter(retryAfter, nowMs) }
}

async function unpacked(answer: Extract<FetchResult, { kind: 'response' }>): Promise<SitemapFile> {
  const { url, body, isTruncated } = answer
  if (body[0] !== 0x1f || body[1] !== 0x8b) return { ok: true, url, body, isTruncated }
  const decoded = await gunzip(body)
  return { ok: true, url, body: decoded.body, isTruncated: isTruncated || decoded.isTruncated }
}

/** What can be unpacked, up to the limit; empty when nothing can. */
function gunzip(body: Uint8Array): Promise<{ body: Uint8Array; isTruncated: boolean }> {
  return new Promise(resolve => {
    const decoder = new StreamDecoder({
      codings: ['gzip'],
      maxBytes: MAX_SITEMAP_BYTES,
      onWritable: () => {},
      onDone: resolve,
    })
    decoder.write(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
    decoder.end()
  })
}
