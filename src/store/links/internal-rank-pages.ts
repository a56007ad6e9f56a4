import { HTTP_OK } from '#shared/http-status.ts'
import type { Indexability } from '#shared/indexability.ts'
import { batches } from '../database/batches.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { unpackNumbers } from '../database/packed-numbers.ts'
import { isAfterPage, noPage, type PageKey, pageKeyColumns, pageOrder } from '../pages/page-key.ts'
import { maxUrlId } from './url-ids.ts'

const PAGES_AT_ONCE = 1_000
/** Redirects in a chain before it counts as endless, as with search engines. */
const MAX_REDIRECTS = 10

/** The rows of the pages list as numbers: places in its order. Some 20 bytes a page, and four for each URL of the crawl. */
export interface RankedPages {
  /** URL ids. */
  ids: Uint32Array
  /** 1 for a page that takes part. */
  isRanked: Uint8Array
  /** The page that takes part to which a link to this one leads in the end, after redirects; -1 for none. */
  leadsTo: Int32Array
  /** The place of a URL in the list, -1 for one that is not in it. */
  placeOf(urlId: number): number
}

/** The pages by frontier number, and where their redirects end. */
export async function readRankedPages(crawl: CrawlDatabase): Promise<RankedPages> {
  const placeById = new Int32Array((await maxUrlId(crawl)) + 1).fill(-1)
  const placeOf = (urlId: number) => placeById[urlId] ?? -1
  const listed: number[] = []
  const ranked: boolean[] = []
  for await (const rows of walkPages(crawl)) {
    for (const row of rows) {
      placeById[row.urlId] = listed.length
      listed.push(row.urlId)
      ranked.push(isRankedPage(row))
    }
  }
  const isRanked = Uint8Array.from(ranked, each => (each ? 1 : 0))
  const leadsTo = Int32Array.from(ranked, (each, place) => (each ? place : -1))
  const next = new Map<number, number>()
  for await (const rows of walkRedirects(crawl)) {
    for (const { urlId, found } of rows) next.set(placeOf(urlId), placeOf(unpackNumbers(found)[0] ?? 0))
  }
  for (const place of next.keys()) leadsTo[place] = endOf(place, { next, leadsTo })
  return { ids: Uint32Array.from(listed), isRanked, leadsTo, placeOf }
}

/** Pages that a search engine may index, those that lead on by themselves, and those that only robots.txt keeps from it. */
const rankedKinds: ReadonlySet<Indexability> = new Set(['indexable', 'blocked', 'redirect'])

function isRankedPage({ status, indexability }: { status: number | null; indexability: Indexability }): boolean {
  return status === HTTP_OK && rankedKinds.has(indexability)
}

function endOf(place: number, { next, leadsTo }: { next: ReadonlyMap<number, number>; leadsTo: Int32Array }): number {
  let at = place
  for (let steps = 0; steps <= MAX_REDIRECTS; steps++) {
    const following = next.get(at)
    if (following === undefined) return leadsTo[at] ?? -1
    at = following
  }
  return -1
}

function walkPages({ db, crawlId }: CrawlDatabase) {
  return batches({
    after: noPage,
    read: (after: PageKey) =>
      db
        .selectFrom('page')
        .select([...pageKeyColumns, 'page.status', 'page.indexability'])
        .where('page.crawl_id', '=', crawlId)
        .where(isAfterPage(after))
        .orderBy(pageOrder)
        .limit(PAGES_AT_ONCE)
        .execute(),
    keyOf: row => row,
  })
}

function walkRedirects({ db, crawlId }: CrawlDatabase) {
  return batches({
    after: noPage,
    read: (after: PageKey) =>
      db
        .selectFrom('page')
        .innerJoin('page_body', join =>
          join.onRef('page_body.crawl_id', '=', 'page.crawl_id').onRef('page_body.url_id', '=', 'page.url_id'),
        )
        .select([...pageKeyColumns, 'page_body.found'])
        .where('page.crawl_id', '=', crawlId)
        .where('page.status_class', '=', '3xx')
        .where(isAfterPage(after))
        .orderBy(pageOrder)
        .limit(PAGES_AT_ONCE)
        .execute(),
    keyOf: row => row,
  })
}
