import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IssueListResponse, IssueResponse } from '#shared/api/issues.ts'
import { testIssue } from '#shared/api/test-issue.ts'
import { mergeIssueLists, nextOffset, parseIssueList } from './issues.ts'

const issue = (id: number): IssueResponse => testIssue({ id })

function list(ids: readonly number[], rest: Partial<IssueListResponse> = {}): IssueListResponse {
  return { issues: ids.map(issue), totalCount: 120, hasMore: true, currentPage: 1, pageCount: 3, ...rest }
}

const ids = (issues: readonly IssueResponse[]) => issues.map(({ id }) => id)
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

test('parseIssueList() takes the list as it is', () => {
  const response = list([1, 2])
  assert.deepEqual(parseIssueList(JSON.parse(JSON.stringify(response))), response)
})

test('parseIssueList() takes a plain array; a full batch of 50 means that more may come', () => {
  assert.deepEqual(parseIssueList([issue(1)]), {
    issues: [issue(1)],
    totalCount: 1,
    hasMore: false,
    currentPage: 1,
    pageCount: 1,
  })
  assert.equal(parseIssueList(range(50).map(issue)).hasMore, true)
})

test('parseIssueList() refuses anything else', () => assert.throws(() => parseIssueList({ issues: 'none' })))

test('mergeIssueLists() drops issues whose id was there before', () => {
  const merged = mergeIssueLists([list([1, 2, 3]), list([3, 4], { totalCount: 119 })])
  assert.deepEqual(ids(merged.issues), [1, 2, 3, 4])
  assert.equal(merged.totalCount, 119)
})

test('mergeIssueLists() never counts fewer than it shows', () => {
  assert.equal(mergeIssueLists([list([1, 2], { totalCount: 2 }), list([3], { totalCount: 1 })]).totalCount, 3)
})

test('mergeIssueLists() of nothing is empty', () =>
  assert.deepEqual(mergeIssueLists([]), { issues: [], totalCount: 0 }))

test('nextOffset() counts what was sent, repeated issues included', () => {
  assert.equal(nextOffset([list([1, 2, 3]), list([3, 4])]), 5)
})

test('nextOffset() ends with the list, with an empty batch, and with one that brings nothing new', () => {
  assert.equal(nextOffset([list([1], { hasMore: false })]), null)
  assert.equal(nextOffset([list([1]), list([])]), null)
  assert.equal(nextOffset([list([1, 2]), list([1, 2])]), null)
})
