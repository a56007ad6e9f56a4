import type { AccountRow, Store } from '#store/store.ts'
import { forgetGuesses, guessLimits } from './attempt-limits.ts'
import { knownDeviceId } from './known-device.ts'
import {
  type Argon2idCost,
  hashPassword,
  needsRehash,
  SALT_BYTES,
  unknownUserHash,
  verifyPassword,
} from './password-hash.ts'

/** Dependencies of this part. */
export interface AccountDeps {
  store: Pick<Store, 'accounts' | 'attempts' | 'sessions'>
  /** Epoch milliseconds. */
  now: () => number
  /** Cryptographically strong. */
  randomBytes: (size: number) => Uint8Array
  /** Of new password hashes: `PASSWORD_COST`, but where a test signs in many times. */
  passwordCost: Argon2idCost
}

export interface SignInAttempt {
  username: string
  password: string
  /** IP address of the client. */
  address: string
  /** What the device sent as proof that it has signed in before; null or absent without one. */
  deviceToken?: string | null
}

/** `wrong` is the same for an unknown name, a disabled account and a wrong password, in the same time. */
export type SignInResult =
  | { ok: true; account: AccountRow }
  | { ok: false; reason: 'wrong' }
  | { ok: false; reason: 'wait'; retryAtMs: number }

const WRONG: SignInResult = { ok: false, reason: 'wrong' }

/**
 * Checks a name and password; opens no session. Each attempt is counted before anything is hashed, so that parallel attempts get no
 * more tries than sequential ones. The function throws AppError unavailable when too many wait to be hashed.
 */
export function createSignIn(deps: AccountDeps): (attempt: SignInAttempt) => Promise<SignInResult> {
  const { accounts, attempts } = deps.store
  const { passwordCost } = deps
  const unknownUser = unknownUserHash(passwordCost)
  return async attempt => {
    const guess = { ...attempt, deviceId: await deviceIdOf(attempt, accounts) }
    const taken = await attempts.take(guessLimits(guess), deps.now())
    if (!taken.ok) return { ok: false, reason: 'wait', retryAtMs: taken.retryAtMs }
    const found = await accounts.findByName(attempt.username)
    const isRight = await verifyPassword(attempt.password, found?.passwordHash ?? unknownUser)
    if (!found || !isRight || found.isDisabled) return WRONG
    const renewed = needsRehash(found.passwordHash, passwordCost)
      ? await hashPassword(attempt.password, deps.randomBytes(SALT_BYTES), passwordCost)
      : null
    // A password that was changed while this one was being hashed must neither be bypassed nor overwritten.
    const account = await accounts.find(found.id)
    if (!account || account.isDisabled || account.passwordHash !== found.passwordHash) return WRONG
    if (renewed !== null) await accounts.rehash(account.id, { from: account.passwordHash, to: renewed })
    await forgetGuesses(attempts, guess)
    return { ok: true, account: { ...account, passwordHash: renewed ?? account.passwordHash } }
  }
}

async function deviceIdOf(
  { username, deviceToken = null }: SignInAttempt,
  accounts: AccountDeps['store']['accounts'],
): Promise<string | null> {
  const account = deviceToken === null ? null : await accounts.findByName(username)
  return account && knownDeviceId(deviceToken, account)
}
