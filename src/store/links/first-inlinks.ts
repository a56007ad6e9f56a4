import type { LinkKind } from '#shared/model.ts'
import type { FirstInlink } from '#shared/site-facts.ts'
import { slices } from '../database/batches.ts'
import { unpackNumbers } from '../database/packed-numbers.ts'
import type { CrawlDatabase } from '../database/schema.ts'
import { findUrl, maskOf, readSources } from './inlinks.ts'

/** Each may have as many sources in one part of the index as a part has pages. */
const URLS_AT_ONCE = 100

/** The first page, by frontier number, that names each of these URLs by a link of these kinds; none for a URL without any. */
export async function readFirstInlinks(
  crawl: CrawlDatabase,
  { urls, kinds }: { urls: readonly string[]; kinds: readonly LinkKind[] },
): Promise<Map<string, FirstInlink>> {
  const found = new Map<string, FirstInlink>()
  const mask = maskOf(kinds)
  for (const slice of slices([...new Set(urls)], URLS_AT_ONCE)) {
    const targets = await findTargets(crawl, slice)
    const parts = await selectFirstParts(
      crawl,
      targets.map(target => target.id),
    )
    const sourceIds = new Map<string, number>()
    for (const { id, url } of targets) {
      const sources = parts.get(id)
      const sourceId = sources && (firstOf(sources, mask) ?? (await firstOfAllParts(crawl, { targetId: id, mask })))
      if (sourceId !== undefined) sourceIds.set(url, sourceId)
    }
    const pages = await readPlaces(crawl, [...sourceIds.values()])
    for (const [url, sourceId] of sourceIds) {
      const page = pages.get(sourceId)
      if (page) found.set(url, page)
    }
  }
  return found
}

/** One by one: for a list of addresses SQLite, which knows nothing of how large a crawl is, would look through all of its URLs. */
async function findTargets(crawl: CrawlDatabase, urls: readonly string[]): Promise<{ id: number; url: string }[]> {
  const targets: { id: number; url: string }[] = []
  for (const url of urls) {
    const found = await findUrl(crawl, url)
    if (found) targets.push({ id: found.id, url })
  }
  return targets
}

/** Sources of each target in the first part of the index that has any. Not joined: the whole index would be looked through. */
async function selectFirstParts(
  { db, crawlId }: CrawlDatabase,
  ids: readonly number[],
): Promise<Map<number, Uint8Array>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('inlink')
    .select(['target_id', 'sources'])
    .where('crawl_id', '=', crawlId)
    .where('target_id', 'in', ids)
    .where('part', '=', ({ selectFrom }) =>
      selectFrom('inlink as first')
        .select(({ fn }) => fn.min<number>('first.part').as('part'))
        .whereRef('first.crawl_id', '=', 'inlink.crawl_id')
        .whereRef('first.target_id', '=', 'inlink.target_id'),
    )
    .execute()
  return new Map(rows.map(row => [row.target_id, row.sources]))
}

function firstOf(sources: Uint8Array, mask: number): number | undefined {
  const pairs = unpackNumbers(sources)
  for (let index = 0; index < pairs.length; index += 2) if (((pairs[index + 1] ?? 0) & mask) !== 0) return pairs[index]
  return undefined
}

async function firstOfAllParts(
  crawl: CrawlDatabase,
  asked: { targetId: number; mask: number },
): Promise<number | undefined> {
  const { sources } = await readSources(crawl, { ...asked, offset: 0, limit: 1 })
  return sources.keys().next().value
}

async function readPlaces({ db, crawlId }: CrawlDatabase, ids: readonly number[]): Promise<Map<number, FirstInlink>> {
  if (ids.length === 0) return new Map()
  const pages = await db
    .selectFrom('page')
    .innerJoin('url', join => join.onRef('url.crawl_id', '=', 'page.crawl_id').onRef('url.id', '=', 'page.url_id'))
    .select(['page.url_id', 'page.depth', 'url.url'])
    .where('page.crawl_id', '=', crawlId)
    .where('page.url_id', 'in', [...new Set(ids)])
    .execute()
  return new Map(pages.map(page => [page.url_id, { sourceUrl: page.url, sourceDepth: page.depth }]))
}
