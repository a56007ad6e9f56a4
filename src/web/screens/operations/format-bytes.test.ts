import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatBytes } from './format-bytes.ts'

const cases: readonly [number, string][] = [
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

for (const [bytes, text] of cases)
  test(`formatBytes() writes ${bytes} as ${text}`, () => assert.equal(formatBytes(bytes), text))
