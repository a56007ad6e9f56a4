import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FindingGroup } from '#compare/comparison.ts'
import { pageFieldNames } from '#shared/changes.ts'
import { crawlRowWith, issueRowWith } from '../test-rows.ts'
import { type ComparedIssueFilter, findingGroups, pagesWith, readComparedIssues } from './compared-lists.ts'

const groups: FindingGroup[] = [
  { change: 'new', checkId: 'title-missing', severity: 'error', issueIds: [1, 2] },
  { change: 'fixed', checkId: 'title-missing', severity: 'error', issueIds: [3] },
  { change: 'unchanged', checkId: 'title-missing', severity: 'warning', issueIds: [4, 5] },
  { change: 'not-checked', checkId: 'h1-missing', severity: 'warning', issueIds: [6] },
]
const fields = (...names: (typeof pageFieldNames)[number][]) =>
  names.reduce((mask, name) => mask | (1 << pageFieldNames.indexOf(name)), 0)
const changed = [fields('title'), fields('title', 'h1'), fields('status')].map((mask, index) => ({
  laterId: index,
  earlierId: index,
  fields: mask,
}))
const comparison = {
  differences: [],
  findings: groups,
  pages: { changes: { changed, added: [], moved: [], redirected: [], removed: [], 'not-crawled': [] }, inBoth: 3 },
}

describe('findingGroups()', () => {
  const rows: [name: string, filter: ComparedIssueFilter, firstIds: number[]][] = [
    ['all', {}, [1, 3, 4, 6]],
    ['of one change', { change: 'new' }, [1]],
    ['of one severity', { severity: 'warning' }, [4, 6]],
    ['of one check', { check: 'title-missing' }, [1, 3, 4]],
    ['of one check and severity', { check: 'title-missing', severity: 'error' }, [1, 3]],
    ['of none', { change: 'new', severity: 'warning' }, []],
  ]
  for (const [name, filter, firstIds] of rows)
    it(`takes those ${name}`, () =>
      assert.deepEqual(
        findingGroups(comparison, filter).map(({ issueIds }) => issueIds[0]),
        firstIds,
      ))
})

describe('pagesWith()', () => {
  const rows: [field: 'title' | 'h1' | 'words' | undefined, ids: number[]][] = [
    [undefined, [0, 1, 2]],
    ['title', [0, 1]],
    ['h1', [1]],
    ['words', []],
  ]
  for (const [field, ids] of rows)
    it(`takes pages where ${field ?? 'anything'} changed`, () =>
      assert.deepEqual(
        pagesWith(comparison, { change: 'changed', field }).map(({ laterId }) => laterId),
        ids,
      ))
})

describe('readComparedIssues()', () => {
  const [later, earlier] = [crawlRowWith({ id: 2 }), crawlRowWith({ id: 1 })]
  const rows: [offset: number, limit: number, expected: string[]][] = [
    [0, 9, ['new 2:1', 'new 2:2', 'fixed 1:3', 'unchanged 2:4', 'unchanged 2:5', 'not-checked 1:6']],
    [0, 2, ['new 2:1', 'new 2:2']],
    [1, 2, ['new 2:2', 'fixed 1:3']],
    [2, 1, ['fixed 1:3']],
    [3, 9, ['unchanged 2:4', 'unchanged 2:5', 'not-checked 1:6']],
    [5, 9, ['not-checked 1:6']],
    [6, 9, []],
  ]
  for (const [offset, limit, expected] of rows)
    it(`reads ${limit} from ${offset}, each of the crawl that has it, and no group in vain`, async () => {
      const requested: number[] = []
      const reading = {
        issuesOfCrawl: async (crawlId: number, ids: readonly number[]) => {
          requested.push(...ids)
          return ids.map(id => issueRowWith({ id, message: `${crawlId}:${id}` }))
        },
      }
      const read = await readComparedIssues({ reading, later, earlier }, { groups, offset, limit })
      assert.deepEqual(
        read.map(({ change, crawl, issue }) => `${change} ${crawl.id}:${issue.id}`),
        expected,
      )
      assert.deepEqual(
        read.map(({ issue }) => issue.message),
        expected.map(text => text.split(' ')[1]),
      )
      assert.equal(requested.length, expected.length)
    })
})
