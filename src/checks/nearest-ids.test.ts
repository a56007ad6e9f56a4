import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestIds } from './nearest-ids.ts'

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
