import type { FetchRequest, FetchResult } from '#fetch/fetch.ts'
import type { CrawlOptions } from '#shared/crawl-options.ts'
import type { FetchFailure } from '#shared/fetch-failures.ts'
import { startTestCrawl, type TestRecord } from '#store/contract/test-crawl.ts'
import type { Store } from '#store/store.ts'
import type { CrawlContext } from '../crawl-context.ts'
import type { LaterContext } from './later-responses.ts'

export interface StubResponse {
  status: number
  /** Sent as HTML. */
  html?: string
  /** In place of `html`. */
  body?: Uint8Array
  headers?: [name: string, value: string][]
  ttfbMs?: number
  /** Hops before it. */
  hops?: Extract<FetchResult, { kind: 'response' }>['hops']
}

/** A failure by its reason. */
export type Stub = StubResponse | FetchFailure

export interface Scene {
  records: TestRecord[]
  /** By path on the site, by whole URL elsewhere. */
  response: (path: string) => Stub
  options?: Partial<CrawlOptions>
  isAllowed?: (path: string) => boolean
  crawlDelayMs?: number
  isHalted?: boolean
  /** Halts the crawl once so many requests were made. */
  haltAfter?: number
  isPrivateHost?: boolean
  hasHome?: boolean
  /** How far the clock moves with each request. */
  requestMs?: number
}

interface OpenScene {
  context: LaterContext & { robots: Pick<CrawlContext['robots'], 'load'> }
  /** In order: paths on the site, whole URLs elsewhere. */
  requested: string[]
  /** The same requests with what they were limited to. */
  requests: Omit<FetchRequest, 'url' | 'signal'>[]
  /** Milliseconds before requests. */
  pauses: number[]
}

let scenes = 0

/** For requests at the end of a crawl: a scripted web, and pages that a real store holds. Each has an owner of its own. */
export async function openScene(
  store: Store,
  {
    records,
    response,
    options,
    isAllowed = () => true,
    crawlDelayMs = 0,
    isHalted = false,
    haltAfter = Number.POSITIVE_INFINITY,
    isPrivateHost = false,
    hasHome = true,
    requestMs = 0,
  }: Scene,
): Promise<OpenScene> {
  const crawl = await startTestCrawl(store, { owner: `owner ${++scenes}` })
  await crawl.commit(records)
  const state = await store.crawls.state(crawl.claim)
  if (!state.checkpoint) throw new Error('the crawl has no checkpoint')
  const { homeUrl } = state.checkpoint
  const nameOf = (url: string) =>
    URL.parse(url)?.origin === URL.parse(homeUrl ?? '')?.origin ? new URL(url).pathname : url
  const requested: string[] = []
  const requests: OpenScene['requests'] = []
  const pauses: number[] = []
  const halt = new AbortController()
  if (isHalted) halt.abort()
  let nowMs = 0
  return {
    requested,
    requests,
    pauses,
    context: {
      checkpoint: { ...state.checkpoint, homeUrl: hasHome ? homeUrl : null },
      store,
      claim: crawl.claim,
      state: { ...state, options: { ...state.options, ...options } },
      settings: { maxCrawlDelayMs: 30_000 },
      robots: {
        load: async () => ({ robots: null, unreadable: null }),
        check: url => ({ isAllowed: isAllowed(nameOf(url)) }),
        crawlDelayMs: () => crawlDelayMs,
      },
      fetcher: {
        async fetch({ url, signal: _, ...limits }) {
          requested.push(nameOf(url))
          requests.push(limits)
          nowMs += requestMs
          if (requested.length >= haltAfter) halt.abort()
          return resultOf(url, response(nameOf(url)))
        },
      },
      isPrivateHost,
      now: () => nowMs,
      after(ms, callback) {
        pauses.push(ms)
        callback()
        return () => undefined
      },
      halt: halt.signal,
    },
  }
}

function resultOf(url: string, stub: Stub): FetchResult {
  if (typeof stub === 'string') return { kind: 'failure', url, reason: stub, detail: '', hops: [], timing: null }
  const { status, html = '', body = new TextEncoder().encode(html), headers, ttfbMs = 10, hops = [] } = stub
  return {
    kind: 'response',
    url,
    status,
    httpVersion: '1.1',
    headers: headers ?? [['content-type', 'text/html']],
    hops,
    timing: { ttfbMs, totalMs: ttfbMs },
    body,
    transferBytes: body.length,
    isTruncated: false,
  }
}
