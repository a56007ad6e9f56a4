import type { Insertable, Selectable, Transaction } from 'kysely'
import type { Role } from '#shared/account.ts'
import type { AccountTable } from '../database/account-tables.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'

/** Who may sign in. An account is an owner like a visitor is. */
export interface AccountRow {
  id: number
  ownerId: number
  username: string
  role: Role
  /** In the PHC string format. */
  passwordHash: string
  isDisabled: boolean
  createdMs: number
  passwordChangedMs: number
  lastSignInMs: number | null
}

/** Names differ by more than case. */
export interface AccountStore {
  /** By id. */
  list(): Promise<AccountRow[]>
  find(accountId: number): Promise<AccountRow | null>
  findByName(username: string): Promise<AccountRow | null>
  /** null when the name (or the id, which only built-in accounts choose) is taken. */
  create(account: NewAccount): Promise<AccountRow | null>
  /**
   * Ends all sessions of the account but the one named; without one its API keys, too, as another user has set the password. False
   * when there is no such account.
   */
  setPassword(change: {
    accountId: number
    passwordHash: string
    nowMs: number
    keptTokenHash?: string
  }): Promise<boolean>
  /** Replaces the hash of the same password, made with other parameters; sessions stay. */
  rehash(accountId: number, hashes: { from: string; to: string }): Promise<void>
  /** Disabling ends all sessions and API keys of the account. False when there is no such account. */
  setDisabled(accountId: number, isDisabled: boolean): Promise<boolean>
}

export interface NewAccount {
  id?: number
  username: string
  role: Role
  passwordHash: string
  nowMs: number
}

/** Who may sign in. Each account has an owner row of its own, so that websites belong to it as they do to a visitor. */
export function createAccountStore({ db }: Database): AccountStore {
  return {
    async list() {
      const accounts = await db.selectFrom('account').select(accountColumns).orderBy('account.id').execute()
      return accounts.map(toAccountRow)
    },

    async find(accountId) {
      const account = await db
        .selectFrom('account')
        .select(accountColumns)
        .where('account.id', '=', accountId)
        .executeTakeFirst()
      return account ? toAccountRow(account) : null
    },

    async findByName(username) {
      const account = await db
        .selectFrom('account')
        .select(accountColumns)
        .where('username_key', '=', usernameKey(username))
        .executeTakeFirst()
      return account ? toAccountRow(account) : null
    },

    async create(account) {
      return await db.transaction().execute(transaction => insertAccount(transaction, account))
    },

    async setPassword({ accountId, passwordHash, nowMs, keptTokenHash }) {
      return await db.transaction().execute(async transaction => {
        const { numUpdatedRows } = await transaction
          .updateTable('account')
          .set({ password_hash: passwordHash, password_changed_ms: nowMs })
          .where('id', '=', accountId)
          .executeTakeFirst()
        await transaction
          .deleteFrom('session')
          .where('account_id', '=', accountId)
          .$if(keptTokenHash !== undefined, others => others.where('token_hash', '!=', keptTokenHash ?? ''))
          .execute()
        if (keptTokenHash === undefined)
          await transaction.deleteFrom('api_key').where('account_id', '=', accountId).execute()
        return numUpdatedRows > 0n
      })
    },

    async rehash(accountId, { from, to }) {
      await db
        .updateTable('account')
        .set({ password_hash: to })
        .where('id', '=', accountId)
        // Changed in between, the password is no longer the one that was hashed again.
        .where('password_hash', '=', from)
        .execute()
    },

    async setDisabled(accountId, isDisabled) {
      return await db.transaction().execute(async transaction => {
        const { numUpdatedRows } = await transaction
          .updateTable('account')
          .set({ is_disabled: isDisabled ? 1 : 0 })
          .where('id', '=', accountId)
          .executeTakeFirst()
        if (isDisabled) {
          await transaction.deleteFrom('session').where('account_id', '=', accountId).execute()
          await transaction.deleteFrom('api_key').where('account_id', '=', accountId).execute()
        }
        return numUpdatedRows > 0n
      })
    },
  }
}

/** Columns of `account` that make an AccountRow. */
export const accountColumns = [
  'account.id',
  'account.owner_id',
  'account.username',
  'account.role',
  'account.password_hash',
  'account.is_disabled',
  'account.created_ms',
  'account.password_changed_ms',
  'account.last_sign_in_ms',
] as const

export function toAccountRow(account: Omit<Selectable<AccountTable>, 'username_key'>): AccountRow {
  return {
    id: account.id,
    ownerId: account.owner_id,
    username: account.username,
    role: account.role,
    passwordHash: account.password_hash,
    isDisabled: account.is_disabled === 1,
    createdMs: account.created_ms,
    passwordChangedMs: account.password_changed_ms,
    lastSignInMs: account.last_sign_in_ms,
  }
}

/** Names that look alike but for case or the width of their letters are one name (Unicode NFKC). */
function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase()
}

/** A taken name or id inserts nothing: an error could not be distinguished from others. */
async function insertAccount(transaction: Transaction<Schema>, account: NewAccount): Promise<AccountRow | null> {
  const key = usernameKey(account.username)
  const owner = await transaction
    .insertInto('owner')
    // No cookie leads here: what visitors are looked up by is 64 hexadecimal digits, and has no colon.
    .values({ cookie_hash: `account:${key}`, created_ms: account.nowMs, last_seen_ms: account.nowMs })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!owner) return null
  const values: Insertable<AccountTable> = {
    owner_id: owner.id,
    username: account.username,
    username_key: key,
    role: account.role,
    password_hash: account.passwordHash,
    is_disabled: 0,
    created_ms: account.nowMs,
    password_changed_ms: account.nowMs,
    last_sign_in_ms: null,
  }
  const made = await transaction
    .insertInto('account')
    .values(account.id === undefined ? values : { ...values, id: account.id })
    .onConflict(conflict => conflict.doNothing())
    .returning(accountColumns)
    .executeTakeFirst()
  if (made) return toAccountRow(made)
  await transaction.deleteFrom('owner').where('id', '=', owner.id).execute()
  return null
}
