import { type SqlBool, sql } from 'kysely'
import type { CrawlDatabase } from '../database/database.ts'
import { isText } from '../database/indexed-text.ts'
import { isDecided } from './decided.ts'

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

/** Where a page stands in the list; undefined when it is not in it. */
export async function findPage(crawl: CrawlDatabase, url: string): Promise<PageKey | undefined> {
  return await selectPages(crawl)
    .select(pageKeyColumns)
    .where(isDecided)
    .where(isText(crawl, 'url.url', url))
    .executeTakeFirst()
}

/** The next pages after one: without their rows, which are long. */
export async function readPageKeys(
  { db, crawlId }: CrawlDatabase,
  { after = noPage, limit }: { after?: PageKey | undefined; limit: number },
): Promise<PageKey[]> {
  return await db
    .selectFrom('page')
    .select(pageKeyColumns)
    .where('page.crawl_id', '=', crawlId)
    .where(isAfterPage(after))
    .orderBy(pageOrder)
    .limit(limit)
    .execute()
}

/** Where a part of the list begins: after one page, or with the first one; undefined after a page that is not in the list. */
export async function keyToReadAfter(
  crawl: CrawlDatabase,
  { afterUrl }: { afterUrl?: string },
): Promise<PageKey | undefined> {
  return afterUrl === undefined ? noPage : await findPage(crawl, afterUrl)
}

export function selectPages({ db, crawlId }: CrawlDatabase) {
  return db
    .selectFrom('page')
    .innerJoin('url', join => join.onRef('url.crawl_id', '=', 'page.crawl_id').onRef('url.id', '=', 'page.url_id'))
    .where('page.crawl_id', '=', crawlId)
}
