import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Schedule, scheduleSchema } from '#shared/schedule.ts'
import { checkSchedule, nextRun, offsetOf } from './next-run.ts'

const limits = { minMinutes: 60, spreadMinutes: 30 }
const schedule = (given: Partial<Schedule>) => scheduleSchema.parse({ frequency: 'daily', ...given })
const at = (iso: string) => Date.parse(iso)
const next = (given: Partial<Schedule>, after: string, offsetMs = 0) => {
  const ms = nextRun(schedule(given), { afterMs: at(after), offsetMs })
  return ms === null ? null : new Date(ms).toISOString()
}

const berlin = { timeZone: 'Europe/Berlin' }
const cases: [string, Partial<Schedule>, string, string | null][] = [
  ['every day', { time: '03:00' }, '2026-01-01T02:59:59Z', '2026-01-01T03:00:00.000Z'],
  ['the next day, once it has begun', { time: '03:00' }, '2026-01-01T03:00:00Z', '2026-01-02T03:00:00.000Z'],
  ['in a time zone', { ...berlin, time: '03:00' }, '2026-07-01T00:00:00Z', '2026-07-01T01:00:00.000Z'],
  ['a skipped time', { ...berlin, time: '02:30' }, '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
  ['a time that comes twice, once', { ...berlin, time: '02:30' }, '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
  ['on a weekday', { frequency: 'weekly', weekday: 0 }, '2026-01-01T00:00:00Z', '2026-01-04T03:00:00.000Z'],
  ['on a day of the month', { frequency: 'monthly', day: 28 }, '2026-02-28T03:00:00Z', '2026-03-28T03:00:00.000Z'],
  ['by cron', { frequency: 'cron', cron: '15 4 * * 1-5' }, '2026-01-03T00:00:00Z', '2026-01-05T04:15:00.000Z'],
  ['never by what is no expression', { frequency: 'cron', cron: 'x' }, '2026-01-01T00:00:00Z', null],
  ['never on a date that does not exist', { frequency: 'cron', cron: '0 0 31 2 *' }, '2026-01-01T00:00:00Z', null],
  ['never while paused', { isPaused: true }, '2026-01-01T00:00:00Z', null],
]

const refused: [string, Partial<Schedule>, RegExp][] = [
  ['an unknown time zone', { timeZone: 'Mars/Base' }, /no time zone “Mars\/Base”/],
  ['what is no expression', { frequency: 'cron', cron: 'x' }, /five fields/],
  ['seconds', { frequency: 'cron', cron: '0 0 0 * * *' }, /five fields/],
  ['a name for an expression', { frequency: 'cron', cron: '@daily' }, /five fields/],
  ['a date that does not exist', { frequency: 'cron', cron: '0 0 31 2 *' }, /no date that exists/],
  ['every minute', { frequency: 'cron', cron: '* * * * *' }, /at least 60 minutes apart/],
  ['two runs close together', { frequency: 'cron', cron: '0,30 3 * * *' }, /at least 60 minutes apart/],
]

describe('a schedule', () => {
  for (const [name, given, after, expected] of cases)
    it(`runs ${name}`, () => assert.equal(next(given, after), expected))

  for (const [name, given, message] of refused)
    it(`is refused for ${name}`, () => {
      const check = checkSchedule(schedule(given), limits, at('2026-01-01T00:00:00Z'))
      assert.match(check.ok ? '' : check.message, message)
    })

  it('is accepted every hour', () => {
    const hourly = schedule({ frequency: 'cron', cron: '0 * * * *', ...berlin })
    assert.deepEqual(checkSchedule(hourly, limits, at('2026-10-24T00:00:00Z')), { ok: true })
  })

  it('begins later by the offset of its website, which stays and is shorter than the spread', () => {
    assert.equal(next({ time: '03:00' }, '2026-01-01T03:05:00Z', 600_000), '2026-01-01T03:10:00.000Z')
    assert.equal(next({ time: '03:00' }, '2026-01-01T03:10:00Z', 600_000), '2026-01-02T03:10:00.000Z')
    const offsets = Array.from({ length: 300 }, (_, id) => offsetOf({ id, url: 'https://a.test/' }, limits))
    assert.deepEqual(
      offsets,
      Array.from({ length: 300 }, (_, id) => offsetOf({ id, url: 'https://a.test/' }, limits)),
    )
    assert.ok(new Set(offsets).size > 20)
    assert.ok(offsets.every(ms => ms >= 0 && ms < 30 * 60_000))
    assert.equal(offsetOf({ id: 7, url: '' }, { ...limits, spreadMinutes: 0 }), 0)
  })
})
