import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ourCatalogue } from '#checks/index.ts'
import type { CrawlRow, FoundIssueRow, IssueRow, RecheckRow, Store } from '#store/store.ts'
import { openTestStore } from '../../test/support/storage.ts'
import { issueChecks, issueHistory, recheckResponse } from './issue-history.ts'
import { crawlRowWith, issueRowWith } from './test-rows.ts'

const crawl = { ownChecks: [] }
const recheck: RecheckRow = {
  id: 5,
  crawlId: 7,
  issueId: 11,
  requestedMs: 1_000,
  state: 'done',
  report: { result: 'stays', sentence: 'It is still there.' },
  checkedMs: 2_000,
}

const spotCheck = 'Three of its pages are requested. When all of them are fixed, a further tenth must agree.'
const wholeCrawl = 'Only a whole crawl can check this.'
const notes: [
  checkId: string,
  affectedCount: number,
  canCheckAgain: boolean,
  note: string,
  pageCount: number | null,
][] = [
  ['title-missing', 1, true, '', 1],
  ['title-missing', 2, true, spotCheck, 2],
  ['title-missing', 50, true, spotCheck, 3],
  ['title-duplicate', 20, true, '', 20],
  ['title-duplicate', 21, true, 'The first 20 of its URLs are checked.', 20],
  ['page-deep', 21, false, wholeCrawl, null],
  ['no-such-check', 1, false, wholeCrawl, null],
]

describe('issueChecks()', () => {
  for (const [checkId, affectedCount, canCheckAgain, note, pageCount] of notes)
    it(`says how an issue of ${checkId} on ${affectedCount} pages is checked again`, () => {
      assert.equal(ourCatalogue.has(checkId), checkId !== 'no-such-check')
      const issue = issueRowWith({ checkId, affectedCount })
      const checks = { canCheckAgain, note, pageCount, checks: [] }
      assert.deepEqual(issueChecks({ issue, crawl, rechecks: [], obstacle: null }), checks)
      assert.deepEqual(issueChecks({ issue, crawl, rechecks: [recheck], obstacle: 'Not now.' }), {
        ...checks,
        canCheckAgain: false,
        note: 'Not now.',
        checks: [recheckResponse(recheck)],
      })
    })
})

describe('recheckResponse()', () => {
  const response = { id: 5, issueId: 11, requestedAt: '1970-01-01T00:00:01.000Z' }
  const rows: [Partial<RecheckRow>, object][] = [
    [{}, { state: 'done', result: 'stays', sentence: 'It is still there.', checkedAt: '1970-01-01T00:00:02.000Z' }],
    [
      { state: 'waiting', report: null, checkedMs: null },
      { state: 'waiting', result: null, sentence: '', checkedAt: null },
    ],
    [
      { state: 'failed', report: null, checkedMs: null },
      {
        state: 'failed',
        result: null,
        sentence: 'Checking again failed because of an internal error. Its cause is in the log of the server.',
        checkedAt: null,
      },
    ],
  ]
  for (const [changes, expected] of rows)
    it(`of one that is ${changes.state ?? 'done'}`, () =>
      assert.deepEqual(recheckResponse({ ...recheck, ...changes }), { ...response, ...expected }))
})

describe('issueHistory()', () => {
  const pagesOf = (...affectedUrls: string[]) => ({
    pageUrl: affectedUrls[0] ?? '',
    checkId: 'duplicate-content-exact',
    details: { affectedUrls, evidence: [] },
  })
  const found = (crawlId: number, issue: Partial<IssueRow>): FoundIssueRow => ({
    ...issueRowWith(issue),
    crawlId,
    suppressed: null,
  })

  it('finds the same finding, or one with a page in common, in each ended crawl', async () => {
    await using store = await openTestStore()
    const at = (path: string) => `https://example.com/${path}`
    const crawls: CrawlRow[] = [9, 8, 7, 6].map(id => crawlRowWith({ id, startedMs: id * 1_000 }))
    const issue = issueRowWith(pagesOf(at('a'), at('b'), at('c'), at('d'), at('e')))
    const requested: unknown[] = []
    const reading: Store['reading'] = {
      ...store.reading,
      crawls: async () => [crawlRowWith({ id: 10, status: 'crawling' }), ...crawls],
      issuesNaming: async query => {
        requested.push(query)
        return [
          found(9, { ...pagesOf(at('a'), at('b')), affectedCount: 2 }),
          found(8, { ...pagesOf(at('x'), at('y')), affectedCount: 3 }),
          found(8, { ...pagesOf(at('z'), at('e')), affectedCount: 4 }),
          found(7, { ...pagesOf(at('x'), at('y')), affectedCount: 5 }),
        ]
      },
    }
    const rechecks: Store['rechecks'] = { ...store.rechecks, ofFinding: async () => [recheck] }
    const history = await issueHistory({ reading, rechecks }, { issue, crawl: crawlRowWith({ id: 9 }) })
    assert.deepEqual(
      history.crawls.map(each => [each.crawlId, each.state, each.affectedCount]),
      [
        [9, 'found', 2],
        [8, 'found', 4],
        [7, 'not-checked', null],
        [6, 'not-checked', null],
      ],
    )
    assert.deepEqual([history.firstSeen, history.checks], ['1970-01-01T00:00:08.000Z', [recheckResponse(recheck)]])
    assert.deepEqual(requested, [
      {
        crawlIds: [9, 8, 7, 6],
        checkId: 'duplicate-content-exact',
        urls: [at('a'), at('b'), at('c')],
        limit: 2_000,
      },
    ])
  })
})
