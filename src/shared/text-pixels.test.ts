import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutAtPixels, textPixels } from './text-pixels.ts'

test('textPixels() adds up the widths of the letters in Arial', () => {
  assert.equal(textPixels('', 20), 0)
  assert.equal(textPixels('iiii', 20), 18)
  assert.equal(textPixels('WWWW', 20), 76)
  assert.equal(textPixels('日本', 20), 40)
})

const room = { maxPx: 100, fontPx: 20 }
const cases: [string, string, string, boolean][] = [
  ['a text that fits', 'Short', 'Short', false],
  ['a text cut after a word', 'Lead lines for harbours', 'Lead …', true],
  ['one long word', 'Donaudampfschifffahrt', 'Donauda …', true],
  ['a long word after a short one', 'A Donaudampfschifffahrt', 'A Donaud …', true],
  ['no spaces at all', '日本語のとても長い題名', '日本語の …', true],
  ['pairs of surrogates stay whole', '😀😀😀😀😀😀', '😀😀😀😀 …', true],
]
for (const [name, text, shown, isCut] of cases)
  test(`cutAtPixels(): ${name}`, () => assert.deepEqual(cutAtPixels(text, room), { shown, isCut }))
