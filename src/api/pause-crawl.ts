import type { CrawlControl } from '#crawl/control.ts'
import { AppError } from '#shared/errors.ts'
import type { CrawlRow, Store } from '#store/store.ts'

interface PauseDeps {
  store: Pick<Store, 'crawls' | 'reading'>
  control: Pick<CrawlControl, 'pause' | 'wake'>
}

/** Lets a crawl rest: a waiting one at once, a running one soon. @throws AppError conflict for one that has ended, or is to end. */
export async function pauseCrawl({ store, control }: PauseDeps, { id }: CrawlRow): Promise<{ message: string }> {
  const state = await store.crawls.requestPause(id)
  if (state === null) throw await tooLate(store, id)
  if (state === 'paused') return { message: 'The crawl is paused' }
  control.pause(id)
  return { message: 'The crawl is being paused' }
}

/** Lets a crawl go on; one that does not rest goes on as it is. @throws AppError conflict as above. */
export async function resumeCrawl({ store, control }: PauseDeps, { id }: CrawlRow): Promise<{ message: string }> {
  if (!(await store.crawls.resume(id))) throw await tooLate(store, id)
  control.wake()
  return { message: 'The crawl goes on' }
}

async function tooLate({ reading }: PauseDeps['store'], crawlId: number): Promise<AppError> {
  const hasEnded = (await reading.crawl(crawlId))?.status === 'complete'
  return new AppError('conflict', hasEnded ? 'The crawl has ended already' : 'The crawl is being stopped')
}
