import { setImmediate } from 'node:timers/promises'
import type { ClaimedDatabase, SqlValue } from '../database/database.ts'
import { fencedWrite } from '../database/fenced.ts'
import { internalRanks, scoreOf } from './internal-rank.ts'
import { type LinkGraph, readLinkGraph } from './internal-rank-graph.ts'
import { type RankedPages, readRankedPages } from './internal-rank-pages.ts'

const ROWS_PER_WRITE = 2_000

const UPDATE = `update link_figures set inlinks = ?, followed_inlink_pages = ?, score = ?
  where crawl_id = ? and url_id = ?`

/** Writes the link figures and score of each page, after `indexLinks`. Idempotent. Returns without effect when abandoned. */
export async function scoreLinks(claimed: ClaimedDatabase, abandon?: AbortSignal): Promise<void> {
  const pages = await readRankedPages(claimed)
  const graph = await readLinkGraph(claimed, { pages, abandon })
  const ranks = graph && (await internalRanks(graph, abandon))
  if (!ranks) return
  const score = scoreOf(ranks)
  for (let start = 0; start < pages.ids.length; start += ROWS_PER_WRITE) {
    if (abandon?.aborted) return
    const rows = rowsFrom(start, { crawlId: claimed.crawlId, pages, graph, score })
    await fencedWrite(claimed, {
      write: ({ transaction, specifics }) => specifics.runEach(transaction, { statement: UPDATE, rows }),
    })
    await setImmediate()
  }
}

function rowsFrom(
  start: number,
  of: { crawlId: number; pages: RankedPages; graph: LinkGraph; score(place: number): number },
): SqlValue[][] {
  const { ids, isRanked } = of.pages
  const { inlinks, followedInlinkPages } = of.graph
  return Array.from(ids.subarray(start, start + ROWS_PER_WRITE), (urlId, index) => {
    const place = start + index
    const score = isRanked[place] === 1 ? of.score(place) : null
    return [inlinks[place] ?? 0, followedInlinkPages[place] ?? 0, score, of.crawlId, urlId]
  })
}
