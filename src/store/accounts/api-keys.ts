import type { Selectable, Transaction } from 'kysely'
import type { ApiKeyScopes } from '#shared/api-key.ts'
import type { ApiKeyTable } from '../database/account-tables.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { type AccountRow, accountColumns, toAccountRow } from './accounts.ts'

/** API keys of accounts, known by the SHA-256 (hex) of their secret. */
export interface ApiKeyStore {
  /** By id. */
  list(accountId: number): Promise<ApiKeyRow[]>
  /** Adds none to an account that has `maxKeys`, is disabled or unknown, or whose password is no longer the one of `passwordHash`. */
  add(key: NewApiKey): Promise<{ ok: true; key: ApiKeyRow } | { ok: false; reason: 'full' | 'account-changed' }>
  /** False when the account has no such key. */
  remove(keyId: number, accountId: number): Promise<boolean>
  /**
   * A key that has not ended, with its account, which is not disabled. The time of the last use is renewed at most once a minute.
   */
  find(secretHash: string, nowMs: number): Promise<{ key: ApiKeyRow; account: AccountRow } | null>
}

export interface ApiKeyRow {
  id: number
  name: string
  scopes: ApiKeyScopes
  createdMs: number
  /** null: never. */
  endsMs: number | null
  lastUsedMs: number | null
}

export interface NewApiKey {
  accountId: number
  /** Of the account as it was when its session was read. */
  passwordHash: string
  name: string
  scopes: ApiKeyScopes
  secretHash: string
  nowMs: number
  endsMs: number | null
  maxKeys: number
}

const USE_RENEWAL_MS = 60_000

/** Keys of accounts, by the hash of their secret. */
export function createApiKeyStore({ db }: Database): ApiKeyStore {
  return {
    async list(accountId) {
      const keys = await db
        .selectFrom('api_key')
        .select(keyColumns)
        .where('account_id', '=', accountId)
        .orderBy('id')
        .execute()
      return keys.map(toKeyRow)
    },

    async add(key) {
      return await db.transaction().execute(transaction => insertKey(transaction, key))
    },

    async remove(keyId, accountId) {
      const { numDeletedRows } = await db
        .deleteFrom('api_key')
        .where('id', '=', keyId)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    async find(secretHash, nowMs) {
      const found = await db
        .selectFrom('api_key')
        .select(keyColumns)
        .select('account_id')
        .where('secret_hash', '=', secretHash)
        .executeTakeFirst()
      if (!found || (found.ends_ms !== null && nowMs >= found.ends_ms)) return null
      const account = await db
        .selectFrom('account')
        .select(accountColumns)
        .where('account.id', '=', found.account_id)
        .where('account.is_disabled', '=', 0)
        .executeTakeFirst()
      if (!account) return null
      if (found.used_ms === null || nowMs - found.used_ms >= USE_RENEWAL_MS)
        await db.updateTable('api_key').set({ used_ms: nowMs }).where('id', '=', found.id).execute()
      return { key: toKeyRow(found), account: toAccountRow(account) }
    },
  }
}

const keyColumns = [
  'api_key.id',
  'api_key.name',
  'api_key.scopes',
  'api_key.created_ms',
  'api_key.ends_ms',
  'api_key.used_ms',
] as const

function toKeyRow(key: Omit<Selectable<ApiKeyTable>, 'account_id' | 'secret_hash'>): ApiKeyRow {
  return {
    id: key.id,
    name: key.name,
    scopes: key.scopes,
    createdMs: key.created_ms,
    endsMs: key.ends_ms,
    lastUsedMs: key.used_ms,
  }
}

async function insertKey(transaction: Transaction<Schema>, key: NewApiKey): ReturnType<ApiKeyStore['add']> {
  // Updated without a change to lock the row, so that two keys at once are counted one after the other, and an account that is being
  // disabled or reset gets no key that would outlive it.
  const { numUpdatedRows } = await transaction
    .updateTable('account')
    .set({ password_hash: key.passwordHash })
    .where('id', '=', key.accountId)
    .where('password_hash', '=', key.passwordHash)
    .where('is_disabled', '=', 0)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return { ok: false, reason: 'account-changed' }
  const { count } = await transaction
    .selectFrom('api_key')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account_id', '=', key.accountId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= key.maxKeys) return { ok: false, reason: 'full' }
  const made = await transaction
    .insertInto('api_key')
    .values({
      account_id: key.accountId,
      name: key.name,
      scopes: key.scopes,
      secret_hash: key.secretHash,
      created_ms: key.nowMs,
      ends_ms: key.endsMs,
      used_ms: null,
    })
    .returning(keyColumns)
    .executeTakeFirstOrThrow()
  return { ok: true, key: toKeyRow(made) }
}
