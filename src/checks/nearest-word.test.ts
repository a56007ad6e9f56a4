import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestIds, nearestWord } from './nearest-word.ts'

const known = ['noindex', 'nofollow', 'none']
const rows: [word: string, nearest: string | null][] = [
  ['noindx', 'noindex'],
  ['nofolow', 'nofollow'],
  ['noarchive', null],
  ['non', 'none'],
  ['x'.repeat(10_000), null],
]
for (const [word, nearest] of rows) {
  test(`nearestWord() returns ${nearest} for "${word.slice(0, 20)}"`, () =>
    assert.equal(nearestWord(word, known), nearest))
}

const cases: [wanted: string, ids: string[], nearest: string[]][] = [
  ['Getting_Started', ['intro', 'getting-started'], ['getting-started']],
  ['returns', ['return', 'contact', 'returns2', 'retuns'], ['return', 'returns2', 'retuns']],
  ['returns', ['contact', 'footer'], []],
  ['x'.repeat(100), ['x'.repeat(99)], []],
]
for (const [wanted, ids, nearest] of cases) {
  test(`nearestIds() suggests ${nearest.join(', ') || 'nothing'} for ${wanted.slice(0, 20)}`, () => {
    assert.deepEqual(nearestIds(wanted, ids), nearest)
  })
}
