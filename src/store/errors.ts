/** The crawl belongs to another worker now, was cleared, or has ended: nothing was written. */
export class StaleClaimError extends Error {
  constructor(crawlId: number) {
    super(`crawl ${crawlId} has been claimed by another worker`)
    this.name = 'StaleClaimError'
  }
}

/** The disk is full: the failed transaction wrote nothing, earlier ones stand. */
export class StorageFullError extends Error {
  constructor(cause: unknown) {
    super('the disk is full', { cause })
    this.name = 'StorageFullError'
  }
}
