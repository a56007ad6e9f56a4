import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OperationsResponse } from '#shared/api/operations.ts'
import { ApiError } from './api-client.ts'
import { isForbidden, operationsIntervalMs } from './operations.ts'

function figures({ runningCount = 0, waitingCount = 0 }): OperationsResponse {
  return {
    startedAt: '2026-08-05T10:00:00.000Z',
    version: 'v1.0.0',
    running: [],
    runningCount,
    waiting: [],
    waitingCount,
    failed: [],
    storage: { usedBytes: 0, quotaBytes: null },
    counts: { visitors: 0, users: 2, websites: 0, crawls: 0 },
    recentErrors: [],
  }
}

const refusal = (status: number) => new ApiError({ status, statusText: '', body: '' })

const cases = [
  ['nothing is known yet', undefined, null, 10_000],
  ['nothing runs', figures({}), null, 10_000],
  ['a crawl runs', figures({ runningCount: 1 }), null, 1_500],
  ['a crawl waits', figures({ waitingCount: 1 }), null, 1_500],
  ['the last request failed', figures({ runningCount: 1 }), refusal(500), 10_000],
  ['the server cannot be reached', undefined, new TypeError('Failed to fetch'), 10_000],
  ['the server refused', figures({ runningCount: 1 }), refusal(403), false],
] as const

for (const [when, operations, error, intervalMs] of cases)
  test(`operationsIntervalMs() is ${intervalMs} when ${when}`, () =>
    assert.equal(operationsIntervalMs(operations, error), intervalMs))

test('isForbidden() is true for missing rights, false for other errors', () => {
  assert.deepEqual([refusal(401), refusal(403), refusal(404), refusal(500), new Error('403')].map(isForbidden), [
    true,
    true,
    false,
    false,
    false,
  ])
})
