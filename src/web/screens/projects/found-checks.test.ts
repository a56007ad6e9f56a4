import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckResponse } from '#shared/api/checks.ts'
import { foundChecks } from './found-checks.ts'

const check = (id: string, title: string, type: CheckResponse['type']): CheckResponse => ({
  id,
  title,
  type,
  severity: 'error',
  why: '',
  fix: '',
  thresholds: [],
})
const checks = [
  check('title-missing', 'Missing title', 'meta_issue'),
  check('title-duplicate', 'Duplicate title', 'duplicate'),
  check('image-broken', 'Broken image', 'image_issues'),
]

const cases: [string, string[]][] = [
  ['', ['title-missing', 'title-duplicate', 'image-broken']],
  ['TITLE', ['title-missing', 'title-duplicate']],
  ['  title   dup ', ['title-duplicate']],
  ['meta issue', ['title-missing']],
  ['nothing of it', []],
]
for (const [search, ids] of cases)
  test(`a search for “${search}” finds ${ids.length} checks`, () => {
    assert.deepEqual(
      foundChecks(checks, search).map(found => found.id),
      ids,
    )
  })
