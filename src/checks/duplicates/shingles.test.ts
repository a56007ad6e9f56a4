import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jaccard, shinglesOf, wordsOf } from './shingles.ts'

const texts: [text: string, words: string[]][] = [
  ['Oak chairs, made in 2024!', ['oak', 'chairs', 'made', 'in', '2024']],
  ['', []],
  ['café cafe\u0301', ['café', 'cafe\u0301']],
  ['椅子です', ['椅', '子', 'で', 'す']],
  ['abc椅def', ['abc', '椅', 'def']],
  ['Стул из дуба', ['стул', 'из', 'дуба']],
]
for (const [text, words] of texts) {
  test(`wordsOf() reads ${JSON.stringify(text)}`, () => assert.deepEqual(wordsOf(text), words))
}

test('jaccard() counts common sequences of five words', () => {
  // Sequences of the first: abcde bcdef cdefg; of the second: abcde bcdef cdefx. Two of four are common.
  assert.equal(jaccard(shinglesOf('a b c d e f g'), shinglesOf('a b c d e f x')), 0.5)
})

test('jaccard() sees the order of words', () => {
  assert.equal(jaccard(shinglesOf('a b c d e'), shinglesOf('b a c d e')), 0)
})

test('jaccard() counts a repeated sequence once', () => {
  assert.equal(jaccard(shinglesOf('a a a a a a a a'), shinglesOf('a a a a a')), 1)
})

test('jaccard() is 0 for texts of fewer than five words', () => {
  assert.equal(jaccard(shinglesOf('a b c d'), shinglesOf('a b c d')), 0)
})
