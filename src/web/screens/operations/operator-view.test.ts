import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatBytes, keyErrors, storageUse } from './operator-view.ts'

const uses = [
  [0, 1_000, { percent: 0, state: 'free' }],
  [899, 1_000, { percent: 89, state: 'free' }],
  [900, 1_000, { percent: 90, state: 'nearly-full' }],
  [999, 1_000, { percent: 99, state: 'nearly-full' }],
  [1_000, 1_000, { percent: 100, state: 'full' }],
  [5_000, 1_000, { percent: 100, state: 'full' }],
  [0, 0, { percent: 100, state: 'full' }],
  [5_000, null, null],
] as const

for (const [usedBytes, quotaBytes, expected] of uses)
  test(`storageUse() of ${usedBytes} of ${quotaBytes} bytes`, () =>
    assert.deepEqual(storageUse({ usedBytes, quotaBytes }), expected))

const sizes: readonly [number, string][] = [
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1 kB'],
  [1_254_000, '1.25 MB'],
  [999_999, '1 MB'],
  [999_999_999, '1 GB'],
  [20_000_000_000, '20 GB'],
  [1_000_000_000_000, '1 TB'],
  [12_345_000_000_000_000, '12,300 TB'],
]

for (const [bytes, text] of sizes)
  test(`formatBytes() writes ${bytes} as ${text}`, () => assert.equal(formatBytes(bytes), text))

const first = { at: '2026-08-05T10:00:00.000Z', event: 'check failed', detail: 'one' }
const second = { at: '2026-08-05T10:00:00.000Z', event: 'check failed', detail: 'two' }
const third = { at: '2026-08-05T10:00:01.000Z', event: 'request failed', detail: 'three' }

test('keyErrors() gives errors of the same moment different keys and keeps their order', () => {
  const keyed = keyErrors([third, second, first])
  assert.deepEqual(
    keyed.map(({ detail }) => detail),
    ['three', 'two', 'one'],
  )
  assert.equal(new Set(keyed.map(({ key }) => key)).size, 3)
})

test('keyErrors() gives an error the same key when newer ones come in front', () => {
  const before = keyErrors([second, first])
  assert.deepEqual(keyErrors([third, second, first]).slice(1), before)
})
