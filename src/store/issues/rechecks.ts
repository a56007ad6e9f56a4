import { type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import type { RecheckReport, RecheckState } from '#shared/recheck.ts'
import { claimOldest } from '../database/claim-oldest.ts'
import type { Database } from '../database/database.ts'
import type { RecheckTable } from '../database/issue-tables.ts'
import type { Schema } from '../database/schema.ts'

/**
 * Requests to check one issue of a crawl again, and their results. The API inserts and reads them; a worker claims and finishes them.
 * They are deleted with their crawl.
 */
export interface RecheckStore {
  /** Adds a request, or returns the open one of the issue. At most KEPT_RECHECKS requests are kept per issue. */
  request(request: NewRecheck): Promise<{ ok: true; recheck: RecheckRow } | { ok: false; reason: 'waiting' | 'often' }>
  /** Of one issue, newest first. */
  ofIssue(issue: { crawlId: number; issueId: number }): Promise<RecheckRow[]>
  /** Of one finding in several crawls, by its fingerprint, newest first. */
  ofFinding(finding: { crawlIds: readonly number[]; fingerprint: string; limit: number }): Promise<RecheckRow[]>
  /** Claims the oldest request that waits, or whose claim has lapsed. `worker` names the claimer for operators. */
  claim(worker: string, nowMs: number, leaseMs: number): Promise<RecheckClaim | null>
  /** Stores the result. False when another worker has claimed the request since. */
  finish(claim: RecheckClaim, result: RecheckEnd): Promise<boolean>
  /** Releases a claim in good order: the request waits again, and the attempt does not count. */
  release(claim: RecheckClaim): Promise<void>
  /** Releases all claims at once: only the holder of the data folder's lock may call it. */
  releaseAllClaims(): Promise<void>
}

export interface NewRecheck {
  ownerId: number
  crawlId: number
  issueId: number
  /** The same in every crawl that finds the same. */
  fingerprint: string
  nowMs: number
  /** Open requests of the owner at most, and requests within a minute at most. */
  maxWaiting: number
  maxPerMinute: number
}

export interface RecheckRow {
  id: number
  crawlId: number
  issueId: number
  requestedMs: number
  state: RecheckState
  /** null until it is done, and when it failed. */
  report: RecheckReport | null
  /** When the URLs were requested; null until then. */
  checkedMs: number | null
}

export interface RecheckClaim {
  recheckId: number
  crawlId: number
  issueId: number
  /** Claims so far, including this one: the fencing token, and a sign of a request that kills its worker each time. */
  attempts: number
}

type RecheckEnd = { nowMs: number } & ({ ok: true; report: RecheckReport } | { ok: false })

/** Requests kept per issue. */
const KEPT_RECHECKS = 10
const MINUTE_MS = 60_000

/** The condition of the index of open requests, literally: only then is the index used. */
const isOpen = sql<SqlBool>`state in ('waiting', 'running')`

const columns = ['id', 'crawl_id', 'issue_id', 'requested_ms', 'state', 'result', 'sentence', 'checked_ms'] as const

/** Requests to check an issue again. */
export function createRecheckStore({ db, specifics }: Database): RecheckStore {
  const newest = (limit: number) => db.selectFrom('recheck').select(columns).orderBy('id', 'desc').limit(limit)
  return {
    request: requested => db.transaction().execute(transaction => insertRecheck(transaction, requested)),

    async ofIssue({ crawlId, issueId }) {
      const rows = await newest(KEPT_RECHECKS).where('crawl_id', '=', crawlId).where('issue_id', '=', issueId).execute()
      return rows.map(toRow)
    },

    async ofFinding({ crawlIds, fingerprint, limit }) {
      if (crawlIds.length === 0) return []
      const rows = await newest(limit)
        .where('crawl_id', 'in', crawlIds)
        .where('fingerprint', '=', fingerprint)
        .execute()
      return rows.map(toRow)
    },

    async claim(worker, callerNowMs, leaseMs) {
      const nowMs = await specifics.leaseNowMs(callerNowMs)
      const waiting = db
        .selectFrom('recheck')
        .select('id')
        .where(isOpen)
        .where('lease_until_ms', '<=', nowMs)
        .orderBy('id')
        .limit(1)
      const claiming = db
        .updateTable('recheck')
        .set(({ eb }) => ({
          state: 'running',
          worker,
          lease_until_ms: nowMs + leaseMs,
          attempts: eb('attempts', '+', 1),
        }))
        // One statement, so that two workers never get the same request: the condition of the second no longer holds.
        .where('id', '=', waiting)
        .where(isOpen)
        .where('lease_until_ms', '<=', nowMs)
        .returning(['id', 'crawl_id', 'issue_id', 'attempts'])
      const claimed = await claimOldest({
        claim: () => claiming.executeTakeFirst(),
        isAnyWaiting: async () => (await waiting.executeTakeFirst()) !== undefined,
      })
      if (!claimed) return null
      const { id, crawl_id, issue_id, attempts } = claimed
      return { recheckId: id, crawlId: crawl_id, issueId: issue_id, attempts }
    },

    async finish({ recheckId, attempts }, result) {
      const { numUpdatedRows } = await db
        .updateTable('recheck')
        .set({
          state: result.ok ? 'done' : 'failed',
          result: result.ok ? result.report.result : null,
          sentence: result.ok ? result.report.sentence : '',
          checked_ms: result.nowMs,
          lease_until_ms: 0,
        })
        .where('id', '=', recheckId)
        .where('attempts', '=', attempts)
        .where('state', '=', 'running')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async release({ recheckId, attempts }) {
      await db
        .updateTable('recheck')
        .set({ state: 'waiting', lease_until_ms: 0, attempts: attempts - 1 })
        .where('id', '=', recheckId)
        .where('attempts', '=', attempts)
        .where('state', '=', 'running')
        .execute()
    },

    async releaseAllClaims() {
      await db.updateTable('recheck').set({ state: 'waiting', lease_until_ms: 0 }).where(isOpen).execute()
    },
  }
}

async function insertRecheck(
  transaction: Transaction<Schema>,
  request: NewRecheck,
): ReturnType<RecheckStore['request']> {
  const { crawlId, issueId, fingerprint, nowMs } = request
  const open = await transaction
    .selectFrom('recheck')
    .select(columns)
    .where('crawl_id', '=', crawlId)
    .where('issue_id', '=', issueId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  if (open) return { ok: true, recheck: toRow(open) }
  if ((await countOf(transaction, { request, which: isOpen })) >= request.maxWaiting)
    return { ok: false, reason: 'waiting' }
  const isRecent = sql<SqlBool>`recheck.requested_ms > ${nowMs - MINUTE_MS}`
  if ((await countOf(transaction, { request, which: isRecent })) >= request.maxPerMinute)
    return { ok: false, reason: 'often' }
  await forgetOldest(transaction, request)
  const row = await transaction
    .insertInto('recheck')
    .values({
      crawl_id: crawlId,
      issue_id: issueId,
      fingerprint,
      requested_ms: nowMs,
      state: 'waiting',
      result: null,
      sentence: '',
      checked_ms: null,
      worker: '',
      lease_until_ms: 0,
      attempts: 0,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return { ok: true, recheck: toRow(row) }
}

/** Requests about crawls of the owner. */
async function countOf(
  transaction: Transaction<Schema>,
  { request, which }: { request: NewRecheck; which: typeof isOpen },
): Promise<number> {
  const { count } = await transaction
    .selectFrom('recheck')
    .innerJoin('crawl', 'crawl.id', 'recheck.crawl_id')
    .innerJoin('website', 'website.id', 'crawl.website_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(which)
    .where('website.owner_id', '=', request.ownerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Deletes the oldest requests of the issue to make room for one more. */
async function forgetOldest(transaction: Transaction<Schema>, { crawlId, issueId }: NewRecheck): Promise<void> {
  await transaction
    .deleteFrom('recheck')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('recheck as old')
        .select('old.id')
        .where('old.crawl_id', '=', crawlId)
        .where('old.issue_id', '=', issueId)
        .orderBy('old.id', 'desc')
        .limit(KEPT_RECHECKS)
        .offset(KEPT_RECHECKS - 1),
    )
    .execute()
}

function toRow(row: Pick<Selectable<RecheckTable>, (typeof columns)[number]>): RecheckRow {
  return {
    id: row.id,
    crawlId: row.crawl_id,
    issueId: row.issue_id,
    requestedMs: row.requested_ms,
    state: row.state,
    report: row.result === null ? null : { result: row.result, sentence: row.sentence },
    checkedMs: row.checked_ms,
  }
}
