import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import type { EndReason } from '#shared/model.ts'
import { type Schedule, scheduleSchema } from '#shared/schedule.ts'
import { addTestAccount } from '#store/contract/test-account.ts'
import type { Store } from '#store/store.ts'
import { isFullMeasure } from '../../test/support/measure.ts'
import { openTestStore } from '../../test/support/storage.ts'
import { nextRun, offsetOf } from './next-run.ts'
import { runSchedules, type ScheduleRunDeps } from './run-schedules.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const limits = {
  minMinutes: 60,
  spreadMinutes: 30,
  maxCrawlLimit: 500,
  maxActiveCrawls: 100,
  maxStorageBytes: 1e9,
  allowsOwnRules: true,
  allowsHostMaps: true,
}
const proof = { method: 'dns', host: 'a.test', atMs: 5 } as const

/** Change their clocks on different days, by an hour or half an hour, or no more. */
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Atlantic/Azores',
  'Pacific/Auckland',
  'America/St_Johns',
  'Africa/Cairo',
]
/** Where clocks are changed, some of them. */
const times = ['00:00', '00:30', '01:30', '02:00', '02:30', '03:00', '23:30', '12:00', '02:15', '01:00']

async function openWatched(store: Store, { nowMs, schedules }: { nowMs: number; schedules: Partial<Schedule>[] }) {
  const clock = { nowMs }
  const woken: number[] = []
  const deps: ScheduleRunDeps = {
    store,
    limits: { ...limits },
    now: () => clock.nowMs,
    wake: () => void woken.push(clock.nowMs),
    findProofs: async () => [],
  }
  const { ownerId } = await addTestAccount(store)
  const websites: { id: number; url: string }[] = []
  for (const [index, given] of schedules.entries()) {
    const url = `https://site-${index}.test/`
    const id = await crawl(store, { ownerId, url, nowMs: nowMs - DAY_MS })
    const schedule = scheduleSchema.parse({ frequency: 'daily', ...given })
    const nextMs = nextRun(schedule, { afterMs: nowMs, offsetMs: offsetOf({ id, url }, limits) })
    await store.schedules.save({ websiteId: id, ownerId, schedule, nextMs, maxPerOwner: 100 })
    websites.push({ id, url })
  }
  return { clock, deps, ownerId, websites, woken }
}

interface OneCrawl {
  ownerId: number
  url: string
  nowMs: number
  options?: Partial<typeof defaultCrawlOptions>
}

async function crawl(store: Store, { ownerId, url, nowMs, options }: OneCrawl): Promise<number> {
  const { websiteId } = await store.websites.startCrawl({
    ownerId,
    url,
    crawlLimit: 5,
    options: { ...defaultCrawlOptions, ...options },
    nowMs,
  })
  await endAll(store, { nowMs })
  return websiteId
}

/** Ends what is waiting; returns the moments at which those crawls were started. */
async function endAll(store: Store, about: { nowMs: number; reason?: EndReason }): Promise<number[]> {
  const started: number[] = []
  for (;;) {
    const claim = await store.crawls.claim('worker', about.nowMs, 1_000)
    if (claim === null) return started
    const row = await store.reading.crawl(claim.crawlId)
    started.push(row?.createdMs ?? 0)
    await store.crawls.end(claim, { reason: about.reason ?? 'finished', sentence: 'Done.', endedMs: about.nowMs })
  }
}

const dayIn = (timeZone: string, ms: number) =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(ms)

describe('scheduled runs', () => {
  const days = isFullMeasure ? 1_000 : 20
  it(`are neither missed nor doubled in ${days} days of ten time zones, by two processes that are killed`, async () => {
    await using store = await openTestStore({ keptCrawls: 2 })
    const fromMs = Date.UTC(2026, 2, 20)
    const schedules = zones.map((timeZone, index) => ({ timeZone, time: times[index] ?? '' }))
    const { clock, deps, websites } = await openWatched(store, { nowMs: fromMs, schedules })
    const runs = new Map(websites.map(({ id }) => [id, [] as number[]]))
    /** Dies before any of its transactions ends: they leave nothing. */
    const killed: ScheduleRunDeps = {
      ...deps,
      store: { ...store, schedules: { ...store.schedules, run: () => Promise.reject(new Error('killed')) } },
    }
    for (let step = 0; clock.nowMs < fromMs + days * DAY_MS; step++) {
      clock.nowMs += 6 * 60 * MINUTE_MS
      if (step % 3 === 0) await runSchedules(killed).catch(() => {})
      await Promise.all([runSchedules(deps), runSchedules(deps)])
      for (const { id } of websites) {
        const [newest] = await store.reading.crawls(id)
        if (newest?.status === 'pending') {
          const row = await store.schedules.find(id)
          runs.get(id)?.push(row?.lastMs ?? 0)
        }
      }
      await endAll(store, { nowMs: clock.nowMs })
      while (await store.sweep(clock.nowMs, 1_000)) {}
    }
    for (const [index, { id, url }] of websites.entries()) {
      const zone = zones[index] ?? ''
      const found = (runs.get(id) ?? []).map(ms => dayIn(zone, ms - offsetOf({ id, url }, limits)))
      assert.equal(new Set(found).size, found.length, `${zone}: a day has two runs`)
      const [first, last] = [Date.parse(found[0] ?? ''), Date.parse(found.at(-1) ?? '')]
      assert.equal((last - first) / DAY_MS, found.length - 1, `${zone}: a day has no run`)
      assert.ok(found.length >= days - 1, `${zone}: ${found.length} of ${days} days`)
    }
  })

  it('are made up once when they were missed', async () => {
    await using store = await openTestStore()
    const nowMs = Date.UTC(2026, 0, 1)
    const { clock, deps, websites, woken } = await openWatched(store, { nowMs, schedules: [{ time: '03:00' }] })
    clock.nowMs += 5.5 * DAY_MS
    await runSchedules(deps)
    await endAll(store, { nowMs: clock.nowMs })
    await runSchedules(deps)
    assert.equal(woken.length, 1)
    const row = await store.schedules.find(websites[0]?.id ?? 0)
    assert.equal(
      new Date((row?.nextMs ?? 0) - offsetOf(websites[0] ?? { id: 0, url: '' }, limits)).toISOString(),
      '2026-01-07T03:00:00.000Z',
    )
  })

  it('are paused with a sentence after five failed crawls', async () => {
    await using store = await openTestStore()
    const nowMs = Date.UTC(2026, 0, 1)
    const { clock, deps, ownerId, websites } = await openWatched(store, { nowMs, schedules: [{}] })
    for (let day = 0; day < 6; day++) {
      clock.nowMs += DAY_MS
      await runSchedules(deps)
      await endAll(store, { nowMs: clock.nowMs, reason: 'start-unreachable' })
    }
    const row = await store.schedules.find(websites[0]?.id ?? 0)
    assert.deepEqual([row?.schedule.isPaused, row?.nextMs], [true, null])
    assert.match(row?.sentence ?? '', /The last 5 crawls failed/)
    const websiteId = websites[0]?.id ?? 0
    assert.equal((await store.reading.crawls(websiteId)).length, 6)
    const schedule = { ...(row?.schedule ?? scheduleSchema.parse({ frequency: 'daily' })), isPaused: false }
    await store.schedules.save({ websiteId, ownerId, schedule, nextMs: clock.nowMs, maxPerOwner: 1 })
    await runSchedules(deps)
    assert.equal((await store.reading.crawls(websiteId)).length, 7, 'a resumed schedule has a run')
  })

  it('wait for storage and for other crawls, and are tried again soon', async () => {
    await using store = await openTestStore()
    const nowMs = Date.UTC(2026, 0, 1)
    const { clock, deps, websites, woken } = await openWatched(store, { nowMs, schedules: [{}] })
    const websiteId = websites[0]?.id ?? 0
    clock.nowMs += DAY_MS
    for (const [changed, sentence] of [
      [{ maxStorageBytes: 0 }, /storage of the server is full/],
      [{ maxActiveCrawls: 0 }, /Too many crawls/],
    ] as const) {
      await runSchedules({ ...deps, limits: { ...limits, ...changed } })
      const row = await store.schedules.find(websiteId)
      assert.match(row?.sentence ?? '', sentence)
      assert.equal(row?.nextMs, clock.nowMs + 15 * MINUTE_MS)
      clock.nowMs += 15 * MINUTE_MS
    }
    await runSchedules(deps)
    assert.equal(woken.length, 1)
  })

  it('with a host map are held to what the operator allows now', async () => {
    await using store = await openTestStore()
    const nowMs = Date.UTC(2026, 0, 1)
    const { clock, deps, ownerId, websites, woken } = await openWatched(store, { nowMs, schedules: [{}] })
    const [{ id, url } = { id: 0, url: '' }] = websites
    await crawl(store, { ownerId, url, nowMs, options: { hostMap: ['site-0.test 192.0.2.1'] } })
    clock.nowMs += DAY_MS
    await runSchedules({ ...deps, limits: { ...limits, allowsHostMaps: false } })
    assert.match((await store.schedules.find(id))?.sentence ?? '', /operator lets no crawl name the IP addresses/)
    clock.nowMs += DAY_MS
    await runSchedules(deps)
    assert.equal(woken.length, 1)
  })

  it('with rules of their own need the proof of today', async () => {
    await using store = await openTestStore()
    const nowMs = Date.UTC(2026, 0, 1)
    const { clock, deps, ownerId, websites } = await openWatched(store, { nowMs, schedules: [{}] })
    const [{ id, url } = { id: 0, url: '' }] = websites
    await crawl(store, { ownerId, url, nowMs, options: { obeysRobots: false, ownership: proof } })
    const sentenceOf = async () => (await store.schedules.find(id))?.sentence
    clock.nowMs += DAY_MS
    await runSchedules({ ...deps, limits: { ...limits, allowsOwnRules: false } })
    assert.match((await sentenceOf()) ?? '', /operator lets no crawl/)
    clock.nowMs += DAY_MS
    await runSchedules(deps)
    assert.match((await sentenceOf()) ?? '', /proof that the website is yours was not found/)
    clock.nowMs += DAY_MS
    const newProof = { ...proof, atMs: 9 }
    await runSchedules({ ...deps, findProofs: async () => [newProof] })
    const [newest] = await store.reading.crawls(id)
    assert.deepEqual([await sentenceOf(), newest?.options.ownership], ['', newProof])
  })
})
