import { type SqlBool, sql } from 'kysely'

/** Where a page stands in the pages list: by its frontier number, and of pages with the same by the id of its URL. */
export interface PageKey {
  number: number
  urlId: number
}

/** Before the first page. */
export const noPage: PageKey = { number: -1, urlId: -1 }

export function comparePageKeys(a: PageKey, b: PageKey): number {
  return a.number - b.number || a.urlId - b.urlId
}

/** To be selected of a page, so that its row is its key. */
export const pageKeyColumns = ['page.number', 'page.url_id as urlId'] as const

/** What pages are ordered by: as an index holds them, so that nothing is sorted. */
export const pageOrder = sql`page.number, page.url_id`

/** As one comparison of pairs: in it a database sees where the range of the index begins. */
export function isAfterPage({ number, urlId }: PageKey) {
  return sql<SqlBool>`(page.number, page.url_id) > (${number}, ${urlId})`
}

/** That page itself, too. */
export function isUpToPage({ number, urlId }: PageKey) {
  return sql<SqlBool>`(page.number, page.url_id) <= (${number}, ${urlId})`
}
