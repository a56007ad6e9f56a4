import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkCoverage } from './check-coverage.ts'
import { countsWith } from './test-rows.ts'

const title = 'The page has noindex'
const reading = {
  checkCounters: async () => [
    { checkId: 'title-missing', passed: 5, failed: 2, skipped: { [title]: 3 } },
    { checkId: 'title-duplicate', passed: 0, failed: 4, skipped: {} },
    { checkId: 'redirect-loop', passed: 1, failed: 0, skipped: {} },
    { checkId: 'page-deep', passed: 0, failed: 0, skipped: { 'The crawl was limited to a list of URLs.': 1 } },
  ],
  issueCounts: async () =>
    new Map([
      ['title-missing', 2],
      ['title-duplicate', 4],
    ]),
}
const crawl = { id: 1, status: 'complete' as const, counts: countsWith({ pagesCrawled: 10, pagesChecked: 7 }) }

it('checkCoverage() counts the pages that each check checked, and says why not the others', async () => {
  const found = new Map((await checkCoverage(reading, crawl)).map(({ id, title: _, ...coverage }) => [id, coverage]))
  const page = { scope: 'page', issueCount: 0 }
  const site = { scope: 'site', issueCount: 0 }
  assert.deepEqual(found.get('title-missing'), {
    ...page,
    issueCount: 2,
    pagesChecked: 7,
    notChecked: [{ reason: title, pages: 3 }],
  })
  assert.deepEqual(found.get('h1-missing'), { ...page, pagesChecked: 0, notChecked: [] })
  assert.deepEqual(found.get('title-duplicate'), {
    ...site,
    issueCount: 4,
    pagesChecked: 7,
    notChecked: [{ reason: 'Search results cannot show the page as it is', pages: 3 }],
  })
  assert.deepEqual(found.get('redirect-loop'), { ...site, pagesChecked: 10, notChecked: [] })
  assert.deepEqual(found.get('page-deep'), {
    ...site,
    pagesChecked: 0,
    notChecked: [{ reason: 'The crawl was limited to a list of URLs.', pages: 10 }],
  })
  assert.deepEqual(found.get('page-orphan'), {
    ...site,
    pagesChecked: 0,
    notChecked: [{ reason: 'The crawl ended before the check', pages: 10 }],
  })
})

it('checkCoverage() says of a crawl that has not ended that its site checks come at the end', async () => {
  const found = await checkCoverage(reading, { ...crawl, status: 'crawling' })
  assert.deepEqual(found.find(({ id }) => id === 'page-orphan')?.notChecked, [
    { reason: 'Checked when the crawl has ended', pages: 10 },
  ])
})
