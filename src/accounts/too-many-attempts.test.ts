import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tooManyAttempts } from './too-many-attempts.ts'

const rows: [number, string, number][] = [
  [-5, '1 second', 1],
  [1, '1 second', 1],
  [1_000, '1 second', 1],
  [1_001, '2 seconds', 2],
  [60_000, '60 seconds', 60],
  [60_001, '2 minutes', 61],
  [900_000, '15 minutes', 900],
]
for (const [waitMs, words, retryAfterSeconds] of rows) {
  test(`a wait of ${waitMs} ms is ${words}`, () => {
    const error = tooManyAttempts(waitMs)
    assert.equal(error.code, 'too-many')
    assert.equal(error.retryAfterSeconds, retryAfterSeconds)
    assert.equal(error.message, `Too many attempts. Please try again in ${words}.`)
  })
}
