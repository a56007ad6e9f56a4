import assert from 'node:assert/strict'
import { it } from 'node:test'
import { IdSet } from './id-set.ts'

it('IdSet has the ids that were added, however large, and no other', () => {
  const set = new IdSet()
  const ids = [0, 31, 32, 65_535, 65_536, 65_537, 131_072, 5_000_000]
  const known = () => ids.flatMap(id => [id - 1, id, id + 1]).filter(id => set.has(id))
  for (const [index, id] of ids.entries()) {
    set.add(id)
    set.add(id)
    const added = new Set(ids.slice(0, index + 1))
    assert.deepEqual(
      known(),
      ids.flatMap(each => [each - 1, each, each + 1]).filter(each => added.has(each)),
    )
  }
})
