import type { AccountRow, Store } from '#store/store.ts'
import { forgetGuesses, guessLimits } from './attempt-limits.ts'
import { HASH_OF_NOBODY, hashPassword, needsRehash, SALT_BYTES, verifyPassword } from './password-hash.ts'

/** What this part works with. */
export interface AccountDeps {
  store: Pick<Store, 'accounts' | 'attempts' | 'sessions'>
  /** Epoch milliseconds. */
  now: () => number
  /** Cryptographically strong. */
  randomBytes: (size: number) => Uint8Array
}

export interface SignInAttempt {
  username: string
  password: string
  /** Network address of whoever tries. */
  address: string
}

/** `wrong` tells an unknown name, a disabled account and a wrong password not apart, and neither does the time it takes. */
export type SignInResult =
  | { ok: true; account: AccountRow }
  | { ok: false; reason: 'wrong' }
  | { ok: false; reason: 'wait'; retryAtMs: number }

const WRONG: SignInResult = { ok: false, reason: 'wrong' }

/**
 * Checks a name and password; opens no session. Each try is counted before anything is hashed, so that many at once get no more
 * tries than one after another. The function throws AppError unavailable when too many wait to be hashed.
 */
export function createSignIn(deps: AccountDeps): (attempt: SignInAttempt) => Promise<SignInResult> {
  const { accounts, attempts } = deps.store
  return async attempt => {
    const taken = await attempts.take(guessLimits(attempt), deps.now())
    if (!taken.ok) return { ok: false, reason: 'wait', retryAtMs: taken.retryAtMs }
    const found = await accounts.findByName(attempt.username)
    const isRight = await verifyPassword(attempt.password, found?.passwordHash ?? HASH_OF_NOBODY)
    if (!found || !isRight || found.isDisabled) return WRONG
    const renewed = needsRehash(found.passwordHash)
      ? await hashPassword(attempt.password, deps.randomBytes(SALT_BYTES))
      : null
    // A password that was changed while this one was being hashed must neither be passed by nor be overwritten.
    const account = await accounts.find(found.id)
    if (!account || account.isDisabled || account.passwordHash !== found.passwordHash) return WRONG
    if (renewed !== null) await accounts.rehash(account.id, { from: account.passwordHash, to: renewed })
    await forgetGuesses(attempts, attempt)
    return { ok: true, account: { ...account, passwordHash: renewed ?? account.passwordHash } }
  }
}
