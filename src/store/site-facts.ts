import type { PageFacts } from '#shared/facts.ts'
import type { SkipReason } from '#shared/model.ts'
import type { PageSignature, PageSummary, SiteFacts, SiteFactsCrawl } from '#shared/site-facts.ts'
import { batches } from './batches.ts'
import { isDecided } from './decided.ts'
import { readInlinks } from './inlinks.ts'
import { noPage, type PageKey } from './link-sources.ts'
import { readMissingFragments } from './missing-fragments.ts'
import { unpackNumbers } from './packed-numbers.ts'
import { readPageGroups } from './page-groups.ts'
import { type PageSummaryRow, selectPageSummaries, toPageSummary } from './page-summaries.ts'
import { readIds, readMainText } from './page-texts.ts'
import { readPageFacts, unpackColumns } from './pages.ts'
import type { Database } from './schema.ts'
import { type CrawlCheckpoint, type CrawlCounts, StaleClaimError } from './store.ts'
import { readTarget, readTargets } from './targets.ts'

const BATCH_SIZE = 500
/** Below this a signature says little about the text. */
const MIN_SIGNATURE_WORDS = 100

/** Pages were left out for these reasons: then nothing can be said about what the site does not have. */
const incompleteReasons: readonly SkipReason[] = ['limit', 'queue-full', 'stopped']

/** The questions of site checks, answered for one crawl. Throws StaleClaimError when the crawl has been cleared. */
export async function openSiteFacts(database: Database, crawlId: number): Promise<SiteFacts> {
  const crawl = await readCrawl(database, crawlId)
  return {
    crawl,
    pages: () => readPageSummaries(database, crawlId),
    page: url => readPageSummary(database, crawlId, url),
    targets: filter => readTargets(database, crawlId, filter),
    target: url => readTarget(database, crawlId, url),
    inlinks: (url, options) => readInlinks(database, crawlId, { url, ...options }),
    groups: key => readPageGroups(database, crawlId, key),
    missingFragments: () => readMissingFragments(database, crawlId),
    signatures: () => readSignatures(database, crawlId),
    mainText: url => readMainText(database, crawlId, url),
    ids: url => readIds(database, crawlId, url),
  }
}

async function readCrawl(database: Database, crawlId: number): Promise<SiteFactsCrawl> {
  const { db } = database
  const crawl = await db
    .selectFrom('crawl')
    .select(['seed_url', 'crawl_limit', 'checkpoint', 'counts', 'is_stop_requested'])
    .where('id', '=', crawlId)
    .where('is_hidden', '=', 0)
    .executeTakeFirst()
  if (!crawl) throw new StaleClaimError(crawlId)
  const checkpoint: CrawlCheckpoint | null = crawl.checkpoint === null ? null : JSON.parse(crawl.checkpoint)
  const counts: CrawlCounts = JSON.parse(crawl.counts)
  const leftOut = await db
    .selectFrom('crawl_tally')
    .select('key')
    .where('crawl_id', '=', crawlId)
    .where('name', '=', 'skipped')
    .where('key', 'in', incompleteReasons)
    .where('count', '>', 0)
    .executeTakeFirst()
  const homeUrl = checkpoint?.homeUrl ?? null
  return {
    seedUrl: crawl.seed_url,
    homeUrl,
    pageLimit: crawl.crawl_limit,
    isComplete: !leftOut && crawl.is_stop_requested === 0 && counts.pagesCrawled < crawl.crawl_limit,
    isPrivateHost: await isPrivateHost(database, crawlId, homeUrl),
    hostVariants: checkpoint?.hostVariants ?? [],
    favicon: checkpoint?.favicon ?? null,
  }
}

/** As the engine saw it when the start page was read. */
async function isPrivateHost(database: Database, crawlId: number, homeUrl: string | null): Promise<boolean> {
  const json = homeUrl === null ? null : await readPageFacts(database, crawlId, homeUrl)
  if (json === null) return false
  const facts: Pick<PageFacts, 'isPrivateHost'> = JSON.parse(json)
  return facts.isPrivateHost
}

async function* readPageSummaries({ db }: Database, crawlId: number): AsyncGenerator<PageSummary[]> {
  const rows = batches<PageKey, PageSummaryRow>({
    after: noPage,
    read: after =>
      selectPageSummaries(db, crawlId)
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('page.number', 'page.url_id'), '>', tuple(after.number, after.urlId)),
        )
        .orderBy('page.number')
        .orderBy('page.url_id')
        .limit(BATCH_SIZE)
        .execute(),
    keyOf: row => ({ number: row.number, urlId: row.url_id }),
  })
  for await (const batch of rows) yield batch.map(toPageSummary)
}

async function readPageSummary({ db }: Database, crawlId: number, url: string): Promise<PageSummary | null> {
  const row = await selectPageSummaries(db, crawlId).where(isDecided).where('url.url', '=', url).executeTakeFirst()
  return row ? toPageSummary(row) : null
}

async function* readSignatures({ db }: Database, crawlId: number): AsyncGenerator<PageSignature[]> {
  const rows = batches<PageKey, PageSummaryRow & { minhash: Uint8Array | null }>({
    after: noPage,
    read: after =>
      selectPageSummaries(db, crawlId)
        .innerJoin('page_body', join =>
          join.onRef('page_body.crawl_id', '=', 'page.crawl_id').onRef('page_body.url_id', '=', 'page.url_id'),
        )
        .select('page_body.minhash')
        .where('page.is_eligible', '=', 1)
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('page.number', 'page.url_id'), '>', tuple(after.number, after.urlId)),
        )
        .orderBy('page.number')
        .orderBy('page.url_id')
        .limit(BATCH_SIZE)
        .execute(),
    keyOf: row => ({ number: row.number, urlId: row.url_id }),
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
