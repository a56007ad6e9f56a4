import type { CrawlRow, ReadingStore } from '#store/store.ts'

/** How many crawls have to end before one that waits can begin; 0 for one that has begun, and for one that begins at once. */
export async function crawlsBefore(
  { id, status }: Pick<CrawlRow, 'id' | 'status'>,
  { reading, crawlsAtOnce }: { reading: Pick<ReadingStore, 'crawlsAhead'>; crawlsAtOnce: number },
): Promise<number> {
  if (status !== 'pending') return 0
  const { running, waiting } = await reading.crawlsAhead(id)
  return Math.max(0, running + waiting + 1 - crawlsAtOnce)
}
