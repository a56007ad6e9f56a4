import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Evidence, IssueDetails } from '#shared/model.ts'
import { type FixPlace, fixOf, fixPlace, type WorstCause, worstCause } from './fixes.ts'

const seedUrl = 'https://example.com/'
const pageUrl = 'https://example.com/a?b=1'
const tag: Evidence = { kind: 'table', label: '', columns: ['Tag'], rows: [['<a href="/">']] }

interface Issue {
  details: IssueDetails
  affectedCount: number
  isHostWide: boolean
}

const issue = (details: Partial<IssueDetails> = {}, affectedCount = 1, isHostWide = false): Issue => ({
  details: { evidence: [], ...details },
  affectedCount,
  isHostWide,
})

const places: Record<string, [Issue | undefined, FixPlace]> = {
  'a text of one page': [issue(), 'Editor'],
  'an element that three pages share': [issue({ place: 'footer' }, 3), 'Template'],
  'an element of two pages': [issue({ place: 'footer' }, 2), 'Editor'],
  'a setting of the server': [issue({ place: 'server' }, 9), 'Server'],
  'the whole host': [issue({}, 1, true), 'Server'],
  'an issue that is gone': [undefined, 'Editor'],
}
for (const [name, [worst, expected]] of Object.entries(places))
  test(`fixPlace() of ${name} is ${expected}`, () =>
    assert.equal(fixPlace({ type: 'meta_issue', isOfServer: false }, worst), expected))

test('fixPlace() follows from the subject where the finding names no place', () => {
  assert.equal(fixPlace({ type: 'canonical_issue', isOfServer: false }, issue()), 'Template')
  assert.equal(fixPlace({ type: 'sitemap_issue', isOfServer: false }, issue()), 'Server')
})

const causes: Record<string, [issue: Issue, issueCount: number, expected: WorstCause | null]> = {
  'the target that most pages link to': [
    issue({ targetUrl: 'https://example.com/gone' }, 101),
    25,
    { before: 'Start with ', code: '/gone', after: ', on 101 pages.' },
  ],
  'the only target, of another site': [
    issue({ targetUrl: 'https://other.example/' }),
    1,
    { before: 'Target: ', code: 'https://other.example/', after: ', on 1 page.' },
  ],
  'the element that pages share': [
    issue({ place: 'footer', evidence: [tag] }, 287),
    8,
    { before: 'In the footer of 287 pages: ', code: '<a href="/">', after: '' },
  ],
  'one page of several': [issue(), 3, { before: 'For example on ', code: '/a?b=1', after: '.' }],
  'the only page': [issue(), 1, { before: 'On ', code: '/a?b=1', after: '.' }],
  'nothing of the server': [issue({ place: 'server' }, 9), 1, null],
  'nothing of the whole host': [issue({}, 1, true), 1, null],
}
for (const [name, [worst, issueCount, expected]] of Object.entries(causes))
  test(`worstCause() names ${name}`, () =>
    assert.deepEqual(worstCause({ ...worst, pageUrl }, { issueCount, seedUrl }), expected))

test('fixOf() a check that is not in the catalogue any more says where, and nothing that it does not know', async () => {
  const check = {
    ...({
      id: 'price-missing',
      title: 'No price',
      type: 'own_issue',
      subject: 'Own checks',
      severity: 'error',
    } as const),
    ...{ issueCount: 1, bySeverity: { error: 1, warning: 0, info: 0 }, pageCount: 1, pagesChecked: 2, notChecked: [] },
    ...{ taken: 1, gain: 1, isSubjectAtCap: false, clicks: null, change: null },
  }
  const fix = await fixOf({ issues: async () => [] }, { crawl: { id: 1, seedUrl, ownChecks: [] }, check })
  assert.deepEqual([fix.where, fix.why, fix.advice, fix.howTo, fix.worst], ['Editor', '', '', '', null])
})
