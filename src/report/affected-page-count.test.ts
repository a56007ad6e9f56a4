import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IssueRow } from '#store/store.ts'
import { affectedPageCount } from './affected-page-count.ts'
import { countsWith, issueRowWith } from './test-rows.ts'

const crawl = { id: 1, ownChecks: [], counts: countsWith({ pagesCrawled: 10 }) }

/** A broken image of these pages. */
const image = (pages: string[], overrides: Partial<IssueRow> = {}) =>
  issueRowWith({
    checkId: 'image-broken',
    pageUrl: '/image.png',
    details: { affectedUrls: pages, referringSources: pages, evidence: [] },
    affectedCount: pages.length,
    ...overrides,
  })

interface Findings {
  checkId: string
  issues: IssueRow[]
  failed?: number
}

const page = (checkId: string, url: string, affectedCount = 1) => issueRowWith({ checkId, pageUrl: url, affectedCount })
const rows: [name: string, findings: Findings, expected: number][] = [
  [
    'a page check with a cause of many pages and findings of some of them',
    {
      checkId: 'image-alt-missing',
      issues: [page('image-alt-missing', '/', 8), page('image-alt-missing', '/a')],
      failed: 8,
    },
    8,
  ],
  [
    'a page check of which pages are muted',
    { checkId: 'title-missing', issues: [page('title-missing', '/'), page('title-missing', '/a')], failed: 7 },
    2,
  ],
  [
    'a page check without a counter',
    { checkId: 'title-missing', issues: [page('title-missing', '/', 4), page('title-missing', '/a', 2)] },
    6,
  ],
  [
    'more than were crawled',
    { checkId: 'title-missing', issues: [page('title-missing', '/', 9), page('title-missing', '/a', 9)] },
    10,
  ],
  ['images of one page', { checkId: 'image-broken', issues: [image(['/']), image(['/']), image(['/'])], failed: 3 }, 1],
  [
    'images of several pages',
    { checkId: 'image-broken', issues: [image(['/', '/a']), image(['/a', '/b'])], failed: 2 },
    3,
  ],
  [
    'an image of more pages than are named',
    { checkId: 'image-broken', issues: [image(['/']), image(['/'], { affectedCount: 4 })], failed: 2 },
    5,
  ],
  [
    'a finding of the whole host',
    { checkId: 'image-broken', issues: [image(['/']), image(['/'], { isHostWide: true })], failed: 2 },
    2,
  ],
  [
    'as many findings as are read',
    { checkId: 'image-broken', issues: Array.from({ length: 50 }, () => image(['/'])) },
    1,
  ],
  [
    'more findings than are read',
    { checkId: 'image-broken', issues: Array.from({ length: 51 }, () => image(['/'])) },
    10,
  ],
  ['one finding', { checkId: 'image-broken', issues: [image(['/'], { affectedCount: 7 })], failed: 1 }, 7],
  [
    'a check that was taken out',
    { checkId: 'taken-out', issues: [page('taken-out', '/', 3), page('taken-out', '/')], failed: 1 },
    4,
  ],
]
for (const [name, { checkId, issues, failed }, expected] of rows)
  test(`pages affected by ${name}`, async () => {
    const affected = issues.reduce((sum, { affectedCount }) => sum + affectedCount, 0)
    const reading = { issues: async (_: number, { limit }: { limit?: number }) => issues.slice(0, limit) }
    const counter = failed === undefined ? undefined : { passed: 0, failed, skipped: {} }
    const findings = { checkId, issueCount: issues.length, affected }
    assert.equal(await affectedPageCount(reading, crawl, { findings, counter }), expected)
  })
