import type { PageVisits } from '#shared/visits.ts'
import type { ReadingStore } from '#store/store.ts'
import type { Visitor } from './identity.ts'

const none: PageVisits = { clicks: null, impressions: null, visits: null, botRequests: null, lastBotVisit: '' }

/** What files of visits say of pages is for those who have a role on the website, not for people who have a link. */
export function hidesVisits({ share }: Pick<Visitor, 'share'>): boolean {
  return (share?.view ?? null) !== null
}

/** The store's reads for a caller: without figures of visits for people who have a link. */
export function readingFor(reading: ReadingStore, visitor: Pick<Visitor, 'share'>): ReadingStore {
  if (!hidesVisits(visitor)) return reading
  return {
    ...reading,
    pages: async (crawlId, query) => (await reading.pages(crawlId, query)).map(page => ({ ...page, visits: none })),
  }
}
