import type { AccountRow } from './accounts.ts'

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
