import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkById } from '#checks/index.ts'
import { askedFor, metaDataFilters } from './meta-data-filters.ts'

test('the filter menu has the six entries of the specification, in their order', () => {
  assert.deepEqual(
    metaDataFilters.map(filter => filter.label),
    ['All Issues', 'Missing Title', 'Missing Description', 'Missing H1', 'Duplicate Title', 'Missing Alt Tags'],
  )
})

test('each entry that names a check names one that exists and is about meta data', () => {
  for (const { asked } of metaDataFilters)
    if (asked.check !== undefined) assert.equal(checkById.get(asked.check)?.type, 'meta_issue', asked.check)
})

test('askedFor() takes an unknown entry for all issues', () => {
  assert.deepEqual(askedFor('missing-h1'), { check: 'h1-missing' })
  assert.deepEqual(askedFor('nonsense'), { type: 'meta_issue' })
  assert.deepEqual(askedFor(''), { type: 'meta_issue' })
})
