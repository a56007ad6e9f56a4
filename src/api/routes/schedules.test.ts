import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCrawl } from '#report/test-crawl.ts'
import type { EndReason } from '#shared/model.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import type { TestVisitor } from '../test-visitor.ts'

const weekly = { frequency: 'weekly', weekday: 1, time: '03:00', timeZone: 'Europe/Berlin' }

async function openUser(test: TestApp, reason?: EndReason): Promise<{ ann: TestVisitor; path: string; id: number }> {
  await test.addAccount('ann')
  const ann = test.visitor()
  await ann.signIn('ann')
  const url = 'https://a.test/'
  const ownerId = await ann.ownerId()
  const { websiteId } = await addCrawl(test.store, { ownerId, url, pages: [{ url }], nowMs: test.clock.nowMs })
  if (reason) {
    const { crawlId } = await addCrawl(test.store, { ownerId, url, pages: [], nowMs: test.clock.nowMs, isEnded: false })
    const claim = await test.store.crawls.claim('worker', test.clock.nowMs + 1e9, 1_000, crawlId)
    assert.ok(claim)
    await test.store.crawls.end(claim, { reason, sentence: 'No response.', endedMs: test.clock.nowMs })
  }
  return { ann, path: `/api/websites/${websiteId}/schedule`, id: websiteId }
}

async function send(visitor: TestVisitor, path: string, body?: unknown) {
  const response = await (body === undefined ? visitor.get(path) : visitor.post(path, body))
  const text = await response.text()
  return { status: response.status, body: response.ok ? JSON.parse(text) : text }
}

const refused: [string, object, string][] = [
  [
    'an unknown time zone',
    { timeZone: 'Mars/Base' },
    'There is no time zone “Mars/Base”. Enter one such as Europe/Berlin.',
  ],
  ['a time that is none', { time: '24:00' }, 'Enter a time such as 03:00'],
  ['a day that some months lack', { day: 31 }, 'The day of the month must be 1 to 28'],
  [
    'a run every minute',
    { frequency: 'cron', cron: '* * * * *' },
    'Two crawls of a schedule must be at least 60 minutes apart.',
  ],
]

describe('schedules', () => {
  it('are set, paused, listed and deleted', async () => {
    await using test = await openTestApp({ schedules: { minMinutes: 60, spreadMinutes: 0 } })
    const { ann, path, id } = await openUser(test)
    assert.deepEqual(await send(ann, path), { status: 200, body: { planned: null, maxSchedules: 20, minMinutes: 60 } })
    const { body } = await send(ann, path, weekly)
    const planned = {
      websiteId: id,
      url: 'https://a.test/',
      schedule: { ...weekly, day: 1, cron: '', isPaused: false },
      state: 'active',
      sentence: '',
      nextRunAt: '2026-01-05T02:00:00.000Z',
      lastRunAt: null,
      lastResult: null,
    }
    assert.deepEqual(body.planned, planned)
    assert.deepEqual((await send(ann, '/api/schedules')).body, [planned])
    const paused = await send(ann, path, { ...weekly, isPaused: true })
    assert.deepEqual([paused.body.planned.state, paused.body.planned.nextRunAt], ['paused', null])
    assert.equal((await send(ann, `${path}/delete`, {})).body.planned, null)
    assert.deepEqual((await send(ann, '/api/schedules')).body, [])
  })

  for (const [name, changes, message] of refused)
    it(`are refused with ${name}`, async () => {
      await using test = await openTestApp()
      const { ann, path } = await openUser(test)
      assert.deepEqual(await send(ann, path, { ...weekly, ...changes }), { status: 400, body: message })
    })

  it('are for signed-in users, as many as the operator allows', async () => {
    await using test = await openTestApp({ maxSchedules: 0 })
    const { ann, path } = await openUser(test)
    assert.deepEqual(await send(ann, path, weekly), {
      status: 409,
      body: 'The operator of this server allows no scheduled crawls.',
    })
    const visitor = test.visitor()
    await visitor.get('/')
    const url = 'https://b.test/'
    const crawl = { ownerId: await visitor.ownerId(), url, pages: [{ url }], nowMs: test.clock.nowMs }
    const { websiteId } = await addCrawl(test.store, crawl)
    assert.deepEqual(await send(visitor, `/api/websites/${websiteId}/schedule`, weekly), {
      status: 401,
      body: 'Please sign in first: websites of signed-in users only are monitored.',
    })
  })

  const failures: [max: number, reason: 'full' | 'gone', status: number, sentence: string][] = [
    [1, 'full', 409, 'At most 1 website of yours can be crawled on a schedule. Delete a schedule first.'],
    [2, 'full', 409, 'At most 2 websites of yours can be crawled on a schedule. Delete a schedule first.'],
    [2, 'gone', 404, 'Website not found'],
  ]
  for (const [maxSchedules, reason, status, sentence] of failures)
    it(`are refused where ${maxSchedules} are allowed and the store says ${reason}`, async () => {
      await using test = await openTestApp({ maxSchedules })
      const { ann, path } = await openUser(test)
      test.store.schedules.save = async () => ({ ok: false, reason })
      assert.deepEqual(await send(ann, path, weekly), { status, body: sentence })
    })

  it('say that the last crawl failed', async () => {
    await using test = await openTestApp()
    const { ann, path } = await openUser(test, 'start-unreachable')
    const { body } = await send(ann, path, weekly)
    assert.deepEqual([body.planned.state, body.planned.sentence], ['failing', 'The last crawl failed: No response.'])
  })
})
