import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ourCatalogue } from '#checks/index.ts'
import type { CheckResultResponse } from '#shared/api/checks.ts'
import { type FindingChanges, noChanges } from '#shared/changes.ts'
import type { CheckChanges, StoredReach } from '#store/store.ts'
import { checkResults } from './check-results.ts'
import { countsWith, crawlRowWith, issueRowWith } from './test-rows.ts'

const noindex = [{ reason: 'The page has noindex', pages: 3 }]
const reach = (checkId: string, overrides: Partial<StoredReach> = {}): StoredReach => ({
  checkId,
  type: 'meta_issue',
  severity: 'error',
  issueCount: 1,
  hostWideCount: 0,
  affected: 1,
  ...overrides,
})
const reading = {
  checkCounters: async () => [
    { checkId: 'title-missing', passed: 0, failed: 7, skipped: { 'The page has noindex': 3 } },
    { checkId: 'title-duplicate', passed: 0, failed: 4, skipped: {} },
    { checkId: 'redirect-loop', passed: 1, failed: 0, skipped: {} },
    { checkId: 'page-deep', passed: 0, failed: 0, skipped: { 'The crawl was limited to a list of URLs.': 1 } },
    { checkId: 'taken-out', passed: 9, failed: 1, skipped: {} },
  ],
  findingReach: async () => [
    reach('title-missing', { affected: 2, issueCount: 2 }),
    reach('title-duplicate', { severity: 'warning', affected: 10 }),
    reach('redirect-loop', { type: 'redirect', affected: 0, hostWideCount: 1 }),
    reach('taken-out', { type: 'redirect', severity: 'warning', affected: 8 }),
    reach('title-missing', { severity: 'info', affected: 10 }),
  ],
  issues: async () => [issueRowWith({ checkId: 'taken-out', message: 'An old finding' })],
  crawl: async (id: number) => crawlRowWith({ id }),
  findingChanges: async (): Promise<CheckChanges[]> => [],
}
const crawl = {
  id: 1,
  status: 'complete' as const,
  earlierCrawlId: null,
  ownChecks: [],
  counts: countsWith({ pagesCrawled: 10, pagesChecked: 7 }),
}

const titleMissing: CheckResultResponse = {
  id: 'title-missing',
  title: 'Missing title',
  type: 'meta_issue',
  subject: 'Titles and descriptions',
  severity: 'error',
  issueCount: 3,
  bySeverity: { error: 2, warning: 0, info: 1 },
  // 2 and 10 by the findings, on 7 pages.
  pageCount: 7,
  pagesChecked: 7,
  notChecked: noindex,
  // 10 × √(2 ÷ 10) + 0.4, beside 4 of another check, in a subject that takes 7 at most.
  taken: 4.9,
  gain: 3.8,
  isSubjectAtCap: true,
  clicks: null,
  change: null,
}
const none = { error: 0, warning: 0, info: 0 }
const found: CheckResultResponse[] = [
  titleMissing,
  {
    ...titleMissing,
    id: 'title-duplicate',
    title: 'Duplicate title',
    severity: 'warning',
    issueCount: 1,
    bySeverity: { ...none, warning: 1 },
    pageCount: 10,
    notChecked: [{ reason: 'Search results cannot show the page as it is', pages: 3 }],
    taken: 4,
    gain: 3.2,
  },
  {
    ...titleMissing,
    id: 'redirect-loop',
    title: 'Redirect loop',
    type: 'redirect',
    subject: 'Redirects and URLs',
    issueCount: 1,
    bySeverity: { ...none, error: 1 },
    pageCount: 10,
    pagesChecked: 10,
    notChecked: [],
    taken: 10,
    gain: 1.5,
  },
  {
    ...titleMissing,
    id: 'taken-out',
    title: 'An old finding',
    type: 'redirect',
    subject: 'Redirects and URLs',
    severity: 'warning',
    issueCount: 1,
    bySeverity: { ...none, warning: 1 },
    pageCount: 8,
    pagesChecked: 10,
    notChecked: [],
    taken: 3.6,
    gain: 0.5,
  },
]

it('checkResults() has one row per check with issues, in the order in which to fix them', async () => {
  assert.deepEqual((await checkResults(reading, crawl)).slice(0, found.length), found)
})

it('checkResults() says what changed since the earlier crawl, of all severities of a check', async () => {
  const changes = (overrides: Partial<FindingChanges>): FindingChanges => ({ ...noChanges(), ...overrides })
  const findingChanges = async (): Promise<CheckChanges[]> => [
    { checkId: 'title-missing', severity: 'error', changes: changes({ new: 1, unchanged: 1, fixed: 4 }) },
    { checkId: 'title-missing', severity: 'info', changes: changes({ unchanged: 1, notCrawled: 2 }) },
    { checkId: 'h1-missing', severity: 'warning', changes: changes({ notChecked: 3 }) },
  ]
  const rows = await checkResults({ ...reading, findingChanges }, { ...crawl, earlierCrawlId: 7 })
  const byId = new Map(rows.map(({ id, change }) => [id, change]))
  assert.deepEqual(byId.get('title-missing'), changes({ new: 1, unchanged: 2, fixed: 4, notCrawled: 2 }))
  assert.deepEqual(byId.get('h1-missing'), changes({ notChecked: 3 }))
  assert.deepEqual(byId.get('redirect-loop'), noChanges())
  const withoutEarlier = { ...reading, findingChanges, crawl: async () => null }
  const [first] = await checkResults(withoutEarlier, { ...crawl, earlierCrawlId: 7 })
  assert.equal(first?.change, null)
})

it('checkResults() then has the checks without issues, and says why they did not check pages', async () => {
  const rest = (await checkResults(reading, crawl)).slice(found.length)
  const withIssues = new Set(found.map(({ id }) => id))
  assert.deepEqual(
    rest.map(({ id }) => id),
    [...ourCatalogue.keys()].filter(id => !withIssues.has(id)),
  )
  const idle = {
    issueCount: 0,
    bySeverity: none,
    pageCount: 0,
    pagesChecked: 0,
    taken: 0,
    gain: 0,
    change: null,
    clicks: null,
  }
  const byId = (wanted: string) => rest.find(({ id }) => id === wanted)
  assert.deepEqual(byId('h1-missing'), {
    ...idle,
    id: 'h1-missing',
    title: 'Missing H1',
    type: 'meta_issue',
    subject: 'Titles and descriptions',
    severity: 'warning',
    notChecked: [],
    isSubjectAtCap: true,
  })
  const links = { ...idle, type: 'link_issue', subject: 'Links', isSubjectAtCap: false }
  assert.deepEqual(byId('page-deep'), {
    ...links,
    id: 'page-deep',
    title: 'High crawl depth',
    severity: 'info',
    notChecked: [{ reason: 'The crawl was limited to a list of URLs.', pages: 10 }],
  })
  assert.deepEqual(byId('page-orphan')?.notChecked, [{ reason: 'The crawl ended before the check', pages: 10 }])
})

it('checkResults() of a crawl that goes on has no points, and says that site checks come at the end', async () => {
  const results = await checkResults(reading, { ...crawl, status: 'crawling' })
  assert.deepEqual(results[0], { ...titleMissing, taken: null, gain: null, isSubjectAtCap: false })
  assert.deepEqual(results.find(({ id }) => id === 'page-orphan')?.notChecked, [
    { reason: 'Checked when the crawl has ended', pages: 10 },
  ])
})
