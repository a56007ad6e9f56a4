import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUnavailableBy } from './unavailable-after.ts'

/** Directives as they come from the collectors: lower case, commas joined again. */
const rows: [token: string, lastMoment: string | null][] = [
  ['unavailable_after:25 jun 2010 15:00:00 pst', '2010-06-25T23:00:00Z'],
  ['unavailable_after: saturday, 25-jun-10 15:00:00 gmt', '2010-06-25T15:00:00Z'],
  ['unavailable_after:fri, 25 jun 2010 15:00 +0200', '2010-06-25T13:00:00Z'],
  ['unavailable_after:2010-06-25t15:00:00z', '2010-06-25T15:00:00Z'],
  ['unavailable_after:2010-06-25t15:00:00-01:30', '2010-06-25T16:30:00Z'],
  // No zone: past only where it is past everywhere.
  ['unavailable_after:2010-06-25', '2010-06-25T14:00:00Z'],
  ['unavailable_after:2010-06-25 15:00:00', '2010-06-26T05:00:00Z'],
  ['unavailable_after:25 june 2010', '2010-06-25T14:00:00Z'],
  ['unavailable_after:25 jun 2010 15:00:00 xyz', '2010-06-26T05:00:00Z'],
  ['unavailable_after:31 jun 2010 15:00:00 gmt', null],
  ['unavailable_after:25 foo 2010 15:00:00 gmt', null],
  ['unavailable_after:soon', null],
  ['unavailable_after:', null],
  ['max-snippet:20', null],
  ['noindex', null],
]
for (const [token, lastMoment] of rows) {
  test(`${token} ends ${lastMoment ?? 'never'}`, () => {
    if (lastMoment === null) assert.equal(isUnavailableBy(token, Number.MAX_SAFE_INTEGER), false)
    else {
      const endMs = Date.parse(lastMoment)
      assert.deepEqual([isUnavailableBy(token, endMs), isUnavailableBy(token, endMs + 1)], [false, true])
    }
  })
}
