import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isoDay, isoTime } from './iso-time.ts'

test('times and days are written in UTC', () => {
  const ms = Date.UTC(2026, 0, 31, 23, 59, 59, 999)
  assert.equal(isoTime(ms), '2026-01-31T23:59:59.999Z')
  assert.equal(isoTime(null), null)
  assert.equal(isoDay(ms), '2026-01-31')
})
