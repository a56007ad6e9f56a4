import { isBotChallenge } from '#extract/bot-challenge.ts'
import { MAX_SITEMAP_BYTES } from '#extract/sitemap.ts'
import type { FetchResult } from '#fetch/fetch.ts'
import { mediaTypeOf } from '#fetch/media-type.ts'
import { StreamDecoder } from '#fetch/stream-decoder.ts'
import type { SitemapFacts } from '#shared/host-facts.ts'
import { HTTP_TOO_MANY_REQUESTS, isSuccess } from '#shared/http-status.ts'
import type { Attempt } from '#shared/model.ts'
import { wait } from '#shared/wait.ts'
import type { CrawlContext } from '../crawl-context.ts'
import { parseRetryAfter, pauseBeforeNextAttempt } from '../visit/confirm.ts'

export type SitemapFile =
  /** Decoded; cut at the size that the protocol allows. */
  | { ok: true; url: string; body: Uint8Array; isTruncated: boolean; response: SitemapResponse }
  /** Why not, in words; `isUnreachable`: no response. Without `response` it was not requested. */
  | { ok: false; detail: string; isUnreachable: boolean; response: SitemapResponse | null }

export type SitemapResponse = Pick<
  SitemapFacts,
  'status' | 'failure' | 'failureDetail' | 'mediaType' | 'attempts' | 'isBotChallenge'
>

/** As many as for robots.txt. */
const MAX_SITEMAP_REDIRECTS = 5
const SERVER_ERROR_MIN = 500

/**
 * Fetches one sitemap, with the retries of pages, and unpacks gzip whatever the file is called. A missing file at a guessed URL
 * is final at once. The caller fetches one at a time and has checked the URL.
 */
export async function fetchSitemap(
  context: CrawlContext,
  { url, isGuess }: { url: string; isGuess: boolean },
): Promise<SitemapFile> {
  const { robots, fetcher, state, now, after, halt } = context
  const refusesHop = (target: string) =>
    state.options.obeysRobots && !robots.check(target).isAllowed ? 'robots' : null
  const attempts: Attempt[] = []
  for (;;) {
    const atMs = now()
    const response = await fetcher.fetch({
      url,
      method: 'GET',
      body: 'all',
      maxBytes: MAX_SITEMAP_BYTES,
      maxHops: MAX_SITEMAP_REDIRECTS,
      refusesHop,
      signal: halt,
    })
    const brief = briefOf(response, now())
    attempts.push({ atMs, method: 'GET', status: brief.status, failure: brief.failure })
    if (response.kind === 'response' && isSuccess(response.status)) {
      return { ok: true, ...(await unpacked(response)), response: sitemapResponseOf(response, attempts) }
    }
    const pauseMs = isGuess && isPlainRefusal(brief.status) ? null : pauseOf(context, { response: brief, attempts })
    if (pauseMs === null || halt.aborted) {
      const detail = response.kind === 'failure' ? response.detail : `it responds with ${response.status}`
      return {
        ok: false,
        detail,
        isUnreachable: response.kind === 'failure',
        response: sitemapResponseOf(response, attempts),
      }
    }
    await wait(after, pauseMs, halt)
  }
}

type Brief = Parameters<typeof pauseBeforeNextAttempt>[0]['response']

function pauseOf(
  { settings }: CrawlContext,
  requested: { response: Brief; attempts: readonly Attempt[] },
): number | null {
  return pauseBeforeNextAttempt({ ...requested, scope: 'internal', pauses: settings })
}

function isPlainRefusal(status: number | null): boolean {
  return status !== null && status < SERVER_ERROR_MIN && status !== HTTP_TOO_MANY_REQUESTS
}

function briefOf(response: FetchResult, nowMs: number): Brief {
  const base = { isBotChallenge: false, redirectStatus: null }
  if (response.kind === 'failure') return { ...base, status: null, failure: response.reason, retryAfterMs: null }
  const retryAfter = response.headers.find(([name]) => name === 'retry-after')?.[1]
  return { ...base, status: response.status, failure: null, retryAfterMs: parseRetryAfter(retryAfter, nowMs) }
}

/** A protection page is small. */
const MAX_CHALLENGE_BYTES = 20 * 1024

function sitemapResponseOf(response: FetchResult, attempts: Attempt[]): SitemapResponse {
  if (response.kind === 'failure') {
    const { reason, detail } = response
    return { status: null, failure: reason, failureDetail: detail, mediaType: '', attempts, isBotChallenge: false }
  }
  const { status, headers, body } = response
  const bodyText = body.byteLength <= MAX_CHALLENGE_BYTES ? new TextDecoder().decode(body) : ''
  return {
    status,
    failure: null,
    failureDetail: '',
    mediaType: mediaTypeOf(headers),
    attempts,
    isBotChallenge: isBotChallenge({ status, headers, bodyText }),
  }
}

async function unpacked(response: Extract<FetchResult, { kind: 'response' }>) {
  const { url, body, isTruncated } = response
  if (body[0] !== 0x1f || body[1] !== 0x8b) return { url, body, isTruncated }
  const decoded = await gunzip(body)
  return { url, body: decoded.body, isTruncated: isTruncated || decoded.isTruncated }
}

/** The part that can be unpacked, up to the limit; empty when none can. */
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
