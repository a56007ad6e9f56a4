import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckResultResponse } from '#shared/api/checks.ts'
import {
  type CheckFilter,
  type CheckOrder,
  groupedChecks,
  matchingChecks,
  newCount,
  severityCounts,
  sortedChecks,
  subjectsOf,
} from './check-rows.ts'

function check(id: string, given: Partial<CheckResultResponse> = {}): CheckResultResponse {
  return {
    id,
    title: id,
    type: 'link_issue',
    subject: 'Links',
    severity: 'warning',
    issueCount: 1,
    bySeverity: { error: 0, warning: 1, info: 0 },
    pageCount: 1,
    pagesChecked: 10,
    notChecked: [],
    taken: 1,
    gain: 1,
    isSubjectAtCap: false,
    clicks: null,
    change: null,
    ...given,
  }
}

const unchanged = { new: 0, unchanged: 1, fixed: 0, notCrawled: 0, notChecked: 0 }
const checks = [
  check('broken', { title: 'Broken link', severity: 'error', issueCount: 3, pageCount: 7, gain: 2 }),
  check('generic', { title: 'Generic text', severity: 'info', issueCount: 9, pageCount: 9, gain: 0 }),
  check('thin', { title: 'Thin content', subject: 'Content', pageCount: 2, gain: 2, change: { ...unchanged, new: 1 } }),
  check('empty', { title: 'Empty page', subject: 'Content', issueCount: 0, pageCount: 0, gain: 0 }),
]
const all: CheckFilter = { search: '', severity: '', subject: '', gain: '', isNew: false, isComplete: false }
const ids = (found: readonly CheckResultResponse[]) => found.map(({ id }) => id)

const filters: Record<string, [Partial<CheckFilter>, string[]]> = {
  'checks with issues': [{}, ['broken', 'generic', 'thin']],
  'all checks': [{ isComplete: true }, ['broken', 'generic', 'thin', 'empty']],
  'a title, in any case': [{ search: ' LINK' }, ['broken']],
  'an id': [{ search: 'generic' }, ['generic']],
  severity: [{ severity: 'warning' }, ['thin']],
  subject: [{ subject: 'Content' }, ['thin']],
  'with gain': [{ gain: 'with' }, ['broken', 'thin']],
  'without gain': [{ gain: 'without' }, ['generic']],
  'with new findings': [{ isNew: true }, ['thin']],
  'several at once': [{ severity: 'error', subject: 'Content' }, []],
}
for (const [name, [filter, expected]] of Object.entries(filters))
  test(`matchingChecks() filters by ${name}`, () =>
    assert.deepEqual(ids(matchingChecks(checks, { ...all, ...filter })), expected))

test('while there is no score, checks match any filter by gain', () => {
  assert.equal(matchingChecks([check('a', { gain: null })], { ...all, gain: 'with' }).length, 1)
})

test('severityCounts() counts what matches the other filters', () => {
  assert.deepEqual(severityCounts(checks, { ...all, severity: 'info' }), { '': 3, error: 1, warning: 1, info: 1 })
  assert.deepEqual(severityCounts(checks, { ...all, subject: 'Content' }), { '': 1, error: 0, warning: 1, info: 0 })
})

test('newCount() counts checks with new findings, where there is an earlier crawl', () => {
  assert.equal(newCount(checks, all), 1)
  assert.equal(newCount(checks, { ...all, severity: 'error' }), 0)
  assert.equal(newCount(checks.slice(0, 2), all), null)
})

test('subjectsOf() names those with issues', () => assert.deepEqual(subjectsOf(checks), ['Content', 'Links']))

const orders: [CheckOrder, string[]][] = [
  [{ column: 'gain', isDescending: true }, ['broken', 'thin', 'empty', 'generic']],
  [{ column: 'gain', isDescending: false }, ['empty', 'generic', 'broken', 'thin']],
  [{ column: 'check', isDescending: false }, ['broken', 'empty', 'generic', 'thin']],
  [{ column: 'severity', isDescending: true }, ['broken', 'thin', 'empty', 'generic']],
  [{ column: 'findings', isDescending: true }, ['generic', 'broken', 'thin', 'empty']],
  [{ column: 'change', isDescending: true }, ['thin', 'broken', 'empty', 'generic']],
  [{ column: 'pages', isDescending: false }, ['empty', 'thin', 'broken', 'generic']],
]
for (const [order, expected] of orders)
  test(`sortedChecks() by ${order.column}, ${order.isDescending ? 'descending' : 'ascending'}`, () =>
    assert.deepEqual(ids(sortedChecks(checks, order)), expected))

test('groupedChecks() puts the subject that takes most first, and keeps the order of checks', () => {
  const groups = groupedChecks(checks, new Map([['Content', 5]]))
  assert.deepEqual(
    groups.map(group => [group.subject, ids(group.checks), group.findings, group.taken]),
    [
      ['Content', ['thin', 'empty'], 1, 5],
      ['Links', ['broken', 'generic'], 12, 0],
    ],
  )
})

test('groupedChecks() goes by findings while there is no score', () => {
  const groups = groupedChecks(checks, null)
  assert.deepEqual(
    groups.map(({ subject, taken }) => [subject, taken]),
    [
      ['Links', null],
      ['Content', null],
    ],
  )
})
