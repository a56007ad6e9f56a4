import type { PageSpeed, PageSpeedDevice } from '#shared/page-speed.ts'

/** Measurements of page speed that are still new enough to be shown again: of one owner, and nobody else's. */
export interface PageSpeedStore {
  /** The measurement of an address as a device sees it, made after `afterMs`; null when there is none. */
  find(question: PageSpeedKey & { afterMs: number }): Promise<PageSpeed | null>
  /** Replaces an earlier one. Without effect when the owner is gone. */
  save(measured: PageSpeedKey & { pageSpeed: PageSpeed; measuredMs: number }): Promise<void>
  /** All of the owner's measurements of a host, www. or not; returns how many went. They go with a website of that host, too. */
  forget(ownerId: number, url: string): Promise<number>
}

export interface PageSpeedKey {
  ownerId: number
  /** Normalised. */
  url: string
  device: PageSpeedDevice
}
