import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ourCatalogue } from '#checks/index.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { checkList } from './check-list.ts'

test('checkList({ ownChecks: [] }) names every check once, with its words', () => {
  const checks = endpoints.listChecks.response.parse(checkList({ ownChecks: [] }))
  assert.deepEqual(
    checks.map(check => check.id),
    [...ourCatalogue.keys()],
  )
  for (const { id, title, why, fix } of checks)
    assert.ok(title.length > 5 && why.length > 20 && fix.length > 10, `${id} says what, why and how`)
})
