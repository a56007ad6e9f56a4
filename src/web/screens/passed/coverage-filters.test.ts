import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { WholeCheckResult } from '#shared/api/checks.ts'
import { shownChecks } from './coverage-filters.ts'

const check = (id: string, changes: Partial<WholeCheckResult> = {}): WholeCheckResult => ({
  id,
  title: `Title of ${id}`,
  type: 'meta_issue',
  subject: 'Titles and descriptions',
  severity: 'warning',
  issueCount: 0,
  bySeverity: { error: 0, warning: 0, info: 0 },
  pageCount: 0,
  pagesChecked: 4,
  notChecked: [],
  taken: 0,
  gain: 0,
  isSubjectAtCap: false,
  clicks: null,
  change: null,
  ...changes,
})
const noindex = [{ reason: 'The page has noindex', pages: 2 }]
const checks = [
  check('passed'),
  check('partly', { notChecked: noindex }),
  check('failed', { issueCount: 3, notChecked: noindex }),
  check('idle', { pagesChecked: 0, notChecked: noindex }),
  check('inapplicable', { pagesChecked: 0 }),
]

describe('shownChecks()', () => {
  const cases: [filter: string, search: string, expected: string[]][] = [
    ['', '', ['passed', 'partly', 'failed', 'idle', 'inapplicable']],
    ['unknown', '', ['passed', 'partly', 'failed', 'idle', 'inapplicable']],
    ['without-issues', '', ['passed', 'partly']],
    ['with-issues', '', ['failed']],
    ['not-checked', '', ['partly', 'failed', 'idle', 'inapplicable']],
    ['', ' TITLE of p', ['passed', 'partly']],
    ['not-checked', 'part', ['partly']],
    ['', 'nothing of the kind', []],
  ]
  for (const [filter, search, expected] of cases)
    it(`with the filter "${filter}" and the search "${search}"`, () =>
      assert.deepEqual(
        shownChecks(checks, { filter, search }).map(({ id }) => id),
        expected,
      ))
})
