import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countWords, wordsOf } from './words.ts'

const counts: [name: string, text: string, count: number][] = [
  ['nothing', '', 0],
  ['blanks', ' \n\t ', 0],
  ['plain words', 'one two three', 3],
  ['no-break and other spaces', 'one\u00a0two\u2003three\u3000four', 4],
  ['punctuation alone is no word', 'a – b | c • – “ ” &', 3],
  ['numbers are words', '5 kg for €40', 4],
  ['hyphens and apostrophes stay within', 'well-known don’t', 2],
  ['accents, Greek, Cyrillic, Arabic', 'Élan Αθήνα Москва مرحبا', 4],
  ['Korean has spaces', '서울 타워', 2],
  ['emoji are no words', '🚀 go 👍🏽', 1],
  ['letters beyond the basic plane', '𝒳 𐐀', 2],
  ['Chinese is segmented', '我们喜欢学习汉语', 4],
  ['a short run is one word', '東京 is big', 3],
  ['Thai is segmented', 'ภาษาไทยง่าย', 3],
  ['Japanese with Latin between', '東京タワーはTokyo Towerです', 5],
]
for (const [name, text, count] of counts)
  test(`wordsOf() counts ${name}`, () => assert.equal(wordsOf(text).count, count))

test('wordsOf() hashes without regard to letter case and in order', () => {
  assert.deepEqual(wordsOf('One TWO').hashes, wordsOf('one two').hashes)
  assert.notDeepEqual(wordsOf('one two').hashes, wordsOf('two one').hashes)
})

test('wordsOf() estimates beyond what is segmented', () => {
  const { count } = wordsOf('学'.repeat(30_000))
  assert.ok(count > 20_000 && count <= 30_000, String(count))
})

test('countWords() stops at the limit', () => {
  assert.equal(countWords('a b c d', 3), 3)
  assert.equal(countWords('a b – c', 10), 3)
  assert.ok(countWords('東京タワーは高い建物です', 50) >= 4)
})
