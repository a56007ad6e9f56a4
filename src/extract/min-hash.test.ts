import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minHash } from './min-hash.ts'
import { wordsOf } from './text-reader.ts'

const text = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `word${from + i}`).join(' ')
const signature = (words: string) => minHash(wordsOf(words).hashes)
const similarity = (left: number[], right: number[]) =>
  left.filter((value, bin) => value === right[bin]).length / left.length

test('minHash() has 128 unsigned 32-bit numbers, also of a short text', () => {
  for (const words of [5, 100, 3_000]) {
    const bins = signature(text(0, words))
    assert.equal(bins.length, 128)
    assert.ok(bins.every(value => Number.isInteger(value) && value >= 0 && value <= 0xffffffff))
  }
})

test('minHash() of less than a shingle is empty', () => assert.deepEqual(signature('one two three four'), []))

test('minHash() is the same in every version: a crawl may be continued by a later one', () => {
  const words = Uint32Array.from({ length: 300 }, (_, index) => Math.imul(index + 1, 0x9e3779b1))
  assert.deepEqual(minHash(words).slice(0, 4), [10_777_633, 38_779_128, 69_543_031, 108_751_859])
  assert.deepEqual(minHash(words.subarray(0, 5)), Array(128).fill(676_583_967))
})

test('minHash() of equal texts is equal, of different ones not', () => {
  assert.deepEqual(signature(text(0, 300)), signature(text(0, 300)))
  assert.ok(similarity(signature(text(0, 300)), signature(text(1_000, 1_300))) < 0.05)
})

// Jaccard similarity of the shingles of words 0..n and k..n+k is (n - 4 - k) / (n - 4 + k).
for (const shift of [10, 50, 200])
  test(`minHash() estimates the similarity of texts shifted by ${shift} of 1,000 words`, () => {
    const estimated = similarity(signature(text(0, 1_000)), signature(text(shift, 1_000 + shift)))
    const jaccard = (996 - shift) / (996 + shift)
    assert.ok(Math.abs(estimated - jaccard) < 0.12, `${estimated} against ${jaccard}`)
  })
