import type { IssueRow, PageRow, ReadingStore, SkippedUrl } from '#store/store.ts'

/** Rows held at once by an export. */
const BATCH_ROWS = 500

/** Issues of a crawl in the order of the list, batch by batch. */
export function issueBatches(reading: ReadingStore, crawlId: number): AsyncIterable<IssueRow[]> {
  return batches(range => reading.issues(crawlId, range))
}

/** Rows of the pages list in its order, batch by batch. */
export function pageBatches(reading: ReadingStore, crawlId: number): AsyncIterable<PageRow[]> {
  return batches(range => reading.pages(crawlId, range))
}

/** Addresses that were seen and not crawled, batch by batch. */
export function skippedBatches(reading: ReadingStore, crawlId: number): AsyncIterable<SkippedUrl[]> {
  return batches(range => reading.skippedUrls(crawlId, range))
}

async function* batches<T>(read: (range: { offset: number; limit: number }) => Promise<T[]>): AsyncIterable<T[]> {
  for (let offset = 0; ; offset += BATCH_ROWS) {
    const rows = await read({ offset, limit: BATCH_ROWS })
    if (rows.length > 0) yield rows
    if (rows.length < BATCH_ROWS) return
  }
}
