import type { CrawlOptions } from '#shared/crawl-options.ts'
import type { SkipReason } from '#shared/model.ts'
import type { SiteFacts, SiteFactsCrawl } from '#shared/site-facts.ts'
import type { CrawlCheckpoint } from './crawls/crawl-row.ts'
import { countMeasuredPages, readMeasuredPages } from './crawls/page-speed-samples.ts'
import type { ExtractionDatabase } from './database/database.ts'
import type { CrawlCounts } from './database/schema.ts'
import { StaleClaimError } from './errors.ts'
import { readFirstInlinks, readInlinks } from './links/inlinks.ts'
import { createTopPages, readLinkScores } from './links/link-scores.ts'
import { readMissingFragments } from './links/missing-fragments.ts'
import { createTargetReader, readHostFileTargets, readTarget } from './links/targets.ts'
import { readKeptFacts, readKeptFactsOf, readPageResponses, readSlowPages } from './pages/page-facts.ts'
import { readPageGroups } from './pages/page-groups.ts'
import { createSummaryReader, readPageSummary, readSignatures } from './pages/page-summaries.ts'
import { readListedUrls } from './pages/pages.ts'
import { readIds, readMainText, readPageFacts } from './pages/stored-pages.ts'

/** With pages skipped for these reasons, a check cannot prove that the site lacks something. */
const incompleteReasons: readonly SkipReason[] = [
  'limit',
  'queue-full',
  'stopped',
  'excluded',
  'not-included',
  'outside-folder',
  'beyond-depth',
  'not-in-sitemap',
]

/** What site checks read of one crawl, in bounded batches. @throws StaleClaimError when the crawl has been cleared. */
export async function openSiteFacts(crawl: ExtractionDatabase): Promise<SiteFacts> {
  const topPages = createTopPages(crawl)
  const ofCrawl =
    <Args extends unknown[], Result>(read: (crawl: ExtractionDatabase, ...args: Args) => Result) =>
    (...args: Args): Result =>
      read(crawl, ...args)
  return {
    crawl: await readCrawl(crawl),
    pages: createSummaryReader(crawl),
    page: ofCrawl(readPageSummary),
    groups: ofCrawl(readPageGroups),
    signatures: ofCrawl(readSignatures),
    mainText: ofCrawl(readMainText),
    ids: ofCrawl(readIds),
    facts: ofCrawl(readKeptFacts),
    responses: ofCrawl(readPageResponses),
    factsOf: ofCrawl(readKeptFactsOf),
    slowPages: ofCrawl(readSlowPages),
    listed: ofCrawl(readListedUrls),
    measuredPages: ofCrawl(readMeasuredPages),
    targets: createTargetReader(crawl),
    target: ofCrawl(readTarget),
    hostFileTargets: ofCrawl(readHostFileTargets),
    inlinks: async (url, options) => readInlinks(crawl, { url, ...options, isTopPage: await topPages() }),
    firstInlinks: ofCrawl(readFirstInlinks),
    linkScores: async urls => readLinkScores(crawl, { urls, isTopPage: await topPages() }),
    missingFragments: ofCrawl(readMissingFragments),
  }
}

async function readCrawl(crawl: ExtractionDatabase): Promise<SiteFactsCrawl> {
  const { db, crawlId } = crawl
  const row = await db
    .selectFrom('crawl')
    .select(['seed_url', 'crawl_limit', 'checkpoint', 'counts', 'is_stop_requested', 'options'])
    .where('id', '=', crawlId)
    .where('is_hidden', '=', 0)
    .executeTakeFirst()
  if (!row) throw new StaleClaimError(crawlId)
  const checkpoint: CrawlCheckpoint | null = row.checkpoint === null ? null : JSON.parse(row.checkpoint)
  const counts: CrawlCounts = JSON.parse(row.counts)
  const { isListOnly, rendersJavaScript }: CrawlOptions = JSON.parse(row.options)
  const skipped = await db
    .selectFrom('crawl_counter')
    .select('key')
    .where('crawl_id', '=', crawlId)
    .where('name', '=', 'skipped')
    .where('key', 'in', incompleteReasons)
    .where('count', '>', 0)
    .executeTakeFirst()
  const homeUrl = checkpoint?.homeUrl ?? null
  return {
    seedUrl: row.seed_url,
    homeUrl,
    pageLimit: row.crawl_limit,
    isComplete:
      !skipped &&
      !checkpoint?.areUrlsUntracked &&
      !isListOnly &&
      row.is_stop_requested === 0 &&
      counts.pagesCrawled < row.crawl_limit,
    ...(isListOnly && { isListOnly: true as const }),
    ...(rendersJavaScript && { rendersJavaScript: true as const }),
    isPrivateHost: await isPrivateHost(crawl, homeUrl),
    hostVariants: checkpoint?.hostVariants ?? [],
    favicon: checkpoint?.favicon ?? null,
    ...hostFactsOf(checkpoint),
    certificates: checkpoint?.certificates ?? [],
    laterResponses: checkpoint?.laterResponses ?? { randomUrls: [], slow: [], errorLike: [] },
    measuredPages: await countMeasuredPages(crawl),
    ...(checkpoint?.traps && { traps: checkpoint.traps }),
  }
}

/** As the engine saw it when it read the start page. */
async function isPrivateHost(crawl: ExtractionDatabase, homeUrl: string | null): Promise<boolean> {
  const facts = homeUrl === null ? null : await readPageFacts(crawl, homeUrl)
  return facts?.isPrivateHost ?? false
}

type HostFacts = Pick<
  SiteFactsCrawl,
  'robotsFiles' | 'sitemaps' | 'llmsFile' | 'securityFile' | 'shareImages' | 'styleFiles'
>

/** What the crawl found in robots.txt, sitemaps, llms.txt, security.txt, sharing images and style sheets, as far as it fetched them. */
function hostFactsOf(checkpoint: CrawlCheckpoint | null): HostFacts {
  const { robotsFiles, sitemaps, llmsFile, securityFile, shareImages, styleFiles } = checkpoint ?? {}
  return {
    ...(robotsFiles && { robotsFiles }),
    ...(sitemaps && { sitemaps }),
    ...(llmsFile && { llmsFile }),
    ...(securityFile && { securityFile }),
    ...(shareImages && { shareImages }),
    ...(styleFiles && { styleFiles }),
  }
}
