import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forgetOldest } from './forget-oldest.ts'

const cases: [entries: string, max: number, left: string][] = [
  ['', 2, ''],
  ['ab', 2, 'ab'],
  ['abc', 2, 'bc'],
  ['abcde', 2, 'de'],
  ['abc', 0, ''],
]
for (const [entries, max, left] of cases)
  it(`forgetOldest() leaves “${left}” of “${entries}” where ${max} are kept`, () => {
    const kept = new Map([...entries].map(key => [key, key]))
    forgetOldest(kept, max)
    assert.equal([...kept.keys()].join(''), left)
  })
