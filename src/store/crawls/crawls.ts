import type { PageChange } from '#shared/changes.ts'
import type { CrawlOptions } from '#shared/crawl-options.ts'
import type { LanguageCounts, TranslationSet } from '#shared/languages.ts'
import type { OwnCheck } from '#shared/own-check.ts'
import type { CheckCounters } from '#shared/page-record.ts'
import type { SiteFacts, SiteIssue } from '#shared/site-facts.ts'
import { overHttp } from '#shared/url.ts'
import type { Claim, ClaimedDatabase, Database, Extraction } from '../database/database.ts'
import { fencedWrite, readClaimedCrawl } from '../database/fenced.ts'
import { isText } from '../database/indexed-text.ts'
import { type AbsentIssue, addAbsent, addChangedPages, markNew, resetChanges } from '../issues/crawl-changes.ts'
import { type DescribeCauses, mergeCauses } from '../issues/merge-causes.ts'
import { addCopies, omitCopies } from '../issues/omit-copies.ts'
import { addSiteIssues, resetSiteIssues } from '../issues/site-issues.ts'
import { indexLinks } from '../links/link-index.ts'
import { scoreLinks } from '../links/score-links.ts'
import { completePageList } from '../pages/complete-page-list.ts'
import { writeTranslationSets } from '../pages/translation-sets.ts'
import { openSiteFacts } from '../site-facts.ts'
import { type LoggedUrls, readLog } from '../urls/url-log.ts'
import type { AnnounceCrawl } from './announce.ts'
import { type ClaimStore, createClaimStore } from './claims.ts'
import { type CrawlBatch, commit } from './commit-batch.ts'
import type { CrawlCheckpoint } from './crawl-row.ts'
import { type CrawlEnd, endCrawl } from './end-crawl.ts'
import {
  commitPageSpeed,
  type MeasuredPageSpeed,
  type PageSpeedPlan,
  planPageSpeed,
  readPageSpeedQueue,
} from './page-speed-samples.ts'
import { resolveCanonicals } from './resolve-canonicals.ts'

/** Writes of the engine. */
export interface CrawlStore extends ClaimStore {
  /** What a worker needs to start or resume a crawl. */
  state(claim: Claim): Promise<CrawlState>
  /** Stores that the site is crawled over http: start URL of the crawl, and URL of its website unless its owner has one of that URL. */
  moveToHttp(claim: Claim): Promise<void>
  /** Adds to the checks of the crawl that are not in our catalogue; one with the id of another replaces it. */
  addOwnChecks(claim: Claim, checks: readonly OwnCheck[]): Promise<void>
  /** The URLs of a list crawl, in order; none for a crawl that follows links. */
  listedUrls(claim: Claim): Promise<string[]>
  /** What became of the URLs of the crawl, in order: the seen-set and frontier of a resumed crawl. */
  urlLog(claim: Claim): AsyncIterable<LoggedUrls>
  /**
   * Commits one batch, all of it or nothing: URLs, pages, links, issues, counters, checkpoint. Many rows of skipped URLs are written
   * after the commit, a part at a time; those that a process left when it died are marked in the log.
   */
  commit(claim: Claim, batch: CrawlBatch): Promise<void>
  /**
   * Once nothing is left to request: which canonicals lead back to their page or are ignored, with all that depends on it, and which pages robots.txt
   * closes. Idempotent.
   */
  resolveCanonicals(claim: Claim, abandon?: AbortSignal): Promise<void>
  /** Notes pages that show nothing but what other pages have shown, by frontier number, for `omitCopies`. */
  addCopies(claim: Claim, copies: readonly { number: number; originalNumber: number }[]): Promise<void>
  /** Omits the findings of pages that are copies of other pages, before `mergeCauses`. Idempotent. */
  omitCopies(claim: Claim, abandon?: AbortSignal): Promise<void>
  /** Builds the by-target index of links in bounded batches, once the frontier is empty. Idempotent. */
  indexLinks(claim: Claim): Promise<void>
  /** Writes the link score of each page, after `indexLinks`. Idempotent. */
  scoreLinks(claim: Claim, abandon?: AbortSignal): Promise<void>
  /** Makes one issue of each cause that several pages share, after `indexLinks`. Idempotent. */
  mergeCauses(claim: Claim, describe: DescribeCauses, abandon?: AbortSignal): Promise<void>
  siteFacts(crawlId: number): Promise<SiteFacts>
  /** Stores which pages represent the others when page speed is measured, unless a plan is stored. */
  planPageSpeed(claim: Claim, plan: PageSpeedPlan): Promise<void>
  /** URLs of the plan without a result or failure, in order; null without a plan. */
  pageSpeedQueue(claim: Claim): Promise<string[] | null>
  /** Stores results of measurements; none for a URL that has a result or failure. */
  commitPageSpeed(claim: Claim, measured: readonly MeasuredPageSpeed[]): Promise<void>
  /** Removes issues and counters of an interrupted run of the site checks. */
  resetSiteIssues(claim: Claim): Promise<void>
  /** Issues of site checks; at most a few hundred a call. */
  addSiteIssues(claim: Claim, issues: SiteIssue[], counters: CheckCounters): Promise<void>
  /** Deletes what an interrupted comparison with the earlier crawl has written. */
  resetChanges(claim: Claim): Promise<void>
  /** Issues of the crawl that the earlier crawl does not have. */
  markNew(claim: Claim, issueIds: readonly number[]): Promise<void>
  /** Findings of the earlier crawl that this crawl does not have. */
  addAbsent(claim: Claim, absent: readonly AbsentIssue[]): Promise<void>
  /** Pages that changed, at most a few hundred a call; `after` is the number of those that were added before. */
  addChangedPages(claim: Claim, changed: { change: PageChange; urls: readonly string[]; after: number }): Promise<void>
  /** Stores the language versions of pages as they are found, and their counts at the end. Idempotent. */
  writeTranslationSets(
    claim: Claim,
    sets: AsyncIterable<TranslationSet>,
    end: { countsOf: () => LanguageCounts; abandon?: AbortSignal },
  ): Promise<void>
  /** Writes what the pages list is sorted and filtered by of the pages together, once all issues are written. Idempotent. */
  completePageList(claim: Claim, abandon?: AbortSignal): Promise<void>
  /** Ends the crawl: status complete, final counters (passed pages included), claim given up. */
  end(claim: Claim, end: CrawlEnd): Promise<void>
}

export interface CrawlState {
  crawlId: number
  websiteId: number
  seedUrl: string
  crawlLimit: number
  options: CrawlOptions
  /** null for a crawl that has not begun. */
  checkpoint: CrawlCheckpoint | null
  /** Claims in a row, including this one, after which the worker was lost without a commit. */
  idleClaims: number
}

/** Writes of the engine, each fenced by the claim of its crawl. */
export function createCrawlStore(
  database: Database,
  extraction: Extraction,
  options: { keptCrawls: number; announce?: AnnounceCrawl | undefined },
): CrawlStore {
  const ofClaim =
    <Args extends unknown[], Result>(run: (claimed: ClaimedDatabase, ...args: Args) => Result) =>
    (claim: Claim, ...args: Args): Result =>
      run({ ...database, extraction, crawlId: claim.crawlId, claim }, ...args)
  return {
    ...createClaimStore(database, options),
    state: ofClaim(readState),
    moveToHttp: ofClaim(moveToHttp),
    addOwnChecks: ofClaim(addOwnChecks),
    listedUrls: ofClaim(readListedUrls),
    urlLog: ofClaim(readLog),
    commit: ofClaim(commit),
    resolveCanonicals: ofClaim(resolveCanonicals),
    addCopies: ofClaim(addCopies),
    omitCopies: ofClaim(omitCopies),
    indexLinks: ofClaim(indexLinks),
    scoreLinks: ofClaim(scoreLinks),
    mergeCauses: ofClaim(mergeCauses),
    siteFacts: crawlId => openSiteFacts({ ...database, extraction, crawlId }),
    planPageSpeed: ofClaim(planPageSpeed),
    pageSpeedQueue: ofClaim(readPageSpeedQueue),
    commitPageSpeed: ofClaim(commitPageSpeed),
    resetSiteIssues: ofClaim(resetSiteIssues),
    addSiteIssues: ofClaim(addSiteIssues),
    resetChanges: ofClaim(resetChanges),
    markNew: ofClaim(markNew),
    addAbsent: ofClaim(addAbsent),
    addChangedPages: ofClaim(addChangedPages),
    writeTranslationSets: ofClaim(writeTranslationSets),
    completePageList: ofClaim(completePageList),
    end: ofClaim((claimed, end: CrawlEnd) => endCrawl(claimed, { ...end, keptCrawls: options.keptCrawls })),
  }
}

async function readState(claimed: ClaimedDatabase): Promise<CrawlState> {
  const crawl = await readClaimedCrawl(claimed, [
    'website_id',
    'seed_url',
    'crawl_limit',
    'options',
    'checkpoint',
    'idle_claims',
  ])
  const options: CrawlOptions = JSON.parse(crawl.options)
  const checkpoint: CrawlCheckpoint | null = crawl.checkpoint === null ? null : JSON.parse(crawl.checkpoint)
  return {
    crawlId: claimed.crawlId,
    websiteId: crawl.website_id,
    seedUrl: crawl.seed_url,
    crawlLimit: crawl.crawl_limit,
    options,
    checkpoint,
    idleClaims: crawl.idle_claims,
  }
}

async function moveToHttp(claimed: ClaimedDatabase): Promise<void> {
  const { seed_url, website_id } = await readClaimedCrawl(claimed, ['seed_url', 'website_id'])
  await fencedWrite(claimed, {
    changes: { seed_url: overHttp(seed_url) },
    async write({ transaction, specifics }) {
      const website = await transaction
        .selectFrom('website')
        .select(['owner_id', 'url'])
        .where('id', '=', website_id)
        .executeTakeFirstOrThrow()
      const url = overHttp(website.url)
      await transaction
        .updateTable('website')
        .set({ url })
        .where('id', '=', website_id)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('website as other')
                .select('other.id')
                .where('other.owner_id', '=', website.owner_id)
                .where(isText({ specifics }, 'other.url', url))
                .where('other.is_cleared', '=', 0),
            ),
          ),
        )
        .execute()
    },
  })
}

async function addOwnChecks(claimed: ClaimedDatabase, checks: readonly OwnCheck[]): Promise<void> {
  if (checks.length === 0) return
  const crawl = await readClaimedCrawl(claimed, ['own_checks'])
  const stored: OwnCheck[] = JSON.parse(crawl.own_checks)
  const all = new Map([...stored, ...checks].map(check => [check.id, check]))
  await fencedWrite(claimed, { changes: { own_checks: JSON.stringify([...all.values()]) }, async write() {} })
}

async function readListedUrls(claimed: ClaimedDatabase): Promise<string[]> {
  const { listed_urls } = await readClaimedCrawl(claimed, ['listed_urls'])
  return listed_urls === null ? [] : JSON.parse(listed_urls)
}
