import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import type { PageColumns } from '#shared/page-record.ts'
import { testIndexability } from '#shared/test-page-record.ts'
import type { CrawlCounts, CrawlRow, IssueRow, PageRow } from '#store/store.ts'

/** Rows as the store gives them, of a small crawl in which nothing is odd; tests say only what differs. */

export const noon = Date.UTC(2026, 0, 2, 12)

export function countsWith(overrides: Partial<CrawlCounts> = {}): CrawlCounts {
  return {
    pagesCrawled: 3,
    pagesChecked: 3,
    pagesListed: 4,
    urlsFound: 9,
    urlsProbed: 2,
    urlsToProbe: 0,
    bytes: 30_000,
    bySeverity: { error: 2, warning: 1, info: 0 },
    byCategory: { brokenLinks: 1, redirects: 1, duplicates: 0, metaIssues: 1, other: 0 },
    passed: 2,
    ...overrides,
  }
}

export function crawlRowWith(overrides: Partial<CrawlRow> = {}): CrawlRow {
  return {
    id: 7,
    websiteId: 3,
    seedUrl: 'https://example.com/',
    status: 'complete',
    phase: 'done',
    crawlLimit: 100,
    options: defaultCrawlOptions,
    ownChecks: [],
    endReason: 'finished',
    endSentence: 'Every page was crawled.',
    notes: [],
    createdMs: noon,
    startedMs: noon + 1_000,
    endedMs: noon + 5_000,
    earlierCrawlId: null,
    isWhole: true,
    counts: countsWith(),
    ...overrides,
  }
}

export function columnsWith(overrides: Partial<PageColumns> = {}): PageColumns {
  return {
    title: 'A page about lead lines',
    metaDescription: 'How depth was measured.',
    h1: 'Lead lines',
    lang: 'en',
    canonicalUrl: null,
    robotsDirectives: '',
    isEligible: true,
    isNoindex: false,
    wordCount: 240,
    textHash: 'f00d',
    titleKey: 'a page about lead lines',
    metaDescriptionKey: 'how depth was measured.',
    h1Key: 'lead lines',
    missingAltTags: 0,
    emptyAltTags: 0,
    totalImages: 0,
    h1Count: 1,
    h2Count: 2,
    h3Count: 0,
    h4Count: 0,
    pCount: 5,
    bodyBytes: 4_000,
    totalLinks: 12,
    hreflangs: '[]',
    paginationUrls: '[]',
    nofollowUrls: '[]',
    structuredData: '',
    template: '',
    likeness: '',
    shareImages: '[]',
    ...overrides,
  }
}

export function pageRowWith(overrides: Partial<PageRow> = {}): PageRow {
  const row = {
    number: 1,
    url: 'https://example.com/',
    statusCode: 200,
    failure: null,
    failureDetail: '',
    depth: 0,
    mediaType: 'text/html',
    bytes: 4_000,
    ttfbMs: 12,
    totalMs: 30,
    hops: [],
    finalUrl: 'https://example.com/',
    finalStatusCode: 200,
    attempts: [],
    columns: columnsWith(),
    inlinkCount: 3,
    linkFigures: null,
    foundBy: 'links' as const,
    copyOf: null,
    fields: [],
    visits: { clicks: null, impressions: null, visits: null, botRequests: null, lastBotVisit: '' },
    issueCounts: null,
    isPassed: true,
    ...overrides,
  }
  const response = { ...row, status: row.statusCode, isBotChallenge: false, isHtml: row.columns !== null }
  return { indexability: testIndexability(response), ...row }
}

export function issueRowWith(overrides: Partial<IssueRow> = {}): IssueRow {
  return {
    id: 11,
    checkId: 'title-missing',
    type: 'meta_issue',
    severity: 'error',
    message: 'Missing title',
    pageUrl: 'https://example.com/a',
    details: { evidence: [] },
    affectedCount: 1,
    isHostWide: false,
    discoveredMs: noon + 2_000,
    ...overrides,
  }
}
