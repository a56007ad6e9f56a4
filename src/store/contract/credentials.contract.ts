import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { credentialsSchema } from '#shared/credentials.ts'
import type { Store } from '../store.ts'
import { start } from './crawl-once.ts'
import { type OpenStore, ownerOf, SITE } from './test-crawl.ts'

const first = credentialsSchema.parse({ origins: [SITE], token: 'first-secret' })
const second = credentialsSchema.parse({ origins: [SITE], user: { name: 'ann', password: 'second-secret' } })

async function startWith(store: Store, more: { credentials?: typeof first; name?: string; url?: string } = {}) {
  const { name = 'owner', url = `${SITE}/`, credentials } = more
  const ownerId = await ownerOf(store, name)
  const started = await store.websites.startCrawl({ ...start, ownerId, url, ...(credentials && { credentials }) })
  const crawl = await store.reading.crawl(started.crawlId)
  return { ...started, ownerId, hasCredentials: crawl?.options.hasCredentials }
}

/** The store has a key. */
export function credentialsContract(open: OpenStore): void {
  describe('credentials of a website', () => {
    it('are those of its last crawl that came with some, and known to its crawls', async () => {
      await using store = await open()
      const plain = await startWith(store)
      assert.deepEqual([plain.hasCredentials, await store.credentials.read(plain.websiteId)], [undefined, null])
      const other = await startWith(store, { credentials: first, url: 'https://other.test/' })
      assert.deepEqual([other.hasCredentials, await store.credentials.read(other.websiteId)], [true, first])
      assert.equal(await store.credentials.read(plain.websiteId), null)
    })

    it('are replaced and removed', async () => {
      await using store = await open()
      const { websiteId } = await startWith(store, { credentials: first })
      assert.equal(await store.credentials.save(websiteId, second), true)
      assert.deepEqual(await store.credentials.read(websiteId), second)
      assert.deepEqual(
        [await store.credentials.remove(websiteId), await store.credentials.remove(websiteId)],
        [true, false],
      )
      assert.equal(await store.credentials.read(websiteId), null)
    })

    it('go with the website at once, and cannot be stored for one that is gone', async () => {
      await using store = await open()
      const { websiteId, ownerId } = await startWith(store, { credentials: first })
      await store.websites.clear(websiteId, ownerId)
      assert.equal(await store.credentials.remove(websiteId), false)
      assert.deepEqual(
        [await store.credentials.save(websiteId, second), await store.credentials.read(websiteId)],
        [false, null],
      )
      assert.equal(await store.credentials.save(websiteId + 1, second), false)
    })

    it('go with a website that is due to be cleared', async () => {
      await using store = await open()
      const { websiteId, ownerId } = await startWith(store, { credentials: first })
      await store.websites.scheduleClear(websiteId, ownerId, 5_000)
      await store.sweep(6_000, 1)
      assert.equal(await store.credentials.remove(websiteId), false)
    })
  })
}
