import { setImmediate } from 'node:timers/promises'
import type { ReadingStore } from '#store/store.ts'
import { type SitemapFacts, sitemapEntry } from './sitemap-entry.ts'

/** Facts of one page may take megabytes, so few are held at once. */
const BATCH_PAGES = 50

export interface SitemapEntry {
  url: string
  xml: string
}

/** Entries of all pages that have one, in the order of the pages list, beginning behind a page. */
export async function* sitemapEntries(
  reading: Pick<ReadingStore, 'factsOfPages'>,
  from: { crawlId: number; afterUrl: string | null },
): AsyncGenerator<SitemapEntry> {
  for (let afterUrl = from.afterUrl; ; ) {
    const range = { limit: BATCH_PAGES, ...(afterUrl === null ? {} : { afterUrl }) }
    const pages = await reading.factsOfPages(from.crawlId, range)
    for (const { url, facts } of pages) {
      const xml = sitemapEntry(parseFacts(facts))
      if (xml !== null) yield { url, xml }
    }
    afterUrl = pages.at(-1)?.url ?? null
    if (afterUrl === null) return
    // An embedded database answers without leaving the event loop, and others wait for it, too.
    await setImmediate()
  }
}

function parseFacts(json: string): SitemapFacts {
  return JSON.parse(json)
}
