import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Schedule, scheduleSchema } from '#shared/schedule.ts'
import type { DueSchedule, Store } from '../store.ts'
import { crawlOnce } from './crawl-once.ts'
import { addTestAccount } from './test-account.ts'
import { LEASE_MS, type OpenStore, SITE } from './test-crawl.ts'

const DAY_MS = 86_400_000
const gone = { ok: false, reason: 'gone' }
const daily: Schedule = scheduleSchema.parse({ frequency: 'daily' })

/** A website of an account, with one ended crawl. */
async function addWebsite(store: Store, ownerId: number, url = `${SITE}/`): Promise<number> {
  await crawlOnce(store, { ownerId, url, nowMs: 1_000 })
  const website = (await store.websites.list(ownerId)).find(each => each.url === url)
  return website?.id ?? 0
}

async function openScheduled(store: Store, { nextMs = 10_000 }: { nextMs?: number | null } = {}) {
  const { id: accountId, ownerId } = await addTestAccount(store)
  const websiteId = await addWebsite(store, ownerId)
  assert.deepEqual(await save(store, { websiteId, ownerId, nextMs }), { ok: true })
  return { accountId, ownerId, websiteId }
}

function save(store: Store, about: { websiteId: number; ownerId: number; nextMs?: number | null }) {
  return store.schedules.save({ schedule: daily, nextMs: 10_000, maxPerOwner: 2, ...about })
}

async function dueOne(store: Store, nowMs: number): Promise<DueSchedule> {
  const [due] = await store.schedules.due(nowMs, 10)
  assert.ok(due)
  return due
}

const run = (store: Store, due: DueSchedule, nowMs = due.nextMs) =>
  store.schedules.run({ due, nextMs: due.nextMs + DAY_MS, maxCrawlLimit: 3, ownership: null, nowMs })

export function schedulesContract(open: OpenStore): void {
  describe('schedules of websites', () => {
    it('are one for each website, limited for each owner, and go with their website', async () => {
      await using store = await open()
      const { ownerId, websiteId } = await openScheduled(store)
      const second = await addWebsite(store, ownerId, `${SITE}/second`)
      const third = await addWebsite(store, ownerId, `${SITE}/third`)
      assert.deepEqual(await save(store, { websiteId: second, ownerId }), { ok: true })
      assert.deepEqual(await save(store, { websiteId: third, ownerId }), { ok: false, reason: 'full' })
      assert.deepEqual(await save(store, { websiteId, ownerId, nextMs: 20_000 }), { ok: true })
      assert.deepEqual(await store.schedules.find(websiteId), {
        websiteId,
        url: `${SITE}/`,
        schedule: daily,
        nextMs: 20_000,
        lastMs: null,
        result: null,
        sentence: '',
      })
      await store.schedules.remove(websiteId)
      await save(store, { websiteId, ownerId })
      const listed = async () => (await store.schedules.list(ownerId)).map(each => each.websiteId)
      assert.deepEqual(await listed(), [websiteId, second])
      await store.websites.clear(websiteId, ownerId)
      assert.equal(await store.schedules.find(websiteId), null)
      assert.deepEqual(await save(store, { websiteId, ownerId }), { ok: false, reason: 'gone' })
      assert.deepEqual(await listed(), [second])
      assert.deepEqual(await save(store, { websiteId: third, ownerId }), { ok: true })
      assert.deepEqual([await store.schedules.remove(second), await store.schedules.remove(second)], [true, false])
    })

    it('are set for no website that is gone, nor are checks between its crawls', async () => {
      await using store = await open()
      const { ownerId, websiteId } = await openScheduled(store)
      await store.websites.clear(websiteId, ownerId)
      const settings = { urls: [`${SITE}/`], minutes: 15, slowMs: 1_000 }
      const saved = await store.lightChecks.save({ websiteId, ownerId, settings, nextMs: 5, maxPerOwner: 9 })
      assert.deepEqual([saved, await save(store, { websiteId, ownerId })], [gone, gone])
    })

    it('are due once their time has come, unless they are paused or their account is disabled', async () => {
      await using store = await open()
      const { accountId, ownerId, websiteId } = await openScheduled(store)
      const isDue = async (nowMs: number) => (await store.schedules.due(nowMs, 10)).length
      assert.deepEqual([await isDue(9_999), await isDue(10_000)], [0, 1])
      await store.accounts.setDisabled(accountId, true)
      assert.equal(await isDue(10_000), 0)
      await store.accounts.setDisabled(accountId, false)
      await save(store, { websiteId, ownerId, nextMs: null })
      assert.equal(await isDue(10_000), 0)
    })

    it('start a crawl like the newest one, with the thresholds of now, once for all who claim the run', async () => {
      await using store = await open()
      const { ownerId, websiteId } = await openScheduled(store)
      const values = [{ name: 'any', value: 3 }]
      await store.settings.setThresholds({ websiteId, checkId: 'title-missing', values, decide: () => {} })
      const due = await dueOne(store, 10_000)
      const runs = await Promise.all([run(store, due), run(store, due), run(store, due)])
      const [own, ...others] = runs.filter(each => each !== null)
      assert.deepEqual([own?.result, others], ['started', []])
      const website = await store.websites.find(websiteId, ownerId)
      assert.deepEqual(
        [website?.crawl.id, website?.crawl.crawlLimit, website?.crawl.createdMs, website?.crawl.options.thresholds],
        [own?.crawlId, 3, 10_000, [{ checkId: 'title-missing', ...values[0] }]],
      )
      assert.equal((await store.crawls.claim('worker', 10_000, LEASE_MS))?.crawlId, own?.crawlId)
      const { nextMs, lastMs, result } = (await store.schedules.find(websiteId)) ?? {}
      assert.deepEqual({ nextMs, lastMs, result }, { nextMs: 10_000 + DAY_MS, lastMs: 10_000, result: 'started' })
    })

    it('start none while a crawl of the website is running, and say so', async () => {
      await using store = await open()
      const { websiteId } = await openScheduled(store)
      const first = await run(store, await dueOne(store, 10_000))
      const second = await run(store, await dueOne(store, 10_000 + DAY_MS))
      assert.deepEqual(second, { result: 'running', crawlId: first?.crawlId })
      const row = await store.schedules.find(websiteId)
      assert.deepEqual(
        [row?.result, row?.sentence, row?.nextMs],
        ['running', 'The crawl before was still running, so none was started.', 10_000 + 2 * DAY_MS],
      )
    })

    it('are claimed by none once they have changed or their website is cleared', async () => {
      await using store = await open()
      const { ownerId, websiteId } = await openScheduled(store)
      const due = await dueOne(store, 10_000)
      await save(store, { websiteId, ownerId, nextMs: 11_000 })
      const skipped = { due, nextMs: 12_000, nowMs: 10_000, sentence: 'No.' }
      assert.deepEqual(
        [await run(store, due), await store.schedules.skip(skipped), await store.schedules.pause(skipped)],
        [null, false, false],
      )
      const changed = await dueOne(store, 11_000)
      await store.websites.clear(websiteId, ownerId)
      assert.equal(await run(store, changed), null)
    })

    it('keep why a run was skipped, and why they were paused', async () => {
      await using store = await open()
      const { websiteId } = await openScheduled(store)
      const state = async () => {
        const row = await store.schedules.find(websiteId)
        return [row?.nextMs, row?.schedule.isPaused, row?.result, row?.sentence]
      }
      const due = await dueOne(store, 10_000)
      assert.equal(await store.schedules.skip({ due, nextMs: 12_000, nowMs: 10_000, sentence: 'Full.' }), true)
      assert.deepEqual(await state(), [12_000, false, 'refused', 'Full.'])
      const again = await dueOne(store, 12_000)
      assert.equal(await store.schedules.pause({ due: again, nowMs: 12_000, sentence: 'Failed.' }), true)
      assert.deepEqual(await state(), [null, true, 'refused', 'Failed.'])
    })
  })
}
