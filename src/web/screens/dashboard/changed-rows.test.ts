import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ChangedRows, changedRowsName, changedRowsOf, countOf } from './changed-rows.ts'

const counts = (fixed: number, notCrawled: number) => ({ new: 9, unchanged: 9, fixed, notCrawled, notChecked: 0 })
const change = {
  earlierCrawl: { id: 1, startedAt: null },
  bySeverity: { error: counts(1, 10), warning: counts(2, 20), info: counts(4, 40) },
  pages: { added: 5, moved: 3, redirected: 4, removed: 6, notCrawled: 7 },
}

const rows: [name: string, rows: ChangedRows, count: number][] = [
  ['issues-fixed', { kind: 'issues', absence: 'fixed', severity: undefined }, 7],
  ['issues-fixed-warning', { kind: 'issues', absence: 'fixed', severity: 'warning' }, 2],
  ['issues-not-crawled-error', { kind: 'issues', absence: 'not-crawled', severity: 'error' }, 10],
  ['pages-added', { kind: 'pages', change: 'added' }, 5],
  ['pages-moved', { kind: 'pages', change: 'moved' }, 3],
  ['pages-not-crawled', { kind: 'pages', change: 'not-crawled' }, 7],
]

for (const [name, of, count] of rows)
  describe(name, () => {
    it('is the name of its rows', () => assert.equal(changedRowsName(of), name))
    it('names its rows', () => assert.deepEqual(changedRowsOf(name), of))
    it('counts them', () => assert.equal(countOf(of, change), count))
  })

it('changedRowsOf() knows no other name', () => assert.equal(changedRowsOf('issues-'), null))
