import type { Database } from '../database/database.ts'
import { type AccountRow, accountColumns, toAccountRow } from './accounts.ts'

/** Sessions of signed-in users, known by the SHA-256 (hex) of their token. */
export interface SessionStore {
  /**
   * Notes the sign-in with the account as well. Opens nothing for an account that is disabled or unknown, or whose password is no
   * longer the verified one.
   */
  open(session: {
    tokenHash: string
    accountId: number
    verifiedHash?: string
    nowMs: number
    endsMs: number
  }): Promise<void>
  /**
   * The account of a session that has neither ended nor been idle for longer than `idleMs`, and whose account is not disabled. The
   * time of the last request is renewed at most once a minute, or twice in `idleMs` where that is shorter.
   */
  find(tokenHash: string, at: { nowMs: number; idleMs: number }): Promise<AccountRow | null>
  end(tokenHash: string): Promise<void>
  endAll(accountId: number): Promise<void>
}

const SEEN_RENEWAL_MS = 60_000

/** Sessions of accounts, by the hash of their token. */
export function createSessionStore({ db }: Database): SessionStore {
  return {
    async open({ tokenHash, accountId, verifiedHash, nowMs, endsMs }) {
      await db.transaction().execute(async transaction => {
        const { numUpdatedRows } = await transaction
          .updateTable('account')
          .set({ last_sign_in_ms: nowMs })
          .where('id', '=', accountId)
          .where('is_disabled', '=', 0)
          .$if(verifiedHash !== undefined, query => query.where('password_hash', '=', verifiedHash ?? ''))
          .executeTakeFirst()
        // Disabled or reset while the password was being verified: a session opened now would live again when the account does.
        if (numUpdatedRows === 0n) return
        await transaction
          .insertInto('session')
          .values({ token_hash: tokenHash, account_id: accountId, created_ms: nowMs, seen_ms: nowMs, ends_ms: endsMs })
          .execute()
      })
    },

    async find(tokenHash, { nowMs, idleMs }) {
      const session = await db
        .selectFrom('session')
        .innerJoin('account', 'account.id', 'session.account_id')
        .select(accountColumns)
        .select(['session.seen_ms', 'session.ends_ms'])
        .where('session.token_hash', '=', tokenHash)
        .where('account.is_disabled', '=', 0)
        .executeTakeFirst()
      if (!session || nowMs >= session.ends_ms) return null
      const unseenMs = nowMs - session.seen_ms
      if (unseenMs > idleMs) return null
      // Half of a short idle time: renewed by the minute, it would pass while requests come in.
      if (unseenMs >= Math.min(SEEN_RENEWAL_MS, idleMs / 2)) {
        await db.updateTable('session').set({ seen_ms: nowMs }).where('token_hash', '=', tokenHash).execute()
      }
      return toAccountRow(session)
    },

    async end(tokenHash) {
      await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
    },

    async endAll(accountId) {
      await db.deleteFrom('session').where('account_id', '=', accountId).execute()
    },
  }
}
