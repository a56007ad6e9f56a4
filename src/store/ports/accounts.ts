import type { Role } from '#shared/account.ts'

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
   * Ends all sessions of the account but the one named, and without one its API keys, too: somebody else has set the password.
   * False when there is no such account.
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
