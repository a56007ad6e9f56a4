import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remembered } from './remember.ts'

test('the same subject is answered once, another anew', () => {
  let calls = 0
  const compute = remembered(({ name }: { name: string }) => {
    calls++
    return [name]
  })
  const first = { name: 'quay' }
  const second = { name: 'pier' }
  assert.equal(compute(first), compute(first))
  assert.deepEqual(compute(second), ['pier'])
  assert.equal(calls, 2)
  assert.deepEqual(compute(first), ['quay'])
})
