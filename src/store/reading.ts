import { linkKinds, pageLinkKinds, type SkipReason } from '#shared/model.ts'
import { maskToKinds } from '#shared/outcome.ts'
import { crawlRowColumns, toCrawlRow } from './crawl-row.ts'
import { isDecided } from './decided.ts'
import { readInlinks } from './inlinks.ts'
import { countIssues, readIssues, readIssueTypes } from './issues.ts'
import { countPages, readPageFacts, readPages } from './pages.ts'
import type { Database } from './schema.ts'
import type { CrawlRow, ReadingStore, SkippedUrl } from './store.ts'
import { readCheckTallies, readCrawlTally } from './tallies.ts'

/** Reads for reports. A crawl that is hidden (cleared, or one too many) answers like one that never was. */
export function createReadingStore(database: Database): ReadingStore {
  const ifVisible = async <Answer>(crawlId: number, none: Answer, read: () => Promise<Answer>): Promise<Answer> =>
    (await isVisible(database, crawlId)) ? await read() : none
  return {
    crawls: websiteId => readCrawls(database, { websiteId }),
    async crawl(crawlId) {
      const [crawl] = await readCrawls(database, { crawlId })
      return crawl ?? null
    },
    pages: (crawlId, query) => ifVisible(crawlId, [], () => readPages(database, crawlId, query)),
    countPages: (crawlId, query) => ifVisible(crawlId, 0, () => countPages(database, crawlId, query)),
    pageFacts: (crawlId, url) => ifVisible(crawlId, null, () => readPageFacts(database, crawlId, url)),
    issues: (crawlId, query) => ifVisible(crawlId, [], () => readIssues(database, crawlId, query)),
    countIssues: (crawlId, query) => ifVisible(crawlId, 0, () => countIssues(database, crawlId, query)),
    issueTypes: crawlId => ifVisible(crawlId, [], () => readIssueTypes(database, crawlId)),
    checkTallies: crawlId => ifVisible(crawlId, [], () => readCheckTallies(database, crawlId)),
    inlinks: (crawlId, url, limit) =>
      ifVisible(crawlId, { total: 0, places: [], isHighPriority: false }, () =>
        readPageInlinks(database, crawlId, { url, limit }),
      ),
    skippedCounts: crawlId => ifVisible(crawlId, [], () => readSkippedCounts(database, crawlId)),
    skippedUrls: (crawlId, range) => ifVisible(crawlId, [], () => readSkippedUrls(database, crawlId, range)),
    pageCounts: crawlId =>
      ifVisible(crawlId, { byStatus: {}, byDepth: [] }, async () => {
        const byStatus = await readCrawlTally(database, crawlId, 'status')
        const byDepth = await readCrawlTally(database, crawlId, 'depth')
        return {
          byStatus: Object.fromEntries(byStatus.map(({ key, count }) => [key, count])),
          byDepth: byDepth.map(({ key, count }) => ({ depth: Number(key), count })).sort((a, b) => a.depth - b.depth),
        }
      }),
  }
}

async function isVisible({ db }: Database, crawlId: number): Promise<boolean> {
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
async function readPageInlinks(database: Database, crawlId: number, asked: { url: string; limit: number }) {
  const isPage = (await countPages(database, crawlId, { url: asked.url })) > 0
  return await readInlinks(database, crawlId, { ...asked, kinds: isPage ? pageLinkKinds : undefined })
}

async function readSkippedCounts(
  database: Database,
  crawlId: number,
): Promise<{ reason: SkipReason; count: number }[]> {
  const rows = await readCrawlTally(database, crawlId, 'skipped')
  return rows.map(({ key, count }) => ({ reason: key as SkipReason, count }))
}

async function readSkippedUrls(
  { db }: Database,
  crawlId: number,
  range: { offset: number; limit: number },
): Promise<SkippedUrl[]> {
  const rows = await db
    .selectFrom('url')
    .select(['url', 'skip_reason', 'kinds'])
    .where('crawl_id', '=', crawlId)
    .where('skip_reason', 'is not', null)
    .where(isDecided)
    .orderBy('skip_reason')
    .orderBy('url')
    .limit(range.limit)
    .offset(range.offset)
    .execute()
  return rows.flatMap(({ url, skip_reason, kinds }) =>
    skip_reason === null ? [] : [{ url, reason: skip_reason, kinds: maskToKinds(kinds, linkKinds) }],
  )
}
