import { linkKinds, pageLinkKinds, type SkipReason } from '#shared/model.ts'
import { maskToKinds } from '#shared/page-record.ts'
import { readCheckCounters, readCrawlCounter } from './crawls/check-counters.ts'
import { crawlRowColumns, toCrawlRow } from './crawls/crawl-row.ts'
import { readCrawlsAhead } from './crawls/crawls-ahead.ts'
import { readPageSpeedSample } from './crawls/page-speed-samples.ts'
import { createKeptLists } from './database/kept-lists.ts'
import type { CrawlDatabase, Database } from './database/schema.ts'
import { readFindingReach } from './issues/finding-reach.ts'
import { findIssue, readIssuesNaming } from './issues/found-issues.ts'
import { countIssues, readIssues, readIssuesById, readIssueTypes } from './issues/issues.ts'
import { readSuppressed, readSuppressedCounts } from './issues/suppressed-issues.ts'
import { readInlinkPages } from './links/inlink-pages.ts'
import { readInlinks } from './links/inlinks.ts'
import { readNeighbours } from './links/neighbours.ts'
import { readLinkKinds, readLinksOfPages, readLinkTargets, readOutlinks } from './links/page-links.ts'
import { readStructureLinks, readStructurePages } from './links/structure.ts'
import { readTarget } from './links/targets.ts'
import { isDecided } from './pages/decided.ts'
import { countPages, findPage, readFactsOfPages, readPageFacts, readPages } from './pages/pages.ts'
import type { CrawlRow, ReadingStore, SkippedUrl } from './store.ts'

const noneSuppressed = { muted: 0, 'switched-off': 0, fixed: 0 }

/** Reads for reports. A crawl that is hidden (cleared, or one too many) answers like one that never was. */
export function createReadingStore(database: Database): ReadingStore {
  const lists = createKeptLists()
  const answer = async <Answer>(
    asked: { crawlId: number; none: Answer },
    read: (crawl: CrawlDatabase) => Promise<Answer>,
  ): Promise<Answer> => {
    const crawl = { ...database, crawlId: asked.crawlId }
    return (await isVisible(crawl)) ? await read(crawl) : asked.none
  }
  return {
    crawls: websiteId => readCrawls(database, { websiteId }),
    async crawl(crawlId) {
      const [crawl] = await readCrawls(database, { crawlId })
      return crawl ?? null
    },
    crawlsAhead: crawlId => readCrawlsAhead(database, crawlId),
    pages: (crawlId, query) => answer({ crawlId, none: [] }, crawl => readPages(crawl, query, lists)),
    countPages: (crawlId, query) => answer({ crawlId, none: 0 }, crawl => countPages(crawl, query, lists)),
    factsOfPages: (crawlId, range) => answer({ crawlId, none: [] }, crawl => readFactsOfPages(crawl, range)),
    pageFacts: (crawlId, url) => answer({ crawlId, none: null }, crawl => readPageFacts(crawl, url)),
    issues: (crawlId, query) => answer({ crawlId, none: [] }, crawl => readIssues(crawl, query, lists)),
    countIssues: (crawlId, query) => answer({ crawlId, none: 0 }, crawl => countIssues(crawl, query, lists)),
    issuesById: (crawlId, ids) => answer({ crawlId, none: [] }, crawl => readIssuesById(crawl, ids)),
    issueTypes: crawlId => answer({ crawlId, none: [] }, readIssueTypes),
    checkCounters: crawlId => answer({ crawlId, none: [] }, readCheckCounters),
    findingReach: crawlId => answer({ crawlId, none: [] }, readFindingReach),
    inlinks: (crawlId, url, limit) =>
      answer({ crawlId, none: { total: 0, places: [], isHighPriority: false } }, crawl =>
        readPageInlinks(crawl, { url, limit }),
      ),
    skippedCounts: crawlId => answer({ crawlId, none: [] }, readSkippedCounts),
    linksOfPages: (crawlId, range) => answer({ crawlId, none: [] }, crawl => readLinksOfPages(crawl, range)),
    linkTargets: (crawlId, urls) => answer({ crawlId, none: new Map() }, crawl => readLinkTargets(crawl, urls)),
    linkKindsOf: (crawlId, url) => answer({ crawlId, none: [] }, crawl => readLinkKinds(crawl, url)),
    target: (crawlId, url) => answer({ crawlId, none: null }, crawl => readTarget(crawl, url)),
    neighbours: (crawlId, url, limit) => answer({ crawlId, none: [] }, crawl => readNeighbours(crawl, { url, limit })),
    outlinks: (crawlId, query) =>
      answer({ crawlId, none: { total: 0, links: [] } }, crawl => readOutlinks(crawl, query)),
    inlinkPages: (crawlId, query) =>
      answer({ crawlId, none: { total: 0, pages: [] } }, crawl => readInlinkPages(crawl, query)),
    structurePages: (crawlId, range) => answer({ crawlId, none: [] }, crawl => readStructurePages(crawl, range, lists)),
    structureLinks: (crawlId, range) => answer({ crawlId, none: [] }, crawl => readStructureLinks(crawl, range)),
    skippedUrls: (crawlId, range) => answer({ crawlId, none: [] }, crawl => readSkippedUrls(crawl, range)),
    issue: (crawlId, issueId) => answer({ crawlId, none: null }, crawl => findIssue(crawl, issueId)),
    issuesNaming: asked => readIssuesNaming(database, asked),
    suppressedIssues: (crawlId, query) => answer({ crawlId, none: [] }, crawl => readSuppressed(crawl, query)),
    suppressedCounts: crawlId => answer({ crawlId, none: noneSuppressed }, readSuppressedCounts),
    pageSpeedSample: crawlId => answer({ crawlId, none: null }, readPageSpeedSample),
    pageCounts: crawlId => answer({ crawlId, none: { byStatus: {}, byDepth: [] } }, readPageCounts),
  }
}

async function isVisible({ db, crawlId }: CrawlDatabase): Promise<boolean> {
  const crawl = await db
    .selectFrom('crawl')
    .select('id')
    .where('id', '=', crawlId)
    .where('is_hidden', '=', 0)
    .executeTakeFirst()
  return crawl !== undefined
}

async function readCrawls({ db }: Database, chosen: { websiteId: number } | { crawlId: number }): Promise<CrawlRow[]> {
  const crawls = db.selectFrom('crawl').select(crawlRowColumns).where('is_hidden', '=', 0).orderBy('id', 'desc')
  const rows =
    'crawlId' in chosen
      ? await crawls.where('id', '=', chosen.crawlId).execute()
      : await crawls.where('website_id', '=', chosen.websiteId).execute()
  return rows.map(toCrawlRow)
}

/** Of a page: the links that lead to it, as its `inlinkCount` counts them. Of a file: whatever names it. */
async function readPageInlinks(crawl: CrawlDatabase, asked: { url: string; limit: number }) {
  const isPage = (await findPage(crawl, asked.url)) !== undefined
  return await readInlinks(crawl, { ...asked, kinds: isPage ? pageLinkKinds : undefined })
}

async function readSkippedCounts(crawl: CrawlDatabase): Promise<{ reason: SkipReason; count: number }[]> {
  const rows = await readCrawlCounter(crawl, 'skipped')
  return rows.map(({ key, count }) => ({ reason: key as SkipReason, count }))
}

async function readSkippedUrls(
  { db, crawlId }: CrawlDatabase,
  { after, offset, limit }: Parameters<ReadingStore['skippedUrls']>[1],
): Promise<SkippedUrl[]> {
  let skipped = db.selectFrom('url')
  if (after !== undefined)
    skipped = skipped.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('skip_reason', 'url'), '>', tuple(after.reason, after.url)),
    )
  const rows = await skipped
    .select(['url', 'skip_reason', 'kinds'])
    .where('crawl_id', '=', crawlId)
    .where('skip_reason', 'is not', null)
    .where(isDecided)
    .orderBy('skip_reason')
    .orderBy('url')
    .limit(limit)
    .offset(offset ?? 0)
    .execute()
  return rows.flatMap(({ url, skip_reason, kinds }) =>
    skip_reason === null ? [] : [{ url, reason: skip_reason, kinds: maskToKinds(kinds, linkKinds) }],
  )
}

async function readPageCounts(crawl: CrawlDatabase): ReturnType<ReadingStore['pageCounts']> {
  const byStatus = await readCrawlCounter(crawl, 'status')
  const byDepth = await readCrawlCounter(crawl, 'depth')
  return {
    byStatus: Object.fromEntries(byStatus.map(({ key, count }) => [key, count])),
    byDepth: byDepth.map(({ key, count }) => ({ depth: Number(key), count })).sort((a, b) => a.depth - b.depth),
  }
}
