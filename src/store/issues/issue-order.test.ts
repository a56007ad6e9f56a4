import assert from 'node:assert/strict'
import { it } from 'node:test'
import { idSet } from './issue-order.ts'

/** Ids so far apart that a bit for each of their range would take too much room. */
const FAR = 2 ** 28

const cases: [name: string, ids: number[]][] = [
  ['none', []],
  ['one', [7]],
  ['some of one byte', [8, 9, 15]],
  ['some across bytes', [3, 4, 11, 12, 19, 300]],
  ['far apart', [5, 6, FAR, FAR + 5]],
]
for (const [name, ids] of cases)
  it(`idSet() has ${name} of the ids, and no other`, () => {
    const has = idSet(ids)
    const tried = [0, 1, ...ids, ...ids.map(id => id - 1), ...ids.map(id => id + 1), 2 * FAR]
    for (const id of tried) assert.equal(has(id), ids.includes(id), String(id))
  })
