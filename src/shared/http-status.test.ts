import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isErrorStatus, isRedirection, isSuccess } from './http-status.ts'

const rows: [number | null, 'success' | 'redirect' | 'error' | null][] = [
  [null, null],
  [103, null],
  [199, null],
  [200, 'success'],
  [204, 'success'],
  [299, 'success'],
  [300, 'redirect'],
  [399, 'redirect'],
  [400, 'error'],
  [404, 'error'],
  [503, 'error'],
]
for (const [status, expected] of rows) {
  test(`the class of status ${status} is ${expected}`, () =>
    assert.deepEqual(
      { success: isSuccess(status), redirect: isRedirection(status), error: isErrorStatus(status) },
      { success: expected === 'success', redirect: expected === 'redirect', error: expected === 'error' },
    ))
}
