import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remembered } from './remember.ts'

test('the same subject is answered once, another anew', () => {
  let asked = 0
  const answer = remembered(({ name }: { name: string }) => {
    asked++
    return [name]
  })
  const first = { name: 'quay' }
  const second = { name: 'pier' }
  assert.equal(answer(first), answer(first))
  assert.deepEqual(answer(second), ['pier'])
  assert.equal(asked, 2)
  assert.deepEqual(answer(first), ['quay'])
})
