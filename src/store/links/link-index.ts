import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { slices } from '../database/batches.ts'
import type { ClaimedDatabase, SqlValue } from '../database/database.ts'
import { fencedWrite, readClaimedCrawl } from '../database/fenced.ts'
import { packNumbers } from '../database/packed-numbers.ts'
import { isAfterPage, noPage, type PageKey, pageKeyColumns, pageOrder } from '../pages/page-key.ts'
import { countLinks, LinkIndexPart, type OutlinkCounts } from './link-index-part.ts'
import { walkLinkSources } from './link-sources.ts'
import { readExternalUrls } from './url-ids.ts'

/** (source, target) pairs held in memory before they are written as one part: some thousand pages. */
const PAIRS_PER_PART = 250_000
const ROWS_PER_WRITE = 2_000
const PAGES_PER_COUNT = 500
/** Of a page and a URL that it names: see `page_body.found`. */
const BYTES_PER_PAIR = 8

const UPSERT = `insert into inlink
  (crawl_id, target_id, part, page_source_count, sources, link_count, followed_source_count) values (?, ?, ?, ?, ?, ?, ?)
  on conflict (crawl_id, target_id, part) do update
  set page_source_count = excluded.page_source_count, sources = excluded.sources, link_count = excluded.link_count,
    followed_source_count = excluded.followed_source_count`
const UPSERT_FIGURES = `insert into link_figures
  (crawl_id, url_id, outlinks, outlink_targets, followed_outlinks, external_outlinks) values (?, ?, ?, ?, ?, ?)
  on conflict (crawl_id, url_id) do update
  set outlinks = excluded.outlinks, outlink_targets = excluded.outlink_targets,
    followed_outlinks = excluded.followed_outlinks, external_outlinks = excluded.external_outlinks`

interface Part {
  links: LinkIndexPart
  outlinks: { urlId: number; counts: OutlinkCounts }[]
}

/**
 * Inverts the links of all pages into the by-target index, and counts the links of each page. Reads pages in bounded batches by
 * frontier number and writes a part when enough pairs are gathered; an interrupted part is written again in the same way, so it may be
 * called at any time. A page is not a source of itself.
 */
export async function indexLinks(claimed: ClaimedDatabase): Promise<void> {
  await claimed.specifics.refreshStatistics()
  const progress = await readProgress(claimed)
  const isExternal = await readExternalUrls(claimed)
  let part = newPart()
  let pairs = 0
  let partNumber = progress.part
  let last: PageKey = progress.after
  for await (const sources of walkLinkSources(claimed, progress.after)) {
    for (const source of sources) {
      const { targets, counts } = countLinks(source, isExternal)
      part.outlinks.push({ urlId: source.urlId, counts })
      part.links.add(source.urlId, targets)
      // All URLs that it names: those outside the index were read, too.
      pairs += source.found.byteLength / BYTES_PER_PAIR
      last = source
      if (pairs < PAIRS_PER_PART) continue
      await writePart(claimed, { part, partNumber, last })
      part = newPart()
      pairs = 0
      partNumber++
    }
  }
  if (part.outlinks.length > 0) await writePart(claimed, { part, partNumber, last })
  await countInlinks(claimed)
}

async function readProgress(claimed: ClaimedDatabase): Promise<{ part: number; after: PageKey }> {
  const crawl = await readClaimedCrawl(claimed, ['inlink_part', 'inlink_number', 'inlink_url_id'])
  const after = crawl.inlink_part === 0 ? noPage : { number: crawl.inlink_number, urlId: crawl.inlink_url_id }
  return { part: crawl.inlink_part, after }
}

function newPart(): Part {
  return { links: new LinkIndexPart(), outlinks: [] }
}

async function writePart(
  claimed: ClaimedDatabase,
  written: { part: Part; partNumber: number; last: PageKey },
): Promise<void> {
  const { links, outlinks } = written.part
  let rows: SqlValue[][] = []
  for (const { targetId, sources, pageSourceCount, linkCount, followedSourceCount } of links.rows()) {
    const packed = packNumbers(sources)
    rows.push([claimed.crawlId, targetId, written.partNumber, pageSourceCount, packed, linkCount, followedSourceCount])
    if (rows.length < ROWS_PER_WRITE) continue
    await writeRows(claimed, { statement: UPSERT, rows })
    rows = []
  }
  if (rows.length > 0) await writeRows(claimed, { statement: UPSERT, rows })
  for (const slice of slices(outlinks, ROWS_PER_WRITE)) {
    const rows = slice.map(({ urlId, counts }) => [
      claimed.crawlId,
      urlId,
      counts.outlinks,
      counts.outlinkTargets,
      counts.followedOutlinks,
      counts.externalOutlinks,
    ])
    await writeRows(claimed, { statement: UPSERT_FIGURES, rows })
  }
  await fencedWrite(claimed, {
    changes: {
      inlink_part: written.partNumber + 1,
      inlink_number: written.last.number,
      inlink_url_id: written.last.urlId,
    },
    write: async () => undefined,
  })
}

async function writeRows(claimed: ClaimedDatabase, bulk: { statement: string; rows: SqlValue[][] }): Promise<void> {
  await fencedWrite(claimed, { write: ({ transaction, specifics }) => specifics.runEach(transaction, bulk) })
  await setImmediate()
}

/** Writes for each page how many other pages link to it. */
async function countInlinks(claimed: ClaimedDatabase): Promise<void> {
  const { db, crawlId } = claimed
  let after = noPage
  for (;;) {
    const pages = await db
      .selectFrom('page')
      .select(pageKeyColumns)
      .where('crawl_id', '=', crawlId)
      .where(isAfterPage(after))
      .orderBy(pageOrder)
      .limit(PAGES_PER_COUNT)
      .execute()
    const last = pages.at(-1)
    if (!last) return
    const ids = pages.map(page => page.urlId)
    await fencedWrite(claimed, {
      async write({ transaction }) {
        await transaction
          .updateTable('page')
          .set({
            inlink_count: sql<number>`(select coalesce(sum(inlink.page_source_count), 0) from inlink
              where inlink.crawl_id = page.crawl_id and inlink.target_id = page.url_id)`,
          })
          .where('crawl_id', '=', crawlId)
          .where('url_id', 'in', ids)
          .execute()
      },
    })
    after = last
  }
}
