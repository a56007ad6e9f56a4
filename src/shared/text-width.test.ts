import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitAtWidth, textWidth, visibleCharacters } from './text-width.ts'

const widths: [name: string, text: string, width: number][] = [
  ['the empty text', '', 0],
  ['ASCII', 'Hello, world', 12],
  ['Latin with accents', 'Über café', 9],
  ['Greek and Cyrillic', 'Αθήνα Москва', 12],
  ['a base letter with combining marks', 'e\u0301\u0302', 1],
  ['Japanese', '東京タワー', 10],
  ['halfwidth katakana', 'ｶﾀｶﾅ', 4],
  ['fullwidth Latin', 'ＡＢ', 4],
  ['Korean', '서울', 4],
  ['Hangul as jamo', '\u1109\u1165', 2],
  ['Han beyond the basic plane', '𠮷', 2],
  ['the last compatibility ideograph and the ligature after it', '\ufaff\ufb00', 3],
  ['an emoji', '🚀', 2],
  ['a family joined to one emoji', '👨‍👩‍👧', 2],
  ['a flag', '🇯🇵', 2],
  ['a sign drawn as emoji', '❤️', 2],
  ['the same sign drawn as text', '❤', 1],
  ['Thai with vowels above', 'ที่', 1],
  ['soft hyphen and zero width space', 'a\u00adb\u200bc', 3],
  ['a lone surrogate', '\ud800', 1],
]
for (const [name, text, width] of widths)
  test(`textWidth() measures ${name} as ${width}`, () => assert.equal(textWidth(text), width))

test('visibleCharacters() counts what a reader counts', () => {
  const counts = ['', 'Über café', '東京タワー', 'e\u0301', '👨‍👩‍👧 🚀', 'a\u00adb'].map(visibleCharacters)
  assert.deepEqual(counts, [0, 9, 5, 1, 3, 2])
})

test('splitAtWidth() cuts before the cluster that would not fit', () => {
  assert.deepEqual(splitAtWidth('abcdef', 4), ['abcd', 'ef'])
  assert.deepEqual(splitAtWidth('abc', 4), ['abc', ''])
  assert.deepEqual(splitAtWidth('東京都', 5), ['東京', '都'])
  assert.deepEqual(splitAtWidth('ae\u0301東', 2), ['ae\u0301', '東'])
})
