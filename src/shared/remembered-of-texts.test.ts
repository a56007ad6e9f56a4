import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rememberedOfTexts } from './remembered-of-texts.ts'

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
