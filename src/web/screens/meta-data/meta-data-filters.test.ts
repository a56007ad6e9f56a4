import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ourCatalogue } from '#checks/index.ts'
import { filterOf, metaDataFilters } from './meta-data-filters.ts'

test('the filter menu has six entries in order', () => {
  assert.deepEqual(
    metaDataFilters.map(filter => filter.label),
    ['All Issues', 'Missing Title', 'Missing Description', 'Missing H1', 'Duplicate Title', 'Missing Alt Tags'],
  )
})

test('each entry that names a check names one that exists and is about meta data', () => {
  for (const { filter } of metaDataFilters)
    if (filter.check !== undefined) assert.equal(ourCatalogue.get(filter.check)?.type, 'meta_issue', filter.check)
})

test('filterOf() takes an unknown entry for all issues', () => {
  assert.deepEqual(filterOf('missing-h1'), { check: 'h1-missing' })
  assert.deepEqual(filterOf('nonsense'), { type: 'meta_issue' })
  assert.deepEqual(filterOf(''), { type: 'meta_issue' })
})
