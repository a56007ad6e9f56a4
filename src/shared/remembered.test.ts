import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remembered, rememberedOfTexts } from './remembered.ts'

test('the same subject is computed once, another anew', () => {
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

test('a value is computed once for each text, and forgotten when there are too many', () => {
  let calls = 0
  const widthOf = rememberedOfTexts(text => {
    calls++
    return text === 'quay' ? null : text.length
  })
  assert.deepEqual([widthOf('quay'), widthOf('pier'), widthOf('quay'), widthOf('pier')], [null, 4, null, 4])
  assert.equal(calls, 2)
  for (let number = 0; number < 2_000; number++) widthOf(`berth ${number}`)
  assert.equal(calls, 2_002)
  assert.equal(widthOf('pier'), 4)
  assert.equal(calls, 2_003)
})
