import { sql } from 'kysely'
import { linkKinds, pageLinkKinds, type Region } from '#shared/model.ts'
import { kindsToMask } from '#shared/outcome.ts'
import { slices } from './batches.ts'
import { fencedWrite, readClaimedCrawl } from './fenced.ts'
import { type LinkSource, noPage, type PageKey, unpackFound, unpackLinks, walkLinkSources } from './link-sources.ts'
import { packNumbers } from './packed-numbers.ts'
import type { ClaimedDatabase } from './schema.ts'

/** (source, target) pairs held in memory before they are written as one part: some thousand pages. */
const PAIRS_PER_PART = 250_000
const ROWS_PER_WRITE = 2_000
const PAGES_PER_COUNT = 500

/** Kinds of links in these regions stand in the upper half of a source's mask: such links repeat on many pages. */
export const LANDMARK_SHIFT = 16
const landmarks: readonly Region[] = ['nav', 'header', 'footer']

const PAGE_LINKS = kindsToMask(pageLinkKinds, linkKinds)

const UPSERT = `insert into inlink (crawl_id, target_id, part, page_source_count, sources) values (?, ?, ?, ?, ?)
  on conflict (crawl_id, target_id, part) do update
  set page_source_count = excluded.page_source_count, sources = excluded.sources`

/** Sources of one target within a part: URL id and mask, flattened. */
type Part = Map<number, number[]>

/**
 * Turns the links of all pages round: for each target, who names it. Reads pages in bounded batches by frontier number and writes
 * a part when enough has come together; a part cut off is written again in the same way, so it may be called at any time. A
 * page that names itself is not its own source.
 */
export async function indexLinks(claimed: ClaimedDatabase): Promise<void> {
  const progress = await readProgress(claimed)
  let part: Part = new Map()
  let pairs = 0
  let partNumber = progress.part
  let last: PageKey = progress.after
  for await (const sources of walkLinkSources(claimed, progress.after)) {
    for (const source of sources) {
      pairs += addSource(part, source)
      last = source
      if (pairs < PAIRS_PER_PART) continue
      await writePart(claimed, { part, partNumber, last })
      part = new Map()
      pairs = 0
      partNumber++
    }
  }
  if (part.size > 0) await writePart(claimed, { part, partNumber, last })
  await countInlinks(claimed)
}

async function readProgress(claimed: ClaimedDatabase): Promise<{ part: number; after: PageKey }> {
  const crawl = await readClaimedCrawl(claimed, ['inlink_part', 'inlink_number', 'inlink_url_id'])
  const after = crawl.inlink_part === 0 ? noPage : { number: crawl.inlink_number, urlId: crawl.inlink_url_id }
  return { part: crawl.inlink_part, after }
}

/** Adds one page's targets to a part; returns how many. */
function addSource(part: Part, source: LinkSource): number {
  const inLandmarks = new Map<number, number>()
  for (const link of unpackLinks(source)) {
    if (!landmarks.includes(link.region)) continue
    const kind = 1 << linkKinds.indexOf(link.kind)
    inLandmarks.set(link.urlIndex, (inLandmarks.get(link.urlIndex) ?? 0) | kind)
  }
  const found = unpackFound(source)
  found.forEach(({ id, kinds }, index) => {
    if (id === 0 || id === source.urlId) return
    const mask = (kinds | ((inLandmarks.get(index) ?? 0) << LANDMARK_SHIFT)) >>> 0
    const sources = part.get(id)
    if (sources) sources.push(source.urlId, mask)
    else part.set(id, [source.urlId, mask])
  })
  return found.length
}

async function writePart(
  claimed: ClaimedDatabase,
  written: { part: Part; partNumber: number; last: PageKey },
): Promise<void> {
  const rows = [...written.part]
    .sort(([a], [b]) => a - b)
    .map(([targetId, sources]) => [
      claimed.crawlId,
      targetId,
      written.partNumber,
      countPageSources(sources),
      packNumbers(Uint32Array.from(sources)),
    ])
  for (const slice of slices(rows, ROWS_PER_WRITE)) {
    await fencedWrite(claimed, {
      write: ({ transaction, specifics }) => specifics.runEach(transaction, { statement: UPSERT, rows: slice }),
    })
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

function countPageSources(sources: readonly number[]): number {
  let count = 0
  for (let index = 1; index < sources.length; index += 2) if (((sources[index] ?? 0) & PAGE_LINKS) !== 0) count++
  return count
}

/** Writes with each page of the list how many other pages lead to it. */
async function countInlinks(claimed: ClaimedDatabase): Promise<void> {
  const { db, crawlId } = claimed
  let after = noPage
  for (;;) {
    const pages = await db
      .selectFrom('page')
      .select(['number', 'url_id as urlId'])
      .where('crawl_id', '=', crawlId)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('number', 'url_id'), '>', tuple(after.number, after.urlId)))
      .orderBy('number')
      .orderBy('url_id')
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
