import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDisjointSets } from './disjoint-sets.ts'

test('createDisjointSets() names each set by its lowest member', () => {
  const sets = createDisjointSets(6)
  sets.unite(4, 5)
  sets.unite(3, 4)
  sets.unite(1, 2)
  sets.unite(2, 5)
  assert.deepEqual([0, 1, 2, 3, 4, 5].map(sets.find), [0, 1, 1, 1, 1, 1])
})
