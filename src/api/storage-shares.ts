import { AppError } from '#shared/errors.ts'
import type { OwnerStorage, Store } from '#store/store.ts'

/** Where storage runs short, large crawls are refused before small ones, and those who have much before those who have little. */

interface SharedStorage {
  store: Pick<Store, 'operations' | 'websites'>
  settings: { maxStorageBytes: number }
}

/** What a page of usual size takes in the store. */
const BYTES_PER_PAGE = 40_000
/** Shares count from this part of the storage on; before, there is enough for everyone. */
const SHARED_FROM = 0.5
/** A crawl may need as much of what is left; a visitor, and all visitors of one network together, may have as much of all. */
const SHARE_OF_REST = 0.25
const SHARE_OF_VISITOR = 0.25
const SHARE_OF_NETWORK = 0.5

const FULL = 'The storage of this server is nearly full'
const OWN_SHARE_USED = `${FULL}, and your websites have their share of it. Please clear a website.`

/** @throws AppError unavailable for a crawl of more pages than the shares leave. `ownerId` is null for a visitor who is new. */
export async function refuseCrawlBeyondShare(
  shared: SharedStorage,
  { ownerId, ownersOfNetwork, crawlLimit }: { ownerId: number | null; ownersOfNetwork: number[]; crawlLimit: number },
): Promise<void> {
  const leftBytes = await scarceBytes(shared)
  if (leftBytes === null) return
  const own = await restOf(shared, SHARE_OF_VISITOR, ownerId === null ? [] : [ownerId])
  const ofNetwork = await restOf(shared, SHARE_OF_NETWORK, ownersOfNetwork)
  const rest = pagesIn(leftBytes * SHARE_OF_REST)
  const most = Math.min(own.pages, ofNetwork.pages, rest)
  if (crawlLimit <= most) return
  if (own.isUsed && own.pages < rest && own.pages <= ofNetwork.pages) throw new AppError('unavailable', OWN_SHARE_USED)
  const why =
    ofNetwork.isUsed && ofNetwork.pages < rest ? ', and the websites of your network have their share of it' : ''
  throw new AppError('unavailable', FULL + why + smallerCrawl(most))
}

/** @throws AppError unavailable where the storage is full, or nearly so and the owner of the website has their share of it. */
export async function refuseFileBeyondShare(shared: SharedStorage, ownerId: number): Promise<void> {
  const leftBytes = await scarceBytes(shared)
  if (leftBytes === null) return
  if (leftBytes <= 0) throw new AppError('unavailable', 'The storage of this server is full.')
  const own = await restOf(shared, SHARE_OF_VISITOR, [ownerId])
  if (own.pages === 0) throw new AppError('unavailable', OWN_SHARE_USED)
}

/** What is left of the storage; null where there is enough for everyone. */
async function scarceBytes({ store, settings: { maxStorageBytes } }: SharedStorage): Promise<number | null> {
  const usedBytes = await store.operations.usedBytes()
  return usedBytes < maxStorageBytes * SHARED_FROM ? null : maxStorageBytes - usedBytes
}

/** How many pages further crawls of these owners may have together. */
async function restOf({ store, settings }: SharedStorage, share: number, ownerIds: readonly number[]) {
  const stored = bytesOf(await store.websites.storageOf(ownerIds))
  return { isUsed: stored > 0, pages: pagesIn(settings.maxStorageBytes * share - stored) }
}

function bytesOf({ pages, otherBytes }: OwnerStorage): number {
  return pages * BYTES_PER_PAGE + otherBytes
}

function pagesIn(bytes: number): number {
  return Math.max(0, Math.floor(bytes / BYTES_PER_PAGE))
}

function smallerCrawl(most: number): string {
  if (most === 0) return '. Please try again later.'
  return `: a crawl of at most ${most === 1 ? '1 page' : `${most} pages`} can be started. Please lower the limit.`
}
