import { type SqlBool, sql } from 'kysely'
import type { Database, DatabaseSpecifics } from '../database/database.ts'
import { isTextStatement } from '../database/indexed-text.ts'

/**
 * The request rate that crawls of one host share across processes and machines: stored here, decided by the crawls. Times are by the
 * clock of leases.
 */
export interface SharedRate {
  shares: readonly HostShare[]
  /** No request before this time, because of Crawl-delay or Retry-After. 0 when nothing is set. */
  dueMs: number
  /** The same for crawls that pause between requests by their own setting. */
  pauseDueMs: number
}

/** What one crawl has of a host. */
export interface HostShare {
  holder: string
  /** Requests that it may have in flight; 0 while it waits. */
  slots: number
  /** Requests that all crawls together may have in flight, as this one knows the host. */
  ceiling: number
  /** Pauses between two requests: only one of those has slots at a time. */
  isPausing: boolean
  /** The Crawl-delay that it knows of, 0 for none. */
  delayMs: number
  /** Since when it has slots, or waits for one. */
  sinceMs: number
  isTurnOver: boolean
  seenMs: number
  /** The share lapses then, unless renewed. */
  untilMs: number
}

export interface HostRateStore {
  /**
   * Replaces the rate of each origin by the result of `change`, which is called once per origin and must not wait; other callers
   * wait. Nothing is stored of an origin whose rate has expired.
   */
  change(
    origins: readonly string[],
    nowMs: number,
    change: (origin: string, rate: SharedRate, nowMs: number) => SharedRate,
  ): Promise<void>
  /** Origins of which several crawls have a share, at most `limit`. */
  contended(limit: number): Promise<string[]>
  /** Deletes expired rates. */
  forgetPast(nowMs: number): Promise<void>
  /** Only the holder of the data folder's lock may call it. */
  forgetAll(): Promise<void>
}

const NO_SHARES: SharedRate = { shares: [], dueMs: 0, pauseDueMs: 0 }

/** The condition of the index, in its own words: only then is the index used. */
const isContended = sql<SqlBool>`is_contended = 1`

function statementsOf(specifics: DatabaseSpecifics) {
  const isOrigin = (value: `?${number}`) =>
    isTextStatement({ specifics }, { column: 'origin', value, key: 'lookupKey' })
  return {
    /** Locks the row for this transaction, inserted when absent, and returns what it holds. */
    hold: `insert into host_rate (origin, rate, is_contended, until_ms) values (?, ?, 0, 0)
      on conflict (${specifics.indexedText.lookupKey('origin')}) do update set origin = excluded.origin returning rate`,
    keep: `update host_rate set rate = ?1, is_contended = ?2, until_ms = ?3 where ${isOrigin('?4')}`,
    forget: `delete from host_rate where ${isOrigin('?1')}`,
  }
}

/** The request rates of hosts. */
export function createHostRateStore({ db, specifics }: Database): HostRateStore {
  const statements = statementsOf(specifics)
  return {
    async change(origins, callerNowMs, change) {
      // Read before the rows are locked: a slightly early time makes leases shorter and waits longer, never the reverse.
      const nowMs = await specifics.leaseNowMs(callerNowMs)
      // In one order for all callers, so that no two wait for each other.
      const held = [...new Set(origins)].sort()
      await db.transaction().execute(async transaction => {
        const none = JSON.stringify(NO_SHARES)
        const rows = await specifics.queryEach(transaction, {
          statement: statements.hold,
          rows: held.map(origin => [origin, none]),
        })
        const changed = held.map((origin, index) => {
          const rate: SharedRate = JSON.parse(String(rows[index]?.rate))
          return { origin, rate: change(origin, rate, nowMs) }
        })
        const isOver = ({ rate }: { rate: SharedRate }) => untilMs(rate) <= nowMs
        const kept = changed.filter(each => !isOver(each))
        await specifics.runEach(transaction, {
          statement: statements.keep,
          rows: kept.map(({ origin, rate }) => [
            JSON.stringify(rate),
            rate.shares.length > 1 ? 1 : 0,
            untilMs(rate),
            origin,
          ]),
        })
        const over = changed.filter(isOver)
        await specifics.runEach(transaction, { statement: statements.forget, rows: over.map(({ origin }) => [origin]) })
      })
    },

    async contended(limit) {
      const rows = await db.selectFrom('host_rate').select('origin').where(isContended).limit(limit).execute()
      return rows.map(({ origin }) => origin)
    },

    async forgetPast(callerNowMs) {
      const nowMs = await specifics.leaseNowMs(callerNowMs)
      await db.deleteFrom('host_rate').where('until_ms', '<=', Math.floor(nowMs)).execute()
    },

    async forgetAll() {
      await db.deleteFrom('host_rate').execute()
    },
  }
}

function untilMs({ shares, dueMs, pauseDueMs }: SharedRate): number {
  return Math.ceil(Math.max(dueMs, pauseDueMs, ...shares.map(share => share.untilMs)))
}
