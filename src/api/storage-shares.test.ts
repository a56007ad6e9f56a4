import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OwnerStorage } from '#store/store.ts'
import { openTestStore } from '../../test/support/storage.ts'
import { refuseCrawlBeyondShare, refuseFileBeyondShare } from './storage-shares.ts'

/** A storage of ten megabytes, so that a visitor may have two and a half, where another has what is given. */
async function shared(usedBytes: number, owned: OwnerStorage) {
  const store = await openTestStore()
  return {
    store: {
      operations: { ...store.operations, usedBytes: async () => usedBytes },
      websites: { ...store.websites, storageOf: async () => owned },
    },
    settings: { maxStorageBytes: 10_000_000 },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}

const OWN_SHARE = /^The storage of this server is nearly full, and your websites have their share of it\./
const crawl = { ownerId: 1, ownersOfNetwork: [1], crawlLimit: 3 }

describe('shares of a storage that is nearly full', () => {
  it('count options of crawls and files of visits as well as pages', async () => {
    for (const [owned, isRefused] of [
      [{ pages: 59, otherBytes: 0 }, false],
      [{ pages: 60, otherBytes: 0 }, true],
      [{ pages: 0, otherBytes: 2_370_000 }, false],
      [{ pages: 0, otherBytes: 2_390_000 }, true],
      [{ pages: 30, otherBytes: 1_200_000 }, true],
    ] as const) {
      await using storage = await shared(8_000_000, owned)
      const refusing = refuseCrawlBeyondShare(storage, crawl)
      if (isRefused) await assert.rejects(refusing, { message: OWN_SHARE })
      else await refusing
    }
  })

  it('keep out files of those who have theirs', async () => {
    await using own = await shared(8_000_000, { pages: 10, otherBytes: 2_100_000 })
    await assert.rejects(refuseFileBeyondShare(own, 1), { message: OWN_SHARE })
    await using less = await shared(8_000_000, { pages: 10, otherBytes: 2_000_000 })
    await refuseFileBeyondShare(less, 1)
  })

  it('do not count where there is enough for everyone', async () => {
    await using storage = await shared(4_000_000, { pages: 1_000, otherBytes: 0 })
    await refuseCrawlBeyondShare(storage, { ...crawl, crawlLimit: 100_000 })
    await refuseFileBeyondShare(storage, 1)
  })
})
