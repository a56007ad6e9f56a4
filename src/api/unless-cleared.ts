import { AppError } from '#shared/errors.ts'
import type { ReadingStore } from '#store/store.ts'

/** The text of a crawl; one that was cleared meanwhile has lost its rows, and its text must not pass for a whole one. */
export async function* unlessCleared(
  text: AsyncIterable<string>,
  { reading, crawlId }: { reading: Pick<ReadingStore, 'crawl'>; crawlId: number },
): AsyncIterable<string> {
  yield* text
  if ((await reading.crawl(crawlId)) === null)
    throw new AppError('not-found', 'The crawl was cleared while it was being read')
}
