import type { CrawlControl } from '#crawl/control.ts'
import type { CrawlRow, Store } from '#store/store.ts'

interface StopDeps {
  store: Pick<Store, 'crawls'>
  control: Pick<CrawlControl, 'stop' | 'wake'>
  now: () => number
}

/** Ends a waiting crawl at once, asks a running one to end, and says so. */
export async function stopCrawl({ store, control, now }: StopDeps, crawl: CrawlRow): Promise<{ message: string }> {
  if (crawl.status === 'complete') return { message: 'The crawl has ended already' }
  const end = { sentence: 'The crawl was stopped before it began.', endedMs: now() }
  if (await store.crawls.endWaiting(crawl.id, end)) return { message: 'The crawl is stopped' }
  await store.crawls.requestStop(crawl.id)
  control.stop(crawl.id)
  // One that nobody works on must be claimed, so that its pages are judged.
  if (crawl.status !== 'crawling') control.wake()
  return { message: 'The crawl is being stopped' }
}
