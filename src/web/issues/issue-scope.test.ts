import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type IssueScope, type ScopedFilter, scopedFilter } from './issue-scope.ts'

const none: ScopedFilter = { search: '', type: '', severity: '', check: '', url: '', change: '', segment: '' }
const images: IssueScope = { types: ['image_issues', 'missing_alt_tags'] }

describe('scopedFilter()', () => {
  const rows: [string, Partial<ScopedFilter>, IssueScope, object][] = [
    ['has all types of the report', {}, images, { type: 'image_issues,missing_alt_tags' }],
    ['narrows to one of its types', { type: 'image_issues' }, images, { type: 'image_issues' }],
    ['leaves out types of other reports', { type: 'image_issues,meta_issue' }, images, { type: 'image_issues' }],
    ['never leads out of the report', { type: 'meta_issue' }, images, { type: 'image_issues,missing_alt_tags' }],
    ['takes any type where the report has all', { type: 'meta_issue' }, {}, { type: 'meta_issue' }],
    ['keeps the severity of the report', { severity: 'error' }, { severity: 'warning' }, { severity: 'warning' }],
    ['takes any severity otherwise', { severity: 'error' }, {}, { severity: 'error' }],
    ['keeps the slice of the donut', {}, { category: 'other' }, { category: 'other' }],
    [
      'passes the rest on',
      { search: 'a', check: 'b', url: 'c', change: 'new', segment: 'd' },
      {},
      { search: 'a', check: 'b', url: 'c', change: 'new', segment: 'd' },
    ],
  ]
  for (const [name, filter, scope, expected] of rows)
    it(name, () => assert.deepEqual(scopedFilter({ ...none, ...filter }, scope), { ...none, ...expected }))
})
