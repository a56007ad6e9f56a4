import { type ExpressionBuilder, sql } from 'kysely'
import type { CrawlStatus } from '#shared/model.ts'
import { claimOldest } from '../database/claim-oldest.ts'
import type { Claim, Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { type AnnounceCrawl, announceIfWaiting } from './announce.ts'
import { type CrawlEnd, endedAt } from './end-crawl.ts'

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

/** Which worker a crawl belongs to, and what is requested of it. */
export interface ClaimStore {
  /**
   * Claims the oldest crawl that waits or whose claim has lapsed, or the named one if it does; never a paused one. `worker` names
   * the claimer in logs.
   */
  claim(worker: string, nowMs: number, leaseMs: number, crawlId?: number): Promise<Claim | null>
  /** Per owner the oldest crawl that may be claimed, and the oldest with more pages than `longerThan`; at most `limit`, by id. */
  firstInLine(nowMs: number, of: { longerThan: number; limit: number }): Promise<FirstInLine[]>
  /** Releases all claims at once: only the holder of the data folder's lock may call it. */
  releaseAllClaims(): Promise<void>
  /** False when the claim is stale. */
  renew(claim: Claim, nowMs: number, leaseMs: number): Promise<boolean>
  /** Stop and pause requests of running crawls, without those that the sweep deleted. */
  requests(crawlIds: readonly number[]): Promise<CrawlRequests[]>
  /**
   * Releases a claim in good order: the crawl waits for the next worker, or is paused when a pause was requested. No effect with a
   * stale claim.
   */
  release(claim: Claim): Promise<void>
  /** Requests that a crawl ends. A paused one waits to be claimed again, so that its site checks run. */
  requestStop(crawlId: number): Promise<void>
  /**
   * Requests that a crawl pauses until it is resumed: at once when it waits, at the next release when it runs. null when it has
   * ended or is to end.
   */
  requestPause(crawlId: number): Promise<'paused' | 'pausing' | null>
  isPauseRequested(crawlId: number): Promise<boolean>
  /** Resumes a crawl; no effect on one that is not paused. False when it has ended or is to end. */
  resume(crawlId: number): Promise<boolean>
  /** Ends a crawl as stopped that has not started and is not claimed. False when it no longer waits. */
  endWaiting(crawlId: number, end: Omit<CrawlEnd, 'reason'>): Promise<boolean>
  isStopRequested(crawlId: number): Promise<boolean>
  /** Running and waiting crawls of all visitors. */
  countActive(): Promise<number>
}

/** Status of a released crawl: paused when a pause was requested, otherwise pending. */
const statusUnclaimed = sql<CrawlStatus>`case when is_pause_requested = 1 then 'paused' else 'pending' end`
/** Status of a crawl after a pause request: paused at once when it waits. */
const statusResting = sql<CrawlStatus>`case when status = 'pending' then 'paused' else status end`
/** Status of a resumed crawl. */
const statusAwake = sql<CrawlStatus>`case when status = 'paused' then 'pending' else status end`

/** Claims of crawls and requests to them. */
export function createClaimStore(
  database: Database,
  { announce }: { announce?: AnnounceCrawl | undefined },
): ClaimStore {
  const { db, specifics } = database
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
          ended_ms: endedAt(endedMs),
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
      // A crawl that the sweep deleted is one to stop, too.
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
  }
}

/** Crawls that are not claimed and not paused. */
function isWaiting(nowMs: number) {
  return (eb: ExpressionBuilder<Schema, 'crawl'>) =>
    eb.and([
      eb('ended_ms', 'is', null),
      eb('is_hidden', '=', 0),
      eb('status', '!=', 'paused'),
      eb('lease_until_ms', '<=', nowMs),
    ])
}

/** The claim is one statement, so that two workers never get the same crawl: the condition of the second no longer holds. */
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
