import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestWord } from './nearest-word.ts'

const known = ['noindex', 'nofollow', 'none']
const rows: [word: string, nearest: string | null][] = [
  ['noindx', 'noindex'],
  ['nofolow', 'nofollow'],
  ['noarchive', null],
  ['non', 'none'],
  ['x'.repeat(10_000), null],
]
for (const [word, nearest] of rows) {
  test(`nearestWord() answers ${nearest} for "${word.slice(0, 20)}"`, () =>
    assert.equal(nearestWord(word, known), nearest))
}
