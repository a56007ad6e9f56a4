import { type ExpressionBuilder, sql } from 'kysely'
import type { CrawlStatus, EndReason, NewIssue } from '#shared/model.ts'
import type { CheckCounters } from '#shared/page-record.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import { claimOldest } from '../database/claim-oldest.ts'
import type { Claim, ClaimedDatabase, Database } from '../database/database.ts'
import { fencedWrite, readClaimedCrawl } from '../database/fenced.ts'
import type { Schema } from '../database/schema.ts'
import { StorageFullError } from '../errors.ts'
import { applySettings, holdVersion, SettingsChanged } from '../issues/apply-settings.ts'
import { addSiteIssues, resetSiteIssues } from '../issues/site-issues.ts'
import { indexLinks } from '../links/link-index.ts'
import { scoreLinks } from '../links/score-links.ts'
import { openSiteFacts } from '../site-facts.ts'
import { type AnnounceCrawl, announceIfWaiting } from './announce.ts'
import { type CrawlBatch, commit } from './commit-batch.ts'
import type { CrawlCheckpoint, CrawlOptions } from './crawl-row.ts'
import { readUrls, type UrlRow } from './frontier.ts'
import {
  commitPageSpeed,
  type MeasuredPageSpeed,
  type PageSpeedPlan,
  planPageSpeed,
  readPageSpeedQueue,
} from './page-speed-samples.ts'
import { finishParts } from './staged-changes.ts'
import { hideSurplusCrawls } from './sweep.ts'

/** The oldest waiting crawl of an owner, among the long ones or the others. */
export interface FirstInLine {
  crawlId: number
  ownerId: number
  isLong: boolean
}

interface CrawlRequests {
  crawlId: number
  isStopRequested: boolean
  isPauseRequested: boolean
}

/** Writes of the engine. */
export interface CrawlStore {
  /**
   * Claims the oldest crawl that is pending, or whose claim has lapsed, or the named one if it is such; none that rests. `worker`
   * names the claimer in logs.
   */
  claim(worker: string, nowMs: number, leaseMs: number, crawlId?: number): Promise<Claim | null>
  /** Of each owner the oldest crawl that may be claimed, and the oldest of more pages than `longerThan`; at most `limit`, by id. */
  firstInLine(nowMs: number, of: { longerThan: number; limit: number }): Promise<FirstInLine[]>
  /** Takes over all claims at once: only the holder of the data folder's lock may. */
  releaseAllClaims(): Promise<void>
  /** False when the claim is stale. */
  renew(claim: Claim, nowMs: number, leaseMs: number): Promise<boolean>
  /** What was asked of crawls that run; those that have been swept away are left out. */
  requests(crawlIds: readonly number[]): Promise<CrawlRequests[]>
  /**
   * Gives a claim up in good order: the crawl waits for the next claimant, or rests when a pause was asked for. Without effect
   * when the claim is stale.
   */
  release(claim: Claim): Promise<void>
  /** Asks a crawl to end; one that rests waits to be claimed again, so that its pages are judged. */
  requestStop(crawlId: number): Promise<void>
  /**
   * Asks a crawl to rest until it is resumed: one that waits does so at once, one that runs when its claimant gives it up. null
   * when it has ended, or is to end.
   */
  requestPause(crawlId: number): Promise<'paused' | 'pausing' | null>
  isPauseRequested(crawlId: number): Promise<boolean>
  /** Takes a pause back; without effect on a crawl that does not rest. False when it has ended, or is to end. */
  resume(crawlId: number): Promise<boolean>
  /** Ends a crawl that has not begun and that nobody has claimed as stopped. False when it is no longer waiting. */
  endWaiting(crawlId: number, end: Omit<CrawlEnd, 'reason'>): Promise<boolean>
  isStopRequested(crawlId: number): Promise<boolean>
  /** Crawls that run or wait, of all visitors. */
  countActive(): Promise<number>
  /** What is needed to begin or to go on. Finishes first what was settled and not applied. */
  state(claim: Claim): Promise<CrawlState>
  /** The addresses that alone are visited, in order; none for a crawl that follows links. */
  listedUrls(claim: Claim): Promise<string[]>
  /** All URLs of the crawl by id, in batches: the seen-set and frontier of a resumed crawl. */
  urls(claim: Claim): AsyncIterable<UrlRow[]>
  /**
   * One batch of outcomes, all of it or nothing: URL rows, pages, links, issues, counters, counters, checkpoint. Many URL rows are
   * applied after it, a part at a time; `state` applies those that a process left when it died.
   */
  commit(claim: Claim, batch: CrawlBatch): Promise<void>
  /** Builds the by-target index of links in bounded batches, once the frontier is empty. Idempotent. */
  indexLinks(claim: Claim): Promise<void>
  /** Writes with each page how it stands among the links of the site, after `indexLinks`. Comes to the same again. */
  scoreLinks(claim: Claim, abandon?: AbortSignal): Promise<void>
  siteFacts(crawlId: number): Promise<SiteFacts>
  /** Writes down which pages stand for the others when speed is measured. Only where none are written down yet. */
  planPageSpeed(claim: Claim, plan: PageSpeedPlan): Promise<void>
  /** Addresses of the plan that have neither a result nor a failure, in order; null without a plan. */
  pageSpeedQueue(claim: Claim): Promise<string[] | null>
  /** Notes what came of measuring; nothing for an address that has a result or a failure already. */
  commitPageSpeed(claim: Claim, settled: readonly MeasuredPageSpeed[]): Promise<void>
  /** Removes issues and counters of an earlier, interrupted round of site checks. */
  resetSiteIssues(claim: Claim): Promise<void>
  /** Issues of site checks; at most a few hundred a call. */
  addSiteIssues(claim: Claim, issues: NewIssue[], counters: CheckCounters): Promise<void>
  /** Ends the crawl: status complete, final counters (passed pages included), claim given up. */
  end(claim: Claim, end: CrawlEnd): Promise<void>
}

export interface CrawlEnd {
  reason: EndReason
  /** For a person. */
  sentence: string
  endedMs: number
}

export interface CrawlState {
  crawlId: number
  websiteId: number
  seedUrl: string
  crawlLimit: number
  options: CrawlOptions
  /** null for a crawl that has not begun. */
  checkpoint: CrawlCheckpoint | null
  /** Claims in a row, this one among them, before which the claimant was lost and nothing new had been settled. */
  idleClaims: number
}

/** Of a crawl that nobody works on any more: it rests when a pause was asked for, else it waits. */
const statusUnclaimed = sql<CrawlStatus>`case when is_pause_requested = 1 then 'paused' else 'pending' end`
/** Of a crawl that shall rest: one that nobody works on does so at once. */
const statusResting = sql<CrawlStatus>`case when status = 'pending' then 'paused' else status end`
/** Of a crawl that rests no longer. */
const statusAwake = sql<CrawlStatus>`case when status = 'paused' then 'pending' else status end`

/** Writes of the engine, each behind the fence; and who may write. */
export function createCrawlStore(
  database: Database,
  options: { keptCrawls: number; announce?: AnnounceCrawl | undefined },
): CrawlStore {
  const { db, specifics } = database
  const { announce } = options
  const claimed = (claim: Claim): ClaimedDatabase => ({ ...database, crawlId: claim.crawlId, claim })
  return {
    claim: (worker, nowMs, leaseMs, crawlId) => claimNext(database, { worker, nowMs, leaseMs, crawlId }),

    async firstInLine(callerNowMs, { longerThan, limit }) {
      const nowMs = await specifics.leaseNowMs(callerNowMs)
      const rows = await db
        .selectFrom(({ selectFrom }) =>
          selectFrom('crawl')
            .select([
              'id',
              'website_id',
              sql<number>`case when crawl_limit > ${longerThan} then 1 else 0 end`.as('is_long'),
            ])
            .where(isWaiting(nowMs))
            .as('waiting'),
        )
        .innerJoin('website', 'website.id', 'waiting.website_id')
        .select(({ fn }) => ['website.owner_id', 'waiting.is_long', fn.min<number>('waiting.id').as('crawl_id')])
        .groupBy(['website.owner_id', 'waiting.is_long'])
        .orderBy('crawl_id')
        .limit(limit)
        .execute()
      return rows.map(row => ({
        crawlId: Number(row.crawl_id),
        ownerId: row.owner_id,
        isLong: Number(row.is_long) === 1,
      }))
    },

    async releaseAllClaims() {
      await db
        .updateTable('crawl')
        .set(({ eb }) => ({ status: statusUnclaimed, lease_until_ms: 0, epoch: eb('epoch', '+', 1) }))
        .where('ended_ms', 'is', null)
        .execute()
    },

    async renew(claim, callerNowMs, leaseMs) {
      const nowMs = await specifics.leaseNowMs(callerNowMs)
      const { numUpdatedRows } = await db
        .updateTable('crawl')
        .set({ lease_until_ms: nowMs + leaseMs })
        .where('id', '=', claim.crawlId)
        .where('epoch', '=', claim.epoch)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async release(claim) {
      await db.transaction().execute(async transaction => {
        const { numUpdatedRows } = await transaction
          .updateTable('crawl')
          .set(({ eb }) => ({ status: statusUnclaimed, lease_until_ms: 0, idle_claims: 0, epoch: eb('epoch', '+', 1) }))
          .where('id', '=', claim.crawlId)
          .where('epoch', '=', claim.epoch)
          .where('ended_ms', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows > 0n) await announceIfWaiting(transaction, { announce, crawlId: claim.crawlId })
      })
    },

    async requestStop(crawlId) {
      await db.transaction().execute(async transaction => {
        await transaction
          .updateTable('crawl')
          .set({ is_stop_requested: 1, is_pause_requested: 0, status: statusAwake })
          .where('id', '=', crawlId)
          .execute()
        await announceIfWaiting(transaction, { announce, crawlId })
      })
    },

    async requestPause(crawlId) {
      const crawl = await db
        .updateTable('crawl')
        .set({ is_pause_requested: 1, status: statusResting })
        .where('id', '=', crawlId)
        .where('ended_ms', 'is', null)
        .where('is_stop_requested', '=', 0)
        .returning('status')
        .executeTakeFirst()
      if (!crawl) return null
      return crawl.status === 'paused' ? 'paused' : 'pausing'
    },

    async isPauseRequested(crawlId) {
      const crawl = await db
        .selectFrom('crawl')
        .select('is_pause_requested')
        .where('id', '=', crawlId)
        .executeTakeFirst()
      return crawl?.is_pause_requested === 1
    },

    async resume(crawlId) {
      return await db.transaction().execute(async transaction => {
        const { numUpdatedRows } = await transaction
          .updateTable('crawl')
          .set({ is_pause_requested: 0, status: statusAwake })
          .where('id', '=', crawlId)
          .where('ended_ms', 'is', null)
          .where('is_stop_requested', '=', 0)
          .executeTakeFirst()
        if (numUpdatedRows > 0n) await announceIfWaiting(transaction, { announce, crawlId })
        return numUpdatedRows > 0n
      })
    },

    async requests(crawlIds) {
      if (crawlIds.length === 0) return []
      const crawls = await db
        .selectFrom('crawl')
        .select(['id', 'is_stop_requested', 'is_pause_requested'])
        .where('id', 'in', crawlIds)
        .execute()
      return crawls.map(crawl => ({
        crawlId: crawl.id,
        isStopRequested: crawl.is_stop_requested === 1,
        isPauseRequested: crawl.is_pause_requested === 1,
      }))
    },

    async endWaiting(crawlId, { sentence, endedMs }) {
      const { numUpdatedRows } = await db
        .updateTable('crawl')
        .set({
          status: 'complete',
          phase: 'done',
          end_reason: 'stopped',
          end_sentence: sentence,
          ended_ms: endedMs,
          is_stop_requested: 1,
        })
        .where('id', '=', crawlId)
        .where('status', 'in', ['pending', 'paused'])
        .where('started_ms', 'is', null)
        .where('ended_ms', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async isStopRequested(crawlId) {
      const crawl = await db
        .selectFrom('crawl')
        .select('is_stop_requested')
        .where('id', '=', crawlId)
        .executeTakeFirst()
      // A crawl that has been swept away is one to stop, too.
      return crawl?.is_stop_requested !== 0
    },

    async countActive() {
      const { count } = await db
        .selectFrom('crawl')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('ended_ms', 'is', null)
        .where('is_hidden', '=', 0)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async state(claim) {
      await finishParts(claimed(claim))
      return await readState(claimed(claim))
    },

    async listedUrls(claim) {
      const { listed_urls } = await readClaimedCrawl(claimed(claim), ['listed_urls'])
      const urls: string[] = listed_urls === null ? [] : JSON.parse(listed_urls)
      return urls
    },

    urls: claim => readUrls(claimed(claim)),
    commit: (claim, batch) => commit(claimed(claim), batch),
    indexLinks: claim => indexLinks(claimed(claim)),
    scoreLinks: (claim, abandon) => scoreLinks(claimed(claim), abandon),
    siteFacts: crawlId => openSiteFacts({ ...database, crawlId }),
    planPageSpeed: (claim, plan) => planPageSpeed(claimed(claim), plan),
    pageSpeedQueue: claim => readPageSpeedQueue(claimed(claim)),
    commitPageSpeed: (claim, settled) => commitPageSpeed(claimed(claim), settled),
    resetSiteIssues: claim => resetSiteIssues(claimed(claim)),
    addSiteIssues: (claim, issues, counters) => addSiteIssues(claimed(claim), { issues, counters }),
    end: (claim, end) => endCrawl(claimed(claim), { ...end, keptCrawls: options.keptCrawls }),
  }
}

/** Of crawls that nobody works on and that do not rest. */
function isWaiting(nowMs: number) {
  return (eb: ExpressionBuilder<Schema, 'crawl'>) =>
    eb.and([
      eb('ended_ms', 'is', null),
      eb('is_hidden', '=', 0),
      eb('status', '!=', 'paused'),
      eb('lease_until_ms', '<=', nowMs),
    ])
}

/** The claim is one statement, so that two claimers never get the same crawl: the loser's condition no longer holds. */
async function claimNext(
  { db, specifics }: Database,
  claimer: { worker: string; nowMs: number; leaseMs: number; crawlId: number | undefined },
): Promise<Claim | null> {
  const nowMs = await specifics.leaseNowMs(claimer.nowMs)
  const expiresAtMs = nowMs + claimer.leaseMs
  const waiting = db
    .selectFrom('crawl')
    .select('id')
    .where(isWaiting(nowMs))
    .$if(claimer.crawlId !== undefined, one => one.where('id', '=', claimer.crawlId ?? 0))
    .orderBy('id')
    .limit(1)
  const claiming = db
    .updateTable('crawl')
    .set(({ eb, fn, val }) => ({
      status: 'crawling',
      worker: claimer.worker,
      lease_until_ms: expiresAtMs,
      epoch: eb('epoch', '+', 1),
      idle_claims: eb('idle_claims', '+', 1),
      started_ms: fn.coalesce('started_ms', val(claimer.nowMs)),
    }))
    .where('id', '=', waiting)
    .where('status', '!=', 'paused')
    .where('lease_until_ms', '<=', nowMs)
    .returning(['id', 'epoch'])
  const crawl = await claimOldest({
    claim: () => claiming.executeTakeFirst(),
    isAnyWaiting: async () => (await waiting.executeTakeFirst()) !== undefined,
  })
  return crawl ? { crawlId: crawl.id, epoch: crawl.epoch, expiresAtMs } : null
}

async function readState(claimed: ClaimedDatabase): Promise<CrawlState> {
  const { claim } = claimed
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
    crawlId: claim.crawlId,
    websiteId: crawl.website_id,
    seedUrl: crawl.seed_url,
    crawlLimit: crawl.crawl_limit,
    options,
    checkpoint,
    idleClaims: crawl.idle_claims,
  }
}

/** The issues are in line with the settings of the website as they are at the moment of the end. */
async function endCrawl(claimed: ClaimedDatabase, end: CrawlEnd & { keptCrawls: number }): Promise<void> {
  for (;;) {
    const { website_id: websiteId } = await readClaimedCrawl(claimed, ['website_id'])
    const version = await applyBeforeEnd(claimed, { websiteId, nowMs: end.endedMs })
    try {
      return await writeEnd(claimed, { ...end, applied: version === null ? null : { websiteId, version } })
    } catch (error) {
      if (!(error instanceof SettingsChanged)) throw error
    }
  }
}

/** null when there is no room for it: a crawl that ends for want of room ends all the same, and the sweep makes up for it. */
async function applyBeforeEnd(
  claimed: ClaimedDatabase,
  { websiteId, nowMs }: { websiteId: number; nowMs: number },
): Promise<number | null> {
  try {
    return await applySettings(claimed, { websiteId, nowMs, write: run => fencedWrite(claimed, { write: run }) })
  } catch (error) {
    if (error instanceof StorageFullError) return null
    throw error
  }
}

interface WrittenEnd extends CrawlEnd {
  keptCrawls: number
  /** null: whatever the settings are. */
  applied: { websiteId: number; version: number } | null
}

async function writeEnd(claimed: ClaimedDatabase, end: WrittenEnd): Promise<void> {
  await fencedWrite(claimed, {
    changes: {
      status: 'complete',
      phase: 'done',
      end_reason: end.reason,
      end_sentence: end.sentence,
      ended_ms: end.endedMs,
      lease_until_ms: 0,
    },
    async write({ transaction, crawlId }) {
      if (end.applied) await holdVersion({ transaction }, end.applied)
      // The claim is given up: whatever its worker still has in hand is refused.
      const crawl = await transaction
        .updateTable('crawl')
        .set(({ eb }) => ({ epoch: eb('epoch', '+', 1) }))
        .where('id', '=', crawlId)
        .returning('website_id')
        .executeTakeFirstOrThrow()
      await hideSurplusCrawls(transaction, { websiteId: crawl.website_id, keptCrawls: end.keptCrawls })
    },
  })
}
