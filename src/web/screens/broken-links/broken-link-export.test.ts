import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byImportance } from './broken-link-export.ts'

test('byImportance orders exported issues as the screen does', () => {
  const entries = [
    { details: {} },
    { details: { referringSources: ['a', 'b'] } },
    { details: { highPrioritySource: true, referringSources: ['a'] } },
    { details: { referringSources: ['a', 'b', 'c'] } },
  ]
  assert.deepEqual(byImportance.order(entries), [2, 3, 1, 0])
})
