import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { scheduleSchema } from '#shared/schedule.ts'
import { command, schedulesTable } from './schedules.ts'
import { assertRefused } from './test-refusal.ts'

const misused: [name: string, operands: string[], flags: Record<string, string>, sentence: RegExp][] = [
  ['no action', [], {}, /^Say what to do/],
  ['an unknown action', ['start', '1'], {}, /^Say what to do/],
  ['a list of one', ['list', '1'], {}, /^schedules list takes no ID/],
  ['no id', ['set'], {}, /^Name the website by its number/],
  ['an id that is none', ['pause', 'x'], {}, /^Name the website by its number/],
  ['an option of another action', ['pause', '1'], { at: '03:00' }, /^--at is no option of schedules pause/],
  ['an unknown interval', ['set', '1'], { every: 'hour' }, /^--every must be day, week or month/],
  ['an unknown weekday', ['set', '1'], { every: 'week', on: '5' }, /^--on must be a weekday/],
  ['a day of a day', ['set', '1'], { on: '5' }, /^--on is an option of --every week/],
  ['two ways to say when', ['set', '1'], { cron: '0 0 * * *', at: '03:00' }, /^--cron says when already/],
  ['no server', ['list'], {}, /^Name the server/],
]

describe('sitesounder schedules', () => {
  for (const [name, operands, flags, sentence] of misused)
    it(`refuses ${name} with one sentence`, () => assertRefused(command, { operands, flags, sentence }))

  it('lists schedules as a table', () => {
    const schedule = scheduleSchema.parse({ frequency: 'weekly', timeZone: 'Europe/Berlin' })
    const planned = {
      websiteId: 7,
      url: 'https://a.test/',
      schedule,
      state: 'active' as const,
      sentence: '',
      nextRunAt: '2026-01-05T02:00:00.000Z',
      lastRunAt: null,
      lastResult: null,
    }
    assert.equal(
      schedulesTable([planned]),
      `id  state   next crawl            schedule                              url
7   active  2026-01-05 02:00 UTC  Every Monday at 03:00, Europe/Berlin  https://a.test/
`,
    )
  })
})
