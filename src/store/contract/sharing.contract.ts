import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Store } from '../store.ts'
import { crawlOnce, sweepAll } from './crawl-once.ts'
import { addTestAccount } from './test-account.ts'
import { type OpenStore, SITE } from './test-crawl.ts'

const DAY_MS = 86_400_000

async function openShared(store: Store) {
  const ann = await addTestAccount(store, { username: 'ann' })
  const bob = await addTestAccount(store, { username: 'bob' })
  const crawlId = await crawlOnce(store, { ownerId: ann.ownerId, url: `${SITE}/`, nowMs: 1_000 })
  const [website] = await store.websites.list(ann.ownerId)
  assert.ok(website)
  return { ann, bob, crawlId, websiteId: website.id }
}

export function sharingContract(open: OpenStore): void {
  describe('roles on websites', () => {
    it('are seen by the member, changed, and ended; only the owner gives them', async () => {
      await using store = await open()
      const { ann, bob, websiteId } = await openShared(store)
      const set = (role: 'view' | 'edit' | null, ownerId = ann.ownerId, maxPerWebsite = 1) =>
        store.members.set({ websiteId, ownerId, memberOwnerId: bob.ownerId, role, nowMs: 2_000, maxPerWebsite })
      const seen = async () =>
        (await store.websites.list(bob.ownerId)).map(({ id, role, sharedBy, ownerId }) => ({
          id,
          role,
          sharedBy,
          ownerId,
        }))
      assert.deepEqual([await set('view', bob.ownerId), await seen()], [{ ok: false, reason: 'gone' }, []])
      assert.deepEqual([await set('view', ann.ownerId, 0), await seen()], [{ ok: false, reason: 'full' }, []])
      assert.deepEqual(await set('view'), { ok: true })
      assert.deepEqual(await set('edit'), { ok: true })
      assert.deepEqual(await seen(), [{ id: websiteId, role: 'edit', sharedBy: 'ann', ownerId: ann.ownerId }])
      assert.equal((await store.websites.find(websiteId, bob.ownerId))?.role, 'edit')
      assert.deepEqual(await store.members.list(websiteId), [{ username: 'bob', role: 'edit', createdMs: 2_000 }])
      assert.equal(await store.websites.clear(websiteId, bob.ownerId), false)
      await set(null)
      assert.deepEqual([await seen(), await store.websites.find(websiteId, bob.ownerId)], [[], null])
    })

    it('end when the member leaves, and no one else’s with them', async () => {
      await using store = await open()
      const { ann, bob, websiteId } = await openShared(store)
      const eve = await addTestAccount(store, { username: 'eve' })
      for (const { ownerId: memberOwnerId } of [eve, bob])
        await store.members.set({
          websiteId,
          ownerId: ann.ownerId,
          memberOwnerId,
          role: 'edit',
          nowMs: 2_000,
          maxPerWebsite: 2,
        })
      const names = async () => (await store.members.list(websiteId)).map(({ username }) => username)
      assert.deepEqual(await names(), ['bob', 'eve'])
      await store.members.leave(websiteId, bob.ownerId)
      await store.members.leave(websiteId, ann.ownerId)
      assert.deepEqual(
        (await store.members.list(websiteId)).map(({ username }) => username),
        ['eve'],
      )
      assert.equal((await store.websites.find(websiteId, ann.ownerId))?.role, 'own')
    })

    it('end with the website', async () => {
      await using store = await open()
      const { ann, bob, websiteId } = await openShared(store)
      const member = { websiteId, memberOwnerId: bob.ownerId, role: 'view', nowMs: 2_000, maxPerWebsite: 1 } as const
      await store.members.set({ ...member, ownerId: ann.ownerId })
      await store.websites.clear(websiteId, ann.ownerId)
      assert.deepEqual(await store.websites.list(bob.ownerId), [])
      await sweepAll(store, 3_000, 100)
      assert.deepEqual(await store.members.list(websiteId), [])
    })
  })

  describe('share links', () => {
    it('are found by the hash of their token until they are revoked by their website, and outlive it', async () => {
      await using store = await open()
      const { ann, bob, websiteId, crawlId } = await openShared(store)
      const link = {
        websiteId,
        ownerId: ann.ownerId,
        crawlId,
        earlierCrawlId: null,
        paths: '',
        name: 'client',
        parts: ['issues', 'report'],
        passwordHash: null,
        tokenHash: 'hash',
        nowMs: 2_000,
        endsMs: 2_000 + DAY_MS,
        maxPerWebsite: 1,
      } as const
      assert.deepEqual(await store.shareLinks.add({ ...link, ownerId: bob.ownerId }), { ok: false, reason: 'gone' })
      const added = await store.shareLinks.add(link)
      assert.ok(added.ok)
      assert.deepEqual(await store.shareLinks.add({ ...link, tokenHash: 'other' }), { ok: false, reason: 'full' })
      assert.deepEqual(await store.shareLinks.find('hash'), added.link)
      assert.equal(await store.shareLinks.find('other'), null)
      await store.shareLinks.noteUse(added.link, 3_000)
      const used = await store.shareLinks.find('hash')
      assert.ok(used)
      await store.shareLinks.noteUse(used, 4_000)
      assert.equal((await store.shareLinks.find('hash'))?.usedMs, 3_000)
      const revoked = { linkId: added.link.id, websiteId, nowMs: 5_000 }
      assert.deepEqual(
        [
          await store.shareLinks.revoke({ ...revoked, websiteId: websiteId + 1 }),
          await store.shareLinks.revoke(revoked),
          await store.shareLinks.revoke(revoked),
        ],
        [false, true, false],
      )
      await store.websites.clear(websiteId, ann.ownerId)
      await sweepAll(store, 6_000, 100)
      assert.equal((await store.shareLinks.find('hash'))?.revokedMs, 5_000)
      await store.accounts.setDisabled(ann.id, true)
      assert.equal(await store.shareLinks.find('hash'), null)
      await store.accounts.setDisabled(ann.id, false)
      await sweepAll(store, 2_000 + 100 * DAY_MS, 100)
      assert.deepEqual([await store.shareLinks.find('hash'), await store.shareLinks.list(websiteId)], [null, []])
    })
  })
}
