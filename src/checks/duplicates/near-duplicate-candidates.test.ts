import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageSignature } from '#shared/site-facts.ts'
import { nearDuplicateCandidates } from './near-duplicate-candidates.ts'

const MIN_PERCENT = 90

/** A small generator with a fixed seed (mulberry32): the same signatures in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b_79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    return (mixed ^ (mixed >>> 13)) >>> 1
  }
}

function signature(number: number, minhash: Uint32Array, lang = 'en'): PageSignature {
  const textHash = number.toString(16).padStart(12, '0').padEnd(64, '0')
  return { number, url: `https://site.test/${number}`, lang, wordCount: 200, textHash, minhash }
}

function randomMinhash(next: () => number): Uint32Array {
  return Uint32Array.from({ length: 128 }, () => next())
}

/** Changes `changed` of the 128 positions, spread at random. */
function resembling(minhash: Uint32Array, changed: number, next: () => number): Uint32Array {
  const other = minhash.slice()
  const positions = new Set<number>()
  while (positions.size < changed) positions.add(next() % 128)
  for (const position of positions) other[position] = next()
  return other
}

async function* stream(...signatures: PageSignature[]): AsyncGenerator<PageSignature[]> {
  for (const each of signatures) yield [each]
}

test('nearDuplicateCandidates() finds at least 99 of 100 pairs that agree in nine tenths of their positions', async () => {
  const next = numbersFrom(1)
  const signatures: PageSignature[] = []
  for (let pair = 0; pair < 500; pair++) {
    const minhash = randomMinhash(next)
    signatures.push(signature(pair * 2, minhash), signature(pair * 2 + 1, resembling(minhash, 13, next)))
  }
  const candidates = await nearDuplicateCandidates(stream(...signatures), MIN_PERCENT)
  const found = candidates.filter(({ first, second }) => first % 2 === 0 && second === first + 1)
  assert.ok(found.length >= 495, `${found.length} of 500`)
})

test('nearDuplicateCandidates() lets no pair through that agrees in half of its positions', async () => {
  const next = numbersFrom(2)
  const minhash = randomMinhash(next)
  const others = Array.from({ length: 300 }, (_, index) => signature(index + 1, resembling(minhash, 64, next)))
  assert.deepEqual(await nearDuplicateCandidates(stream(signature(0, minhash), ...others), MIN_PERCENT), [])
})

test('nearDuplicateCandidates() leaves out pages of another language and copies of a page', async () => {
  const minhash = randomMinhash(numbersFrom(3))
  const copy = signature(2, minhash)
  assert.deepEqual(
    await nearDuplicateCandidates(stream(signature(1, minhash), signature(3, minhash, 'de'), copy, copy), MIN_PERCENT),
    [{ first: 0, second: 2 }],
  )
})

test('nearDuplicateCandidates() compares the pages of one template with few others, not all with all', async () => {
  const next = numbersFrom(5)
  const minhash = randomMinhash(next)
  const pages = 3_000
  const signatures = Array.from({ length: pages }, (_, index) => signature(index, resembling(minhash, 2, next)))
  const candidates = await nearDuplicateCandidates(stream(...signatures), MIN_PERCENT)
  assert.equal(new Set(candidates.map(pair => pair.second)).size, pages - 1, 'every page but the first meets another')
  assert.ok(candidates.length <= pages * 3, `${candidates.length} pairs`)
})

test('nearDuplicateCandidates() is empty without signatures', async () => {
  assert.deepEqual(await nearDuplicateCandidates(stream(), MIN_PERCENT), [])
})
