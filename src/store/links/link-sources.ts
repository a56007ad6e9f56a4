import { LinkRows, LinkTexts, type StoredLink } from '#shared/link-rows.ts'
import { batches } from '../database/batches.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { unpackNumbers } from '../database/packed-numbers.ts'
import { isAfterPage, type PageKey, pageKeyColumns, pageOrder } from '../pages/page-key.ts'

/** A row of the pages list with the links that it names, still packed, without what all pages are not read for. */
export interface LinkSource extends PageKey {
  links: Uint8Array | null
  found: Uint8Array
}

/** The same with the texts of the links: several times as long, and needed of few pages. */
export interface FullLinkSource extends LinkSource {
  url: string
  depth: number
  linkTexts: Uint8Array | null
}

/** A page may name ten thousand links, so few pages at a time. */
export const LINK_SOURCES_AT_ONCE = 50

/** All pages after one, by frontier number. */
export function walkLinkSources(crawl: CrawlDatabase, after: PageKey): AsyncGenerator<LinkSource[]> {
  return batches<PageKey, LinkSource>({
    after,
    read: last =>
      selectLinkSources(crawl).where(isAfterPage(last)).orderBy(pageOrder).limit(LINK_SOURCES_AT_ONCE).execute(),
    keyOf: page => page,
  })
}

/** The next pages after one, by frontier number. */
export async function readLinkSourcesAfter(
  crawl: CrawlDatabase,
  { after, limit }: { after: PageKey; limit: number },
): Promise<FullLinkSource[]> {
  return await selectFullSources(crawl).where(isAfterPage(after)).orderBy(pageOrder).limit(limit).execute()
}

/** The pages of these ids, in the order of the ids; at most LINK_SOURCES_AT_ONCE. */
export async function readLinkSources(crawl: CrawlDatabase, urlIds: readonly number[]): Promise<FullLinkSource[]> {
  const pages = await selectFullSources(crawl).where('page.url_id', 'in', urlIds).execute()
  const byId = new Map(pages.map(page => [page.urlId, page]))
  return urlIds.flatMap(id => byId.get(id) ?? [])
}

/** Distinct URLs that a page names: id (0 when the crawl did not take it in) and mask of link kinds. */
export function unpackFound(source: LinkSource): { id: number; kinds: number }[] {
  const pairs = unpackNumbers(source.found)
  return Array.from({ length: pairs.length / 2 }, (_, index) => ({
    id: pairs[index * 2] ?? 0,
    kinds: pairs[index * 2 + 1] ?? 0,
  }))
}

/** Place of a URL among those that a page names, -1 where it names it not. */
export function placeOfFound(found: Uint8Array, urlId: number): number {
  const pairs = unpackNumbers(found)
  for (let place = 0; 2 * place < pairs.length; place++) if (pairs[2 * place] === urlId) return place
  return -1
}

/** The links themselves; none for a redirect, which names its target without an element. */
export function unpackLinks({ links, linkTexts }: FullLinkSource): StoredLink[] {
  return links === null || linkTexts === null ? [] : new LinkRows(links).all(new LinkTexts(linkTexts))
}

function selectFullSources(crawl: CrawlDatabase) {
  return selectLinkSources(crawl)
    .innerJoin('url', join => join.onRef('url.crawl_id', '=', 'page.crawl_id').onRef('url.id', '=', 'page.url_id'))
    .select(['page.depth', 'url.url', 'page_body.link_texts as linkTexts'])
}

function selectLinkSources({ db, crawlId }: CrawlDatabase) {
  return db
    .selectFrom('page')
    .innerJoin('page_body', join =>
      join.onRef('page_body.crawl_id', '=', 'page.crawl_id').onRef('page_body.url_id', '=', 'page.url_id'),
    )
    .select([...pageKeyColumns, 'page_body.links', 'page_body.found'])
    .where('page.crawl_id', '=', crawlId)
}
