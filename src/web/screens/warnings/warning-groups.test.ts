import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueTypes } from '#shared/model.ts'
import { warningGroup, warningGroups } from './warning-groups.ts'

test('every type of issue is in exactly one group of warnings', () => {
  const grouped = warningGroups.flatMap(group => group.types)
  assert.deepEqual(grouped.toSorted(), [...issueTypes].sort())
})

test('a group holds what the report of its name holds', () => {
  assert.deepEqual(warningGroup('redirects')?.types, ['redirect'])
  assert.deepEqual(warningGroup('meta')?.types, ['meta_issue'])
  assert.deepEqual(warningGroup('duplicates')?.types, ['duplicate'])
  assert.ok(warningGroup('other')?.types.includes('broken_link'))
})

test('an unknown group is none', () => {
  assert.equal(warningGroup(''), null)
  assert.equal(warningGroup('__proto__'), null)
})
