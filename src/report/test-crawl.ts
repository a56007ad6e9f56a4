import { deflateSync } from 'node:zlib'
import { type FactOverrides, pageFactsWith } from '#checks/test-facts.ts'
import type { FetchSummary } from '#shared/facts.ts'
import { encodeLinks } from '#shared/link-codec.ts'
import type { NewIssue } from '#shared/model.ts'
import type { CheckCounters, EncodedPage } from '#shared/visit-result.ts'
import type { CrawlCheckpoint, SettledOutcome, Store, UrlRow } from '#store/store.ts'
import { columnsWith } from './test-rows.ts'

/** Crawls in a real store without an engine: pages and issues are settled as an engine would. */

export interface TestPage {
  url: string
  status?: number
  title?: string
  /** What differs from a healthy page without images. */
  facts?: FactOverrides
  issues?: NewIssue[]
}

const PAGES_PER_SETTLE = 5_000

export interface TestCrawl {
  ownerId: number
  url: string
  pages: TestPage[]
  /** Left running when false. */
  isEnded?: boolean
  nowMs: number
}

export function testIssue(pageUrl: string, overrides: Partial<NewIssue> = {}): NewIssue {
  return {
    checkId: 'title-missing',
    type: 'meta_issue',
    severity: 'error',
    message: 'Missing title',
    pageUrl,
    details: { evidence: [] },
    affectedCount: 1,
    isHostWide: false,
    ...overrides,
  }
}

/** Starts, claims, settles and (unless told otherwise) ends a crawl. No other crawl may be waiting. */
export async function addCrawl(store: Store, crawl: TestCrawl): Promise<{ websiteId: number; crawlId: number }> {
  const { ownerId, url, pages, nowMs } = crawl
  const options = { isHttpsAssumed: false, obeysRobots: true, probesResources: true, probesExternal: true }
  const started = await store.websites.startCrawl({ ownerId, url, crawlLimit: 100, options, nowMs })
  const claim = await store.crawls.claim('test', nowMs, 60_000)
  if (claim?.crawlId !== started.crawlId) throw new Error('another crawl was waiting')
  for (let start = 0; start === 0 || start < pages.length; start += PAGES_PER_SETTLE) {
    const settled = pages.slice(start, start + PAGES_PER_SETTLE)
    await store.crawls.settle(claim, {
      inserted: settled.map((page, index) => urlRow(page, start + index)),
      updated: [],
      restated: [],
      outcomes: settled.map((page, index) => outcome(page, start + index)),
      counters: countersOf(settled),
      checkpoint: checkpoint(url, pages.length),
      nowMs,
    })
  }
  await store.crawls.indexLinks(claim)
  if (crawl.isEnded !== false)
    await store.crawls.end(claim, { reason: 'finished', sentence: 'Every page was crawled.', endedMs: nowMs + 1_000 })
  return started
}

function countersOf(pages: readonly TestPage[]): CheckCounters {
  const failures = Object.groupBy(
    pages.flatMap(page => page.issues ?? []),
    issue => issue.checkId,
  )
  return Object.fromEntries(
    Object.entries(failures).map(([id, issues = []]) => [id, { passed: 0, failed: issues.length, skipped: {} }]),
  )
}

function urlRow({ url }: TestPage, index: number): UrlRow {
  return {
    id: index + 1,
    url,
    scope: 'internal',
    state: 'visited',
    skipReason: null,
    depth: index === 0 ? 0 : 1,
    redirectDepth: 0,
    number: index + 1,
    firstNumber: index === 0 ? 0 : 1,
    firstPosition: index,
    kinds: 1,
    isFollowed: true,
    isInSitemap: false,
  }
}

function outcome(settled: TestPage, index: number): SettledOutcome {
  const { url, status = 200, issues = [] } = settled
  const isOk = status >= 200 && status < 300
  return {
    outcome: { urlId: index + 1, fetched: answer(url, status), page: isOk ? page(settled) : null, found: [], issues },
    number: index + 1,
    depth: index === 0 ? 0 : 1,
    isPage: true,
    isCounted: isOk,
    foundIds: new Uint32Array(),
  }
}

function answer(url: string, status: number): FetchSummary {
  return {
    url,
    status,
    failure: null,
    failureDetail: '',
    hops: [],
    finalUrl: url,
    mediaType: 'text/html',
    bytes: 1_000,
    ttfbMs: 5,
    totalMs: 9,
    attempts: [],
    isBotChallenge: false,
    retryAfterMs: null,
  }
}

function page({ url, title = 'A page', facts }: TestPage): EncodedPage {
  const {
    links: _,
    ids: __,
    ...stored
  } = pageFactsWith({ url, titles: [{ text: title, line: 1 }], images: [], ...facts })
  return {
    columns: columnsWith({ title, titleKey: title.toLowerCase() }),
    facts: new TextEncoder().encode(JSON.stringify(stored)),
    links: encodeLinks([], new Map()),
    mainText: new Uint8Array(),
    ids: deflateSync('[]'),
    minhash: new Uint8Array(),
  }
}

function checkpoint(homeUrl: string, pageCount: number): CrawlCheckpoint {
  return {
    phase: 'visiting',
    scopeHost: new URL(homeUrl).host,
    depth: 1,
    lastNumber: pageCount,
    pagesCounted: pageCount,
    homeUrl,
    robotsOrigins: [],
    seedProblem: null,
    ending: null,
    notes: [],
    hostVariants: [],
    favicon: null,
  }
}
