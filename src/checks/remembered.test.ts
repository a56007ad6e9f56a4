import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remembered, rememberedOfTexts } from './remembered.ts'

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

test('texts are answered once, whatever the answer, and forgotten when there are too many', () => {
  let asked = 0
  const answer = rememberedOfTexts(text => {
    asked++
    return text === 'quay' ? null : text.length
  })
  assert.deepEqual([answer('quay'), answer('pier'), answer('quay'), answer('pier')], [null, 4, null, 4])
  assert.equal(asked, 2)
  for (let number = 0; number < 2_000; number++) answer(`berth ${number}`)
  assert.equal(asked, 2_002)
  assert.equal(answer('pier'), 4)
  assert.equal(asked, 2_003)
})
