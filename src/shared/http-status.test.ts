import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSuccess } from './http-status.ts'

const rows: [number | null, boolean][] = [
  [null, false],
  [103, false],
  [200, true],
  [204, true],
  [299, true],
  [300, false],
  [404, false],
]
for (const [status, expected] of rows) {
  test(`isSuccess() of ${status} is ${expected}`, () => assert.equal(isSuccess(status), expected))
}
