import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PlannedSchedule } from '#shared/api/schedules.ts'
import { AppError } from '#shared/errors.ts'
import { scheduleSchema } from '#shared/schedule.ts'
import { command, schedulesTable } from './schedules.ts'
import { serveApi } from './test-api-server.ts'
import { printedBy } from './test-printed.ts'
import { assertRefused } from './test-refusal.ts'

const misused: [name: string, operands: string[], flags: Record<string, string>, sentence: RegExp][] = [
  ['no action', [], {}, /^Say what to do/],
  ['an unknown action', ['start', '1'], {}, /^Say what to do/],
  ['a list of one', ['list', '1'], {}, /^schedules list takes no ID/],
  ['too much', ['set', '1', '2'], {}, /^Say what to do/],
  ['no id', ['set'], {}, /^Name the website by its number/],
  ['an id that is none', ['pause', 'x'], {}, /^Name the website by its number/],
  ['an option of another action', ['pause', '1'], { at: '03:00' }, /^--at is no option of schedules pause/],
  ['an unknown interval', ['set', '1'], { every: 'hour' }, /^--every must be day, week or month/],
  ['a lower number than none', ['set', '-1'], {}, /^Name the website by its number/],
  ['an unknown weekday', ['set', '1'], { every: 'week', on: '5' }, /^--on must be a weekday/],
  ['a day of a day', ['set', '1'], { on: '5' }, /^--on is an option of --every week/],
  ['two ways to say when', ['set', '1'], { cron: '0 0 * * *', at: '03:00' }, /^--cron says when already/],
  ['no server', ['list'], {}, /^Name the server/],
]

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
const websiteSchedule = (of: PlannedSchedule | null) => ({ planned: of, maxSchedules: 3, minMinutes: 60 })

describe('sitesounder schedules', () => {
  for (const [name, operands, flags, sentence] of misused)
    it(`refuses ${name} with one sentence`, () => assertRefused(command, { operands, flags, sentence }))

  it('lists schedules as a table', async () => {
    await using server = await serveApi({
      'GET /api/schedules': [planned, { ...planned, websiteId: 12, state: 'paused', nextRunAt: null }],
    })
    assert.deepEqual(await printedBy(command, { operands: ['list'], settings: server.settings }), {
      code: 0,
      stdout: `id  state   next crawl            schedule                              url
7   active  2026-01-05 02:00 UTC  Every Monday at 03:00, Europe/Berlin  https://a.test/
12  paused  none                  Every Monday at 03:00, Europe/Berlin  https://a.test/
`,
      stderr: '',
    })
    assert.deepEqual(server.requests, [['GET /api/schedules']])
    assert.equal(schedulesTable([]), 'There are no schedules.\n')
  })

  const zone = { 'time-zone': 'UTC' }
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const sent: [name: string, flags: Record<string, string>, body: unknown][] = [
    ['every day where nothing is said', {}, { frequency: 'daily', timeZone: here }],
    [
      'every day at a time',
      { ...zone, every: 'day', at: '04:30' },
      { frequency: 'daily', timeZone: 'UTC', time: '04:30' },
    ],
    ['every week', { ...zone, every: 'week' }, { frequency: 'weekly', timeZone: 'UTC' }],
    ['on Sundays', { ...zone, every: 'week', on: 'sunday' }, { frequency: 'weekly', timeZone: 'UTC', weekday: 0 }],
    [
      'on a day of the month',
      { ...zone, every: 'month', on: '28' },
      { frequency: 'monthly', timeZone: 'UTC', day: 28 },
    ],
    ['by a cron expression', { ...zone, cron: '5 4 * * *' }, { frequency: 'cron', cron: '5 4 * * *', timeZone: 'UTC' }],
  ]
  for (const [name, flags, body] of sent)
    it(`sets a schedule: ${name}`, async () => {
      await using server = await serveApi({ 'POST /api/websites/7/schedule': websiteSchedule(planned) })
      const { code, stdout } = await printedBy(command, { operands: ['set', '7'], flags, settings: server.settings })
      assert.deepEqual(
        [code, stdout],
        [0, 'Every Monday at 03:00, Europe/Berlin. The next crawl begins at 2026-01-05 02:00 UTC.\n'],
      )
      assert.deepEqual(server.requests, [['POST /api/websites/7/schedule', body]])
    })

  it('pauses and resumes a schedule, which stays as it is', async () => {
    for (const action of ['pause', 'resume'] as const) {
      const isPaused = action === 'pause'
      const changed = isPaused ? { ...planned, nextRunAt: null } : planned
      await using server = await serveApi({
        'GET /api/websites/7/schedule': websiteSchedule(planned),
        'POST /api/websites/7/schedule': websiteSchedule(changed),
      })
      const call = { operands: [action, '7'], settings: server.settings }
      const when = 'Every Monday at 03:00, Europe/Berlin'
      const printed = isPaused ? `${when}: paused.\n` : `${when}. The next crawl begins at 2026-01-05 02:00 UTC.\n`
      assert.deepEqual(await printedBy(command, call), { code: 0, stdout: printed, stderr: '' })
      assert.deepEqual(server.requests, [
        ['GET /api/websites/7/schedule'],
        ['POST /api/websites/7/schedule', { ...schedule, isPaused }],
      ])
      const { stdout } = await printedBy(command, { ...call, flags: { json: 'true' } })
      assert.deepEqual(JSON.parse(stdout), { planned: changed })
    }
  })

  it('pauses no schedule of a website that has none, and says that it may have gone meanwhile', async () => {
    await using server = await serveApi({
      'GET /api/websites/7/schedule': websiteSchedule(null),
      'POST /api/websites/7/schedule': websiteSchedule(null),
    })
    const { settings } = server
    await assert.rejects(
      printedBy(command, { operands: ['pause', '7'], settings }),
      new AppError('not-found', 'The website 7 has no schedule: schedules set 7 adds one.'),
    )
    assert.equal(server.requests.length, 1)
    const { stdout } = await printedBy(command, { operands: ['set', '7'], settings })
    assert.equal(stdout, 'The website has no schedule.\n')
  })

  it('deletes a schedule', async () => {
    await using server = await serveApi({ 'POST /api/websites/7/schedule/delete': websiteSchedule(null) })
    const call = { operands: ['delete', '7'], settings: server.settings }
    assert.deepEqual(await printedBy(command, call), { code: 0, stdout: 'The schedule is deleted.\n', stderr: '' })
    assert.equal((await printedBy(command, { ...call, flags: { json: 'true' } })).stdout, '{"planned":null}\n')
    assert.deepEqual(server.requests[0], ['POST /api/websites/7/schedule/delete'])
  })
})
