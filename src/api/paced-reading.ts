import { setImmediate } from 'node:timers/promises'
import { AppError } from '#shared/errors.ts'
import type { ReadingStore } from '#store/store.ts'

/**
 * The store's reads for an answer that takes many: others are served before each of them (an embedded database answers without ever
 * leaving the event loop), and none is begun once the connection has closed. Each read is a statement of its own, so nothing of the
 * database is held in between, however slowly the answer is taken.
 */
export function pacedReading(reading: ReadingStore, signal: AbortSignal): ReadingStore {
  const paced =
    <Asked extends unknown[], Answer>(read: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      await setImmediate()
      if (signal.aborted) throw new AppError('unavailable', 'The connection was closed.')
      return read(...asked)
    }
  return {
    crawls: paced(reading.crawls),
    crawl: paced(reading.crawl),
    pages: paced(reading.pages),
    countPages: paced(reading.countPages),
    pageFacts: paced(reading.pageFacts),
    factsOfPages: paced(reading.factsOfPages),
    issues: paced(reading.issues),
    countIssues: paced(reading.countIssues),
    issueTypes: paced(reading.issueTypes),
    checkTallies: paced(reading.checkTallies),
    inlinks: paced(reading.inlinks),
    skippedCounts: paced(reading.skippedCounts),
    skippedUrls: paced(reading.skippedUrls),
    linksOfPages: paced(reading.linksOfPages),
    linkTargets: paced(reading.linkTargets),
    pageCounts: paced(reading.pageCounts),
  }
}
