import { AppError } from '#shared/errors.ts'
import type { ColumnId } from '#shared/page-columns.ts'
import type { PageCondition } from '#shared/page-conditions.ts'
import type { PageVisits } from '#shared/visits.ts'
import type { ReadingStore } from '#store/store.ts'
import type { Visitor } from './identity.ts'

const none: PageVisits = { clicks: null, impressions: null, visits: null, botRequests: null, lastBotVisit: '' }

/** What files of visits say of pages is for those who have a role on the website, not for people who have a link. */
export function hidesVisits({ share }: Pick<Visitor, 'share'>): boolean {
  return (share?.view ?? null) !== null
}

/** @throws AppError 403 for a list that is filtered or sorted by what a link does not show, of which its rows would tell. */
export function refuseVisitColumns(
  visitor: Pick<Visitor, 'share'>,
  { filters = [], sort }: { filters?: readonly PageCondition[] | undefined; sort?: ColumnId | undefined },
): void {
  if (!hidesVisits(visitor)) return
  const columns = [...filters.map(({ column }) => column), ...(sort === undefined ? [] : [sort])]
  const hidden = columns.find(column => Object.hasOwn(none, column))
  if (hidden !== undefined) throw new AppError('forbidden', `A share link does not show ${hidden}`)
}

/** The store's reads for a caller: without figures of visits for people who have a link. */
export function readingFor(reading: ReadingStore, visitor: Pick<Visitor, 'share'>): ReadingStore {
  if (!hidesVisits(visitor)) return reading
  return {
    ...reading,
    pages: async (crawlId, query) => (await reading.pages(crawlId, query)).map(page => ({ ...page, visits: none })),
  }
}
