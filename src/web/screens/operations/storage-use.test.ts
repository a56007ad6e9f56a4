import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storageUse } from './storage-use.ts'

const cases = [
  [0, 1_000, { percent: 0, state: 'free' }],
  [899, 1_000, { percent: 89, state: 'free' }],
  [900, 1_000, { percent: 90, state: 'nearly-full' }],
  [999, 1_000, { percent: 99, state: 'nearly-full' }],
  [1_000, 1_000, { percent: 100, state: 'full' }],
  [5_000, 1_000, { percent: 100, state: 'full' }],
  [0, 0, { percent: 100, state: 'full' }],
  [5_000, null, null],
] as const

for (const [usedBytes, quotaBytes, expected] of cases)
  test(`storageUse() of ${usedBytes} of ${quotaBytes} bytes`, () =>
    assert.deepEqual(storageUse({ usedBytes, quotaBytes }), expected))
