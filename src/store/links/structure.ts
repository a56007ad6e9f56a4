import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Severity, severities } from '#shared/model.ts'
import { slices } from '../database/batches.ts'
import type { CrawlDatabase } from '../database/database.ts'
import type { ReportCrawl } from '../database/kept-lists.ts'
import { unpackNumbers } from '../database/packed-numbers.ts'
import { issuesNaming } from '../pages/issues-of-page.ts'
import { isAfterPage, keyToReadAfter, pageOrder } from '../pages/page-key.ts'
import { PAGE_LINKS } from './link-source-mask.ts'

export interface StructurePage {
  /** Stable within the crawl. */
  id: number
  url: string
  depth: number
  statusCode: number | null
  title: string
  inlinkCount: number
  /** See LinkFigures. */
  linkScore: number | null
  /** Issues that concern the page, as the list of its issues counts them. */
  bySeverity: Record<Severity, number>
}

export interface StructureLinks {
  id: number
  url: string
  /** Distinct ids of the URLs that it links to, without itself. */
  targetIds: number[]
}

export interface PageRange {
  afterUrl?: string
  limit: number
}

/** Pages whose issues are read at once: some milliseconds, in which an embedded database runs no other query. */
const PAGES_AT_ONCE = 250

/**
 * Pages after one with what the site structure shows, by frontier number. Kept until the crawl changes: reading the issues of each
 * page, some ten, takes two thirds of the time of a whole structure.
 */
export async function readStructurePages(crawl: ReportCrawl, range: PageRange): Promise<readonly StructurePage[]> {
  const name = `structure ${JSON.stringify(range)}`
  return await crawl.lists.read(crawl, { name, make: () => makeStructurePages(crawl, range) })
}

async function makeStructurePages(crawl: CrawlDatabase, range: PageRange): Promise<StructurePage[]> {
  const after = await keyToReadAfter(crawl, range)
  if (!after) return []
  const rows = await crawl.db
    .selectFrom('page')
    .innerJoin('url', join => join.onRef('url.crawl_id', '=', 'page.crawl_id').onRef('url.id', '=', 'page.url_id'))
    .leftJoin('link_figures', join =>
      join.onRef('link_figures.crawl_id', '=', 'page.crawl_id').onRef('link_figures.url_id', '=', 'page.url_id'),
    )
    .select(['page.url_id', 'url.url', 'page.depth', 'page.status', 'page.title', 'page.inlink_count'])
    .select('link_figures.score')
    .where('page.crawl_id', '=', crawl.crawlId)
    .where(isAfterPage(after))
    .orderBy(pageOrder)
    .limit(range.limit)
    .execute()
  const pages: StructurePage[] = []
  for (const slice of slices(rows, PAGES_AT_ONCE)) {
    if (pages.length > 0) await setImmediate()
    const issues = await readIssueCounts(
      crawl,
      slice.map(row => row.url),
    )
    for (const row of slice)
      pages.push({
        id: row.url_id,
        url: row.url,
        depth: row.depth,
        statusCode: row.status,
        title: row.title,
        inlinkCount: row.inlink_count,
        linkScore: row.score,
        bySeverity: issues.get(row.url) ?? { error: 0, warning: 0, info: 0 },
      })
  }
  return pages
}

/** The same pages with the URLs that they link to. A page may have ten thousand links, so read few pages at a time. */
export async function readStructureLinks(crawl: CrawlDatabase, range: PageRange): Promise<StructureLinks[]> {
  const after = await keyToReadAfter(crawl, range)
  if (!after) return []
  const sources = await crawl.db
    .selectFrom('page')
    .innerJoin('page_body', join =>
      join.onRef('page_body.crawl_id', '=', 'page.crawl_id').onRef('page_body.url_id', '=', 'page.url_id'),
    )
    .innerJoin('url', join => join.onRef('url.crawl_id', '=', 'page.crawl_id').onRef('url.id', '=', 'page.url_id'))
    .select(['page.url_id as id', 'url.url', 'page_body.found'])
    .where('page.crawl_id', '=', crawl.crawlId)
    .where(isAfterPage(after))
    .orderBy(pageOrder)
    .limit(range.limit)
    .execute()
  return sources.map(({ id, url, found }) => ({ id, url, targetIds: pageTargets(found, id) }))
}

/** Pairs of the id of a URL that the page names, 0 when the crawl did not take it in, and the mask of link kinds. */
function pageTargets(found: Uint8Array, ownId: number): number[] {
  const pairs = unpackNumbers(found)
  const targetIds: number[] = []
  for (let at = 0; at < pairs.length; at += 2) {
    const id = pairs[at] ?? 0
    if (id !== 0 && id !== ownId && ((pairs[at + 1] ?? 0) & PAGE_LINKS) !== 0) targetIds.push(id)
  }
  return targetIds
}

async function readIssueCounts(
  { db, specifics, crawlId }: CrawlDatabase,
  urls: readonly string[],
): Promise<Map<string, Record<Severity, number>>> {
  const counts = new Map<string, Record<Severity, number>>()
  const rows = await db
    .selectFrom(sql<{ url: string; issue_id: number }>`(${issuesNaming({ specifics, crawlId }, urls)})`.as('chosen'))
    .innerJoin('issue', 'issue.id', 'chosen.issue_id')
    .select('chosen.url')
    .select([countOf('error').as('error'), countOf('warning').as('warning'), countOf('info').as('info')])
    .groupBy('chosen.url')
    .execute()
  for (const { url, error, warning, info } of rows)
    counts.set(url, { error: Number(error), warning: Number(warning), info: Number(info) })
  return counts
}

/** One column per severity: rows per severity would have to be sorted. */
function countOf(severity: Severity) {
  return sql<number>`sum(case when issue.severity_rank = ${sql.lit(severities.indexOf(severity))} then 1 else 0 end)`
}
