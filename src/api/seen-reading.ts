import type { ReadingStore } from '#store/store.ts'
import type { WebsiteCall } from './call.ts'
import { seesCrawl } from './own-crawl.ts'

/**
 * The store's reads as the caller sees them: below a share link without crawls that it does not show, so that nothing is compared
 * with them, and without what people of the website have written, unless notes are chosen.
 */
export function seenReading(
  reading: ReadingStore,
  { website, visitor }: Pick<WebsiteCall, 'website' | 'visitor'>,
): ReadingStore {
  if (website.onlyCrawls === null) return reading
  const bounded: ReadingStore = {
    ...reading,
    crawl: async crawlId => (seesCrawl(website, crawlId) ? await reading.crawl(crawlId) : null),
    crawls: async websiteId => (await reading.crawls(websiteId)).filter(({ id }) => seesCrawl(website, id)),
  }
  if (visitor.share?.view?.link.parts.includes('notes')) return bounded
  return {
    ...bounded,
    findingNotes: async () => new Map(),
    suppressedCounts: async () => ({ muted: 0, 'switched-off': 0, fixed: 0 }),
    suppressedIssues: async () => [],
  }
}
