import type { Severity } from '#shared/model.ts'
import { PAGE_LINKS } from './link-source-mask.ts'
import { noPage, type PageKey, readLinkSourcesAfter, unpackFound } from './link-sources.ts'
import { findPage } from './pages.ts'
import type { CrawlDatabase } from './schema.ts'
import type { StructureLinks, StructurePage } from './store.ts'

interface Range {
  afterUrl?: string
  limit: number
}

/** Pages after one with what the structure of the site is drawn from, by frontier number. */
export async function readStructurePages(crawl: CrawlDatabase, range: Range): Promise<StructurePage[]> {
  const after = await keyOf(crawl, range)
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
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('page.number', 'page.url_id'), '>', tuple(after.number, after.urlId)),
    )
    .orderBy('page.number')
    .orderBy('page.url_id')
    .limit(range.limit)
    .execute()
  const issues = await readIssueCounts(
    crawl,
    rows.map(row => row.url),
  )
  return rows.map(row => ({
    id: row.url_id,
    url: row.url,
    depth: row.depth,
    statusCode: row.status,
    title: row.title,
    inlinkCount: row.inlink_count,
    linkScore: row.score,
    bySeverity: issues.get(row.url) ?? noIssues(),
  }))
}

/** The same pages with the URLs to which they lead. A page may name ten thousand, so ask for few pages at a time. */
export async function readStructureLinks(crawl: CrawlDatabase, range: Range): Promise<StructureLinks[]> {
  const after = await keyOf(crawl, range)
  if (!after) return []
  const sources = await readLinkSourcesAfter(crawl, { after, limit: range.limit })
  return sources.map(source => ({
    id: source.urlId,
    url: source.url,
    targetIds: unpackFound(source).flatMap(({ id, kinds }) =>
      id !== 0 && id !== source.urlId && (kinds & PAGE_LINKS) !== 0 ? [id] : [],
    ),
  }))
}

/** null after a page that is not in the list. */
async function keyOf(crawl: CrawlDatabase, { afterUrl }: Range): Promise<PageKey | null> {
  if (afterUrl === undefined) return noPage
  const last = await findPage(crawl, afterUrl)
  return last ? { number: last.number, urlId: last.url_id } : null
}

function noIssues(): Record<Severity, number> {
  return { error: 0, warning: 0, info: 0 }
}

async function readIssueCounts(
  { db, crawlId }: CrawlDatabase,
  urls: readonly string[],
): Promise<Map<string, Record<Severity, number>>> {
  const counts = new Map<string, Record<Severity, number>>()
  if (urls.length === 0) return counts
  const rows = await db
    .selectFrom('issue_url')
    .innerJoin('issue', 'issue.id', 'issue_url.issue_id')
    .select(['issue_url.url', 'issue.severity'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('issue_url.crawl_id', '=', crawlId)
    .where('issue_url.url', 'in', urls)
    .groupBy(['issue_url.url', 'issue.severity'])
    .execute()
  for (const { url, severity, count } of rows) {
    const ofPage = counts.get(url) ?? noIssues()
    ofPage[severity] += Number(count)
    counts.set(url, ofPage)
  }
  return counts
}
