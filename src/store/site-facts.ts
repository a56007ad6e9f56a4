import type { PageFacts } from '#shared/facts.ts'
import type { SkipReason } from '#shared/model.ts'
import type { PageSignature, PageSummary, SiteFacts, SiteFactsCrawl } from '#shared/site-facts.ts'
import type { CrawlCheckpoint, CrawlOptions } from './crawls/crawl-row.ts'
import { hostFactsOf, readHostFileTargets } from './crawls/host-facts.ts'
import { countMeasuredPages, readMeasuredPages } from './crawls/page-speed-samples.ts'
import { batches } from './database/batches.ts'
import type { CrawlDatabase } from './database/database.ts'
import { unpackNumbers } from './database/packed-numbers.ts'
import type { CrawlCounts } from './database/schema.ts'
import { StaleClaimError } from './errors.ts'
import { readFirstInlinks, readInlinks } from './links/inlinks.ts'
import { createTopPages, readStandings } from './links/link-scores.ts'
import { readMissingFragments } from './links/missing-fragments.ts'
import { createTargetReader, readTarget } from './links/targets.ts'
import { isDecided } from './pages/decided.ts'
import { readKeptFacts, readKeptFactsOf, readPageFacts, readSlowPages } from './pages/kept-facts.ts'
import { readPageGroups } from './pages/page-groups.ts'
import { isAfterPage, noPage, type PageKey, pageOrder } from './pages/page-key.ts'
import { unpackColumns } from './pages/page-row.ts'
import { createSummaryReader, type PageSummaryRow, selectPageSummaries, toPageSummary } from './pages/page-summaries.ts'
import { readIds, readMainText } from './pages/page-texts.ts'

const BATCH_SIZE = 500
/** Below this a signature says little about the text. */
const MIN_SIGNATURE_WORDS = 100

/** Pages were left out for these reasons: then nothing can be said about what the site does not have. */
const incompleteReasons: readonly SkipReason[] = ['limit', 'queue-full', 'stopped']

/** The questions of site checks, answered for one crawl. Throws StaleClaimError when the crawl has been cleared. */
export async function openSiteFacts(crawl: CrawlDatabase): Promise<SiteFacts> {
  const topPages = createTopPages(crawl)
  return {
    crawl: await readCrawl(crawl),
    pages: createSummaryReader(crawl),
    page: url => readPageSummary(crawl, url),
    targets: createTargetReader(crawl),
    target: url => readTarget(crawl, url),
    hostFileTargets: choice => readHostFileTargets(crawl, choice),
    inlinks: async (url, options) => readInlinks(crawl, { url, ...options, isTopPage: await topPages() }),
    firstInlinks: (urls, kinds) => readFirstInlinks(crawl, { urls, kinds }),
    standings: async urls => readStandings(crawl, { urls, isTopPage: await topPages() }),
    groups: key => readPageGroups(crawl, key),
    missingFragments: () => readMissingFragments(crawl),
    signatures: () => readSignatures(crawl),
    mainText: url => readMainText(crawl, url),
    ids: url => readIds(crawl, url),
    facts: choice => readKeptFacts(crawl, choice),
    factsOf: url => readKeptFactsOf(crawl, url),
    slowPages: choice => readSlowPages(crawl, choice),
    measuredPages: () => readMeasuredPages(crawl),
  }
}

async function readCrawl(crawl: CrawlDatabase): Promise<SiteFactsCrawl> {
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
  const leftOut = await db
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
      !leftOut &&
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
    laterResponses: checkpoint?.laterResponses ?? { madeUp: [], slow: [], errorLike: [] },
    measuredPages: await countMeasuredPages(crawl),
    ...(checkpoint?.traps && { traps: checkpoint.traps }),
  }
}

/** As the engine saw it when the start page was read. */
async function isPrivateHost(crawl: CrawlDatabase, homeUrl: string | null): Promise<boolean> {
  const json = homeUrl === null ? null : await readPageFacts(crawl, homeUrl)
  if (json === null) return false
  const facts: Pick<PageFacts, 'isPrivateHost'> = JSON.parse(json)
  return facts.isPrivateHost
}

async function readPageSummary(crawl: CrawlDatabase, url: string): Promise<PageSummary | null> {
  const row = await selectPageSummaries(crawl).where(isDecided).where('url.url', '=', url).executeTakeFirst()
  return row ? toPageSummary(row) : null
}

async function* readSignatures(crawl: CrawlDatabase): AsyncGenerator<PageSignature[]> {
  const rows = batches<PageKey, PageSummaryRow & { minhash: Uint8Array | null }>({
    after: noPage,
    read: after =>
      selectPageSummaries(crawl)
        .innerJoin('page_body', join =>
          join.onRef('page_body.crawl_id', '=', 'page.crawl_id').onRef('page_body.url_id', '=', 'page.url_id'),
        )
        .select('page_body.minhash')
        .where('page.is_eligible', '=', 1)
        .where(isAfterPage(after))
        .orderBy(pageOrder)
        .limit(BATCH_SIZE)
        .execute(),
    keyOf: row => row,
  })
  for await (const batch of rows) {
    const signatures = batch.flatMap(row => toSignature(row) ?? [])
    if (signatures.length > 0) yield signatures
  }
}

function toSignature(row: PageSummaryRow & { minhash: Uint8Array | null }): PageSignature | null {
  const { lang, wordCount, textHash } = unpackColumns(row.columns)
  if (wordCount < MIN_SIGNATURE_WORDS || !row.minhash || row.minhash.byteLength === 0) return null
  return { number: row.number, url: row.url, lang, wordCount, textHash, minhash: unpackNumbers(row.minhash) }
}
