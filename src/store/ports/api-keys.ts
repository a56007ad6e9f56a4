import type { ApiKeyScopes } from '#shared/api-key.ts'
import type { AccountRow } from './accounts.ts'

/** Keys by which programs ask in the name of an account, known by the SHA-256 (hex) of their secret. */
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
  /** Of the account as it was when its session was looked at. */
  passwordHash: string
  name: string
  scopes: ApiKeyScopes
  secretHash: string
  nowMs: number
  endsMs: number | null
  maxKeys: number
}
