import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { requestCounter } from './request-counter.ts'

describe('requestCounter()', () => {
  it('lets so many through in each minute, for each key', () => {
    let nowMs = 60_000 * 1_000
    const count = requestCounter({ maxPerMinute: 2, now: () => nowMs })
    count('one')
    count('one')
    assert.throws(() => count('one'), { code: 'too-many', message: 'Too many requests. Please wait a moment.' })
    count('other')
    nowMs += 59_999
    assert.throws(() => count('one'))
    nowMs += 1
    count('one')
  })

  it('says how many seconds are left of the minute', () => {
    let nowMs = 60_000 * 1_000
    const count = requestCounter({ maxPerMinute: 0, now: () => nowMs })
    for (const [passedMs, retryAfterSeconds] of [
      [0, 60],
      [12_345, 48],
      [59_999, 1],
    ] as const) {
      nowMs = 60_000 * 1_000 + passedMs
      assert.throws(() => count('one'), { retryAfterSeconds })
    }
  })

  it('begins anew when the clock is set back', () => {
    let nowMs = 60_000 * 1_000
    const count = requestCounter({ maxPerMinute: 1, now: () => nowMs })
    count('one')
    nowMs -= 3_600_000
    count('one')
    assert.throws(() => count('one'))
  })

  it('remembers 100,000 keys and no more', () => {
    const count = requestCounter({ maxPerMinute: 1, now: () => 0 })
    for (let number = 0; number < 100_000; number++) count(`key ${number}`)
    assert.throws(() => count('key 0'))
    count('one too many')
    assert.throws(() => count('key 1'))
    count('key 0')
  })
})
