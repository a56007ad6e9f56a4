import { indexabilityOf, isEligible } from '#checks/eligible.ts'
import { languageCounts, newLanguageCounters, translationSets } from '#checks/hreflang/translation-sets.ts'
import { type FactOverrides, pageFactsWith } from '#checks/test-facts.ts'
import { compareWithEarlier } from '#compare/compare-crawls.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import type { PageFacts } from '#shared/facts.ts'
import { packIds } from '#shared/fnv.ts'
import { isSuccess } from '#shared/http-status.ts'
import { encodeLinks } from '#shared/link-codec.ts'
import type { EndReason, NewIssue, SkipReason } from '#shared/model.ts'
import type { CheckCounters, EncodedFacts, PageRecord } from '#shared/page-record.ts'
import { traitsOf } from '#shared/page-traits.ts'
import { testPageRecord } from '#shared/test-page-record.ts'
import { testStoredPage } from '#shared/test-stored-page.ts'
import { foundRow, TestUrls } from '#store/contract/test-urls.ts'
import type { CrawlCheckpoint, Store, UrlRow } from '#store/store.ts'
import { columnsWith } from './test-rows.ts'

/** Crawls in a real store without an engine: pages and issues are committed as an engine would. */

export interface TestPage {
  url: string
  status?: number
  title?: string
  /** What differs from a healthy page without images. */
  facts?: FactOverrides
  issues?: NewIssue[]
}

const PAGES_PER_BATCH = 5_000

export interface TestCrawl {
  ownerId: number
  url: string
  pages: TestPage[]
  /** Checks that found nothing, and how many pages they passed. */
  passedChecks?: Readonly<Record<string, number>>
  /** URLs that it found and did not request, and why. */
  skipped?: Readonly<Record<string, SkipReason>>
  /** 100 where it is not said. */
  crawlLimit?: number
  /** Left running when false. */
  isEnded?: boolean
  /** It found all pages where it is not said. */
  endReason?: EndReason
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

/** Starts, claims, fills and (unless `isEnded` is false) ends a crawl. No other crawl may be waiting. */
export async function addCrawl(store: Store, crawl: TestCrawl): Promise<{ websiteId: number; crawlId: number }> {
  const { ownerId, url, pages, nowMs } = crawl
  const options = defaultCrawlOptions
  const started = await store.websites.startCrawl({ ownerId, url, crawlLimit: crawl.crawlLimit ?? 100, options, nowMs })
  const claim = await store.crawls.claim('test', nowMs, 60_000)
  if (claim?.crawlId !== started.crawlId) throw new Error('another crawl was waiting')
  const urls = new TestUrls()
  for (const [index, [skippedUrl, skipReason]] of Object.entries(crawl.skipped ?? {}).entries())
    urls.put(
      foundRow({
        id: pages.length + index + 1,
        url: skippedUrl,
        state: 'skipped',
        skipReason,
        firstNumber: 1,
        depth: 1,
      }),
    )
  for (let start = 0; start === 0 || start < pages.length; start += PAGES_PER_BATCH) {
    const batch = pages.slice(start, start + PAGES_PER_BATCH)
    for (const [index, page] of batch.entries()) urls.put(urlRow(page, start + index))
    await store.crawls.commit(claim, {
      ...urls.take(),
      records: batch.map((page, index) => record(page, start + index)),
      counters: { ...(start === 0 ? passedCounters(crawl.passedChecks) : {}), ...countersOf(batch) },
      checkpoint: checkpoint(url, pages.length),
      nowMs,
    })
  }
  await store.crawls.indexLinks(claim)
  if (crawl.isEnded === false) return started
  const { endReason: reason = 'finished' } = crawl
  const isWhole = reason === 'finished'
  const ending = { store, claim, websiteId: started.websiteId, isWhole }
  const earlierCrawlId = await compareWithEarlier(ending, new AbortController().signal)
  const counters = newLanguageCounters()
  const sets = translationSets(await store.crawls.siteFacts(claim.crawlId), counters)
  await store.crawls.writeTranslationSets(claim, sets, { countsOf: () => languageCounts(counters) })
  await store.crawls.completePageList(claim)
  const endedMs = nowMs + 1_000
  await store.crawls.end(claim, {
    reason,
    sentence: 'Every page was crawled.',
    endedMs,
    earlierCrawlId,
    isWhole,
  })
  return started
}

function passedCounters(checks: TestCrawl['passedChecks'] = {}): CheckCounters {
  return Object.fromEntries(Object.entries(checks).map(([id, passed]) => [id, { passed, failed: 0, skipped: {} }]))
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
  const isStart = index === 0
  return foundRow({
    id: index + 1,
    url,
    state: 'visited',
    depth: isStart ? 0 : 1,
    number: index + 1,
    firstNumber: isStart ? 0 : 1,
    firstPosition: index,
  })
}

function record(page: TestPage, index: number): PageRecord {
  const { url, status = 200, issues = [] } = page
  const isOk = isSuccess(status)
  const facts = isOk ? factsOf(page) : null
  return testPageRecord({
    urlId: index + 1,
    number: index + 1,
    depth: index === 0 ? 0 : 1,
    url,
    status,
    ttfbMs: 5,
    totalMs: 9,
    isCounted: isOk,
    facts: facts && encodedFacts(page, facts),
    ...(facts && { indexability: indexabilityOf(facts) }),
    issues,
  })
}

function factsOf({ url, title = 'A page', facts }: TestPage): PageFacts {
  return pageFactsWith({ url, titles: [{ text: title, line: 1 }], images: [], ...facts })
}

function encodedFacts({ title = 'A page' }: TestPage, facts: PageFacts): EncodedFacts {
  return {
    columns: columnsWith({
      title,
      titleKey: title.toLowerCase(),
      isEligible: isEligible(facts),
      lang: facts.lang,
      hreflangs: JSON.stringify(facts.hreflangs.flatMap(({ code, url }) => (url === null ? [] : [[code, url]]))),
    }),
    traits: traitsOf(facts),
    links: encodeLinks([], []).rows,
    linkTexts: new Uint8Array(),
    ids: packIds(facts.ids),
    minhash: new Uint8Array(),
    page: testStoredPage(facts),
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
