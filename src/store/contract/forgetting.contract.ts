import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Store } from '../store.ts'
import { crawlOnce, start, sweepAll } from './crawl-once.ts'
import { addTestAccount, isSessionOpen, openTestSession } from './test-account.ts'
import { type OpenStore, ownerOf } from './test-crawl.ts'

const DAY_MS = 86_400_000
const SEEN_MS = 1_000

/** Visitors are seen when they are made, by ownerOf. */
async function isKnown(store: Store, name: string): Promise<boolean> {
  return (await store.visitors.findOwner(name, SEEN_MS)) !== null
}

export function forgettingContract(open: OpenStore): void {
  describe('the sweep', () => {
    it('forgets visitors who were not seen for a day and have no website', async () => {
      await using store = await open()
      const ownerId = await ownerOf(store, 'with-website')
      await store.websites.startCrawl({ ...start, ownerId })
      await ownerOf(store, 'absent')
      await ownerOf(store, 'came-back')
      await store.visitors.findOwner('came-back', SEEN_MS + DAY_MS - 1)
      assert.equal(await store.sweep(SEEN_MS + DAY_MS - 1, 100), false)
      assert.equal(await isKnown(store, 'absent'), true)
      await store.sweep(SEEN_MS + DAY_MS, 100)
      assert.equal(await isKnown(store, 'absent'), false)
      assert.equal(await isKnown(store, 'came-back'), true)
      assert.equal(await isKnown(store, 'with-website'), true)
    })

    it('forgets a visitor with a website when that has been cleared and is gone', async () => {
      await using store = await open()
      const ownerId = await ownerOf(store, 'visitor')
      const { websiteId } = await store.websites.startCrawl({ ...start, ownerId })
      await store.websites.clear(websiteId, ownerId)
      assert.equal(await store.sweep(SEEN_MS + DAY_MS, 1), true, 'the crawl went, the website is still there')
      assert.equal(await isKnown(store, 'visitor'), true)
      await sweepAll(store, SEEN_MS + DAY_MS, 1)
      assert.equal(await isKnown(store, 'visitor'), false)
    })

    it('clears the websites of visitors who have left before their delay is over when storage is short, the oldest first', async () => {
      await using store = await open()
      const leftAtMs = SEEN_MS + 60_000
      const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']
      const websites = new Map<string, { websiteId: number; ownerId: number }>()
      for (const [at, name] of [...names, 'still-here'].entries()) {
        const ownerId = await ownerOf(store, name)
        const { websiteId } = await store.websites.startCrawl({ ...start, ownerId })
        websites.set(name, { websiteId, ownerId })
        if (names.includes(name)) await store.websites.scheduleClear(websiteId, ownerId, leftAtMs + DAY_MS / 2 + at)
      }
      const left = async () => {
        const found = await Promise.all(
          [...websites].map(async ([name, { websiteId, ownerId }]) => {
            const website = await store.websites.find(websiteId, ownerId)
            return website === null ? [] : [name]
          }),
        )
        return found.flat()
      }
      await store.sweep(leftAtMs + 1, 0, true)
      assert.deepEqual(await left(), [...names, 'still-here'], 'seen a minute ago')
      await store.sweep(SEEN_MS + 600_000, 0, false)
      assert.deepEqual(await left(), [...names, 'still-here'], 'there is storage')
      await store.sweep(SEEN_MS + 599_999, 0, true)
      assert.deepEqual(await left(), [...names, 'still-here'], 'seen less than ten minutes ago')
      await store.sweep(SEEN_MS + 600_000, 0, true)
      assert.deepEqual(await left(), ['sixth', 'still-here'])
      for (const rows of [0, 1, 100]) await store.sweep(SEEN_MS + 600_000, rows, true)
      assert.deepEqual(await left(), ['sixth', 'still-here'], 'rows of those that were cleared were left')
      await store.sweep(SEEN_MS + 600_000, 0, true)
      assert.deepEqual(await left(), ['still-here'])
    })

    it('clears the websites of a visitor who was not heard of for a day, and no other', async () => {
      await using store = await open()
      const owners = { gone: 'a'.repeat(64), back: 'b'.repeat(64), command: 'command-line' }
      const websiteIds = new Map<string, { ownerId: number; websiteId: number }>()
      for (const [name, cookieHash] of Object.entries(owners)) {
        const ownerId = await ownerOf(store, cookieHash)
        websiteIds.set(name, { ownerId, websiteId: (await store.websites.startCrawl({ ...start, ownerId })).websiteId })
      }
      const isThere = async (name: string) => {
        const of = websiteIds.get(name)
        return of !== undefined && (await store.websites.find(of.websiteId, of.ownerId)) !== null
      }
      await store.visitors.findOwner(owners.back, SEEN_MS + DAY_MS - 1)
      await store.sweep(SEEN_MS + DAY_MS - 1, 100)
      assert.equal(await isThere('gone'), true)
      await sweepAll(store, SEEN_MS + DAY_MS, 100)
      assert.deepEqual(
        { gone: await isThere('gone'), back: await isThere('back'), command: await isThere('command') },
        { gone: false, back: true, command: true },
      )
      assert.equal(await isKnown(store, owners.gone), false)
    })

    it('never forgets an account, with or without websites', async () => {
      await using store = await open()
      const account = await addTestAccount(store)
      await sweepAll(store, 1_000 * DAY_MS, 100)
      assert.deepEqual(await store.accounts.find(account.id), account)
      const { isStarted } = await store.websites.startCrawl({ ...start, ownerId: account.ownerId })
      assert.ok(isStarted, 'its owner row is there')
    })

    it('forgets sessions that have ended, and no other', async () => {
      await using store = await open()
      const { id } = await addTestAccount(store)
      await openTestSession(store, { accountId: id, tokenHash: 'ends', endsMs: 5_000 })
      await openTestSession(store, { accountId: id, tokenHash: 'goes-on', endsMs: 5_001 })
      await store.sweep(4_999, 100)
      assert.equal(await isSessionOpen(store, 'ends', 4_999), true)
      await store.sweep(5_000, 100)
      assert.equal(await isSessionOpen(store, 'ends', 4_999), false, 'even the past no longer knows it')
      assert.equal(await isSessionOpen(store, 'goes-on', 5_000), true)
    })

    it('forgets attempts of more than a day ago, unless a caller waits for them', async () => {
      await using store = await open()
      const limit = { freeTries: 1, firstPauseMs: 1_000, maxPauseMs: 3 * DAY_MS, forgetAfterMs: 9 * DAY_MS }
      const isFree = async (key: string) => (await store.attempts.take([{ ...limit, key }], 0)).ok
      await isFree('old')
      await store.attempts.take([{ ...limit, key: 'long', firstPauseMs: 2 * DAY_MS }], 0)
      await store.sweep(DAY_MS, 100)
      assert.equal(await isFree('old'), false)
      await store.sweep(DAY_MS + 1, 100)
      assert.equal(await isFree('old'), true)
      assert.equal(await isFree('long'), false)
      await store.sweep(2 * DAY_MS, 100)
      assert.equal(await isFree('long'), true)
    })

    it('deletes no more rows in all than it may, and says when more may be left', async () => {
      await using store = await open()
      const { id, ownerId } = await addTestAccount(store)
      // Three crawls, three websites, four sessions, five attempts, six visitors: 21 rows.
      for (const url of ['https://a.test/', 'https://b.test/', 'https://c.test/'])
        await crawlOnce(store, { ownerId, url, nowMs: 1_000 })
      for (const website of await store.websites.list(ownerId)) await store.websites.clear(website.id, ownerId)
      const tokenHashes = ['s1', 's2', 's3', 's4']
      for (const tokenHash of tokenHashes) await openTestSession(store, { accountId: id, tokenHash, endsMs: 2_000 })
      const limit = { freeTries: 1, firstPauseMs: 1, maxPauseMs: 1, forgetAfterMs: 9 * DAY_MS }
      for (const key of ['a1', 'a2', 'a3', 'a4', 'a5']) await store.attempts.take([{ ...limit, key }], 1_000)
      for (const name of ['v1', 'v2', 'v3', 'v4', 'v5', 'v6']) await ownerOf(store, name)
      const visitors = async () => (await store.operations.counts()).visitors
      const openSessions = async () => {
        const areOpen = await Promise.all(tokenHashes.map(tokenHash => isSessionOpen(store, tokenHash)))
        return areOpen.filter(isOpen => isOpen).length
      }
      const nowMs = SEEN_MS + 2 * DAY_MS
      assert.equal(await store.sweep(nowMs, 8), true)
      assert.deepEqual([await openSessions(), await visitors()], [2, 6])
      assert.equal(await store.sweep(nowMs, 8), true)
      assert.deepEqual([await openSessions(), await visitors()], [0, 5])
      assert.equal(await store.sweep(nowMs, 4), true)
      assert.equal(await visitors(), 1)
      assert.equal(await store.sweep(nowMs, 2), false)
      assert.equal(await visitors(), 0)
    })

    it('clears every website that is due, however many', async () => {
      await using store = await open()
      const ownerId = await ownerOf(store, 'visitor')
      for (let index = 0; index < 101; index++) {
        const { websiteId } = await store.websites.startCrawl({ ...start, ownerId, url: `https://${index}.test/` })
        await store.websites.scheduleClear(websiteId, ownerId, 5_000)
      }
      assert.equal(await sweepAll(store, 5_000, 1_000), 2)
      assert.equal(await store.operations.countWebsites(ownerId), 0)
    })
  })
}
