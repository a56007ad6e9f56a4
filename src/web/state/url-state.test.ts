import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedSearch, pageNumber, readUrlState } from './url-state.ts'

const defaults = { search: '', status: '', page: '1' }

test('readUrlState() takes what is there and the default of what is not', () => {
  assert.deepEqual(readUrlState('?search=a%20b&other=1', defaults), { search: 'a b', status: '', page: '1' })
})

test('changedSearch() leaves out defaults and keeps foreign parameters', () => {
  const search = '?crawl=3&status=4xx&page=2'
  assert.equal(changedSearch(search, { defaults, change: { status: '', page: '1' } }), '?crawl=3')
  assert.equal(changedSearch('', { defaults, change: { search: 'ä&b' } }), '?search=%C3%A4%26b')
  assert.equal(changedSearch('?page=2', { defaults, change: { page: '1' } }), '')
})

test('changedSearch() and readUrlState() are each other’s reverse', () => {
  const state = { search: '100% & more', status: '2xx', page: '7' }
  assert.deepEqual(readUrlState(changedSearch('', { defaults, change: state }), defaults), state)
})

for (const [text, page] of [
  ['3', 3],
  ['0', 1],
  ['-2', 1],
  ['1.5', 1],
  ['x', 1],
  ['1e3', 1],
  ['9'.repeat(30), 1],
  ['', 1],
] as const)
  test(`pageNumber() reads "${text}" as ${page}`, () => assert.equal(pageNumber(text), page))
