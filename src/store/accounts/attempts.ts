import type { Selectable, Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'

/** Counted attempts, such as sign-ins, that are limited. Keys are hashes: what people type is not stored. */
export interface AttemptStore {
  /**
   * Counts one attempt for each key, in one transaction, unless one of them has to wait: then nothing is counted, and the result
   * says until when. A key is reset after `forgetAfterMs` without an attempt, but never while it has to wait.
   */
  take(limits: readonly AttemptLimit[], nowMs: number): Promise<{ ok: true } | { ok: false; retryAtMs: number }>
  /** Takes back the last attempt of each key, and the pause after it. */
  giveBack(keys: readonly string[]): Promise<void>
  forget(keys: readonly string[]): Promise<void>
}

export interface AttemptLimit {
  key: string
  /**
   * Tries, at least one, that nothing holds up. A pause follows the last of them and each further one: it doubles from
   * `firstPauseMs` to `maxPauseMs`.
   */
  freeTries: number
  firstPauseMs: number
  maxPauseMs: number
  forgetAfterMs: number
}

type AttemptCount = Pick<Selectable<Schema['attempt']>, 'count' | 'wait_until_ms' | 'last_ms'>

/** Counted tries, by key. */
export function createAttemptStore({ db }: Database): AttemptStore {
  return {
    async take(limits, nowMs) {
      // Checked before the write lock is taken: a flood of attempts that have to wait costs reads alone.
      const waiting = await waitUntil(
        db,
        limits.map(limit => limit.key),
      )
      if (waiting > nowMs) return { ok: false, retryAtMs: waiting }
      return await db.transaction().execute(transaction => takeLocked(transaction, { limits, nowMs }))
    },

    async giveBack(keys) {
      if (keys.length === 0) return
      await db
        .updateTable('attempt')
        .set(({ eb }) => ({ count: eb('count', '-', 1), wait_until_ms: 0 }))
        .where('key', 'in', keys)
        .where('count', '>', 0)
        .execute()
    },

    async forget(keys) {
      if (keys.length === 0) return
      await db.deleteFrom('attempt').where('key', 'in', keys).execute()
    },
  }
}

/** Until when the longest pause of the keys lasts; 0 when there is none. */
async function waitUntil(db: Database['db'], keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0
  const attempts = await db.selectFrom('attempt').select('wait_until_ms').where('key', 'in', keys).execute()
  return Math.max(0, ...attempts.map(attempt => attempt.wait_until_ms))
}

async function takeLocked(
  transaction: Transaction<Schema>,
  { limits, nowMs }: { limits: readonly AttemptLimit[]; nowMs: number },
): Promise<{ ok: true } | { ok: false; retryAtMs: number }> {
  const counted: { limit: AttemptLimit; attempt: AttemptCount }[] = []
  // In one order for all callers, so that two with the same keys never wait for each other.
  for (const limit of limits.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
    counted.push({ limit, attempt: await lockAttempt(transaction, { key: limit.key, nowMs }) })
  const retryAtMs = Math.max(0, ...counted.map(({ attempt }) => attempt.wait_until_ms))
  if (retryAtMs > nowMs) return { ok: false, retryAtMs }
  for (const { limit, attempt } of counted) {
    const isForgotten = nowMs - attempt.last_ms >= limit.forgetAfterMs
    const count = (isForgotten ? 0 : attempt.count) + 1
    await transaction
      .updateTable('attempt')
      .set({ count, wait_until_ms: count < limit.freeTries ? 0 : nowMs + pauseMs(limit, count), last_ms: nowMs })
      .where('key', '=', limit.key)
      .execute()
  }
  return { ok: true }
}

/** The row of a key, made when there is none. It is written even when it stays as it is: the row is locked until the end. */
async function lockAttempt(
  transaction: Transaction<Schema>,
  { key, nowMs }: { key: string; nowMs: number },
): Promise<AttemptCount> {
  return await transaction
    .insertInto('attempt')
    .values({ key, count: 0, wait_until_ms: 0, last_ms: nowMs })
    .onConflict(conflict => conflict.column('key').doUpdateSet(({ ref }) => ({ key: ref('attempt.key') })))
    .returning(['count', 'wait_until_ms', 'last_ms'])
    .executeTakeFirstOrThrow()
}

/** The pause after the try of that count, which is at least `freeTries`. */
function pauseMs({ freeTries, firstPauseMs, maxPauseMs }: AttemptLimit, count: number): number {
  return Math.min(maxPauseMs, firstPauseMs * 2 ** (count - freeTries))
}
