import { setImmediate } from 'node:timers/promises'
import type { CrawlDatabase } from '../database/database.ts'
import { unpackNumbers } from '../database/packed-numbers.ts'
import { isAfterPage, noPage, type PageKey, pageKeyColumns, pageOrder } from '../pages/page-key.ts'
import { LINK_WEIGHTS, type RankGraph } from './internal-rank.ts'
import { EdgePacker } from './internal-rank-edges.ts'
import type { RankedPages } from './internal-rank-pages.ts'
import { linkClasses, linkClassOf } from './link-source-mask.ts'

/** Rows of the by-target index read at once: each has as many sources as a part has pages, some thousand. */
const ROWS_AT_ONCE = 200
/**
 * Packed links kept in memory, some 200 million where most are in a navigation; those of later pages are read again from the index in
 * each round.
 */
const KEPT_BYTES = 256 * 2 ** 20

const weights = linkClasses.map(name => LINK_WEIGHTS[name])

export interface LinkGraph extends RankGraph {
  /** By place: links to the page, and other pages with one that may be followed. */
  inlinks: Uint32Array
  followedInlinkPages: Uint32Array
}

/** Reads the links between pages that take part from the by-target index. null when abandoned. */
export async function readLinkGraph(
  crawl: CrawlDatabase,
  {
    pages,
    abandon,
    keptBytes = KEPT_BYTES,
    rowsAtOnce = ROWS_AT_ONCE,
  }: { pages: RankedPages; abandon?: AbortSignal | undefined; keptBytes?: number; rowsAtOnce?: number },
): Promise<LinkGraph | null> {
  const outWeights = new Float64Array(pages.ids.length)
  const inlinks = new Uint32Array(pages.ids.length)
  const followedInlinkPages = new Uint32Array(pages.ids.length)
  const count = (row: IndexRow, place: number) => {
    inlinks[place] = (inlinks[place] ?? 0) + row.linkCount
    followedInlinkPages[place] = (followedInlinkPages[place] ?? 0) + row.followedSourceCount
  }
  const weigh = (source: number, linkClass: number) => {
    outWeights[source] = (outWeights[source] ?? 0) + (weights[linkClass] ?? 0)
  }
  const kept: Uint8Array[] = []
  let room = keptBytes
  let isAllKept = true
  for await (const chunk of packedLinks(crawl, { pages, rowsAtOnce, count, weigh })) {
    if (abandon?.aborted) return null
    await setImmediate()
    isAllKept &&= chunk.length <= room
    if (!isAllKept) continue
    kept.push(chunk)
    room -= chunk.length
  }
  async function* chunks() {
    yield* kept
    if (isAllKept) return
    let position = 0
    for await (const chunk of packedLinks(crawl, { pages, rowsAtOnce })) if (position++ >= kept.length) yield chunk
  }
  return { isRanked: pages.isRanked, outWeights, inlinks, followedInlinkPages, chunks }
}

interface Packing {
  pages: RankedPages
  rowsAtOnce: number
  /** Called with each row and the place of its target. */
  count?(row: IndexRow, place: number): void
  /** Called with each link. */
  weigh?(source: number, linkClass: number): void
}

/** By target in the order of the list, then by source in the same order. */
async function* packedLinks(
  crawl: CrawlDatabase,
  { pages, rowsAtOnce, count, weigh }: Packing,
): AsyncGenerator<Uint8Array> {
  const { isRanked, leadsTo, placeOf } = pages
  const packer = new EdgePacker()
  for await (const rows of walkIndex(crawl, rowsAtOnce)) {
    for (const row of rows) {
      const place = placeOf(row.urlId)
      count?.(row, place)
      const target = leadsTo[place] ?? -1
      if (target === -1) continue
      const pairs = unpackNumbers(row.sources)
      for (let index = 0; index < pairs.length; index += 2) {
        const linkClass = linkClassOf(pairs[index + 1] ?? 0)
        const source = placeOf(pairs[index] ?? 0)
        // A page that reaches itself by a redirect is not its own source.
        if (linkClass === 0 || source === target || isRanked[source] !== 1) continue
        weigh?.(source, linkClass)
        const full = packer.add({ target, source, linkClass })
        if (full) yield full
      }
    }
  }
  yield packer.take()
}

type IndexRow = Awaited<ReturnType<ReturnType<typeof selectIndexRows>['execute']>>[number]

/** All rows of the index whose target is in the pages list, in its order; those of one target by part. */
async function* walkIndex(crawl: CrawlDatabase, limit: number): AsyncGenerator<IndexRow[]> {
  let after: PageKey = noPage
  for (;;) {
    const rows = await selectIndexRows(crawl, limit).where(isAfterPage(after)).execute()
    let last = rows.at(-1)
    if (!last) return
    yield rows
    // The last target may have more.
    for (let batch = rows; batch.length === limit; ) {
      const { urlId: sameId, part } = last
      batch = await selectIndexRows(crawl, limit)
        .where('page.url_id', '=', sameId)
        .where('inlink.part', '>', part)
        .execute()
      if (batch.length > 0) yield batch
      last = batch.at(-1) ?? last
      await setImmediate()
    }
    after = last
    await setImmediate()
  }
}

function selectIndexRows({ db, crawlId }: CrawlDatabase, limit: number) {
  return db
    .selectFrom('page')
    .innerJoin('inlink', join =>
      join.onRef('inlink.crawl_id', '=', 'page.crawl_id').onRef('inlink.target_id', '=', 'page.url_id'),
    )
    .select([
      ...pageKeyColumns,
      'inlink.part',
      'inlink.sources',
      'inlink.link_count as linkCount',
      'inlink.followed_source_count as followedSourceCount',
    ])
    .where('page.crawl_id', '=', crawlId)
    .orderBy(pageOrder)
    .orderBy('inlink.part')
    .limit(limit)
}
