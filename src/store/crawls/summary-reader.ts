import { setImmediate } from 'node:timers/promises'
import type { PageSummary } from '#shared/site-facts.ts'
import { batches } from '../database/batches.ts'
import type { CrawlDatabase } from '../database/schema.ts'
import { isAfterPage, noPage, type PageKey, pageOrder } from '../pages/page-key.ts'
import { type PageSummaryRow, selectPageSummaries, toPageSummary } from '../pages/page-summaries.ts'

const BATCH_SIZE = 500
/** Of the columns as JSON, all kept pages together: some twenty thousand pages, which take about twice as much. */
const MAX_KEPT_CHARACTERS = 24_000_000

/**
 * Answers the pages by frontier number, as often as is asked. A dozen site checks go through all of them, so the first of them
 * are kept once they have been read: for a crawl whose pages do not change meanwhile, and whoever asks changes none of them.
 */
export function createSummaryReader(
  crawl: CrawlDatabase,
  maxKeptCharacters = MAX_KEPT_CHARACTERS,
): () => AsyncGenerator<PageSummary[]> {
  const kept: PageSummary[][] = []
  let keptEnd: PageKey = noPage
  let room = maxKeptCharacters
  let areAllKept = false
  return async function* read() {
    // More may come while others walk ahead.
    for (let index = 0; index < kept.length; index++) {
      yield kept[index] ?? []
      await setImmediate()
    }
    if (areAllKept) return
    let after = keptEnd
    for await (const rows of walkRows(crawl, after)) {
      const pages = rows.map(toPageSummary)
      const last = rows.at(-1) ?? after
      const size = rows.reduce((sum, row) => sum + row.columns.length, 0)
      if (after === keptEnd && size <= room) {
        kept.push(pages)
        keptEnd = last
        room -= size
      }
      after = last
      yield pages
    }
    areAllKept ||= after === keptEnd
  }
}

function walkRows(crawl: CrawlDatabase, start: PageKey): AsyncGenerator<PageSummaryRow[]> {
  return batches<PageKey, PageSummaryRow>({
    after: start,
    read: after => selectPageSummaries(crawl).where(isAfterPage(after)).orderBy(pageOrder).limit(BATCH_SIZE).execute(),
    keyOf: row => row,
  })
}
