import { createHash } from 'node:crypto'
import { API_KEYS_MAX, type ApiKeyScopes } from '#shared/api-key.ts'
import { AppError } from '#shared/errors.ts'
import type { AccountRow, ApiKeyRow, Store } from '#store/store.ts'
import { networkOf, tooManyAttempts } from './attempt-limits.ts'

export interface ApiKeyDeps {
  store: Pick<Store, 'apiKeys' | 'attempts'>
  /** Epoch milliseconds. */
  now: () => number
  /** Cryptographically strong. */
  randomBytes: (size: number) => Uint8Array
}

/** Keys with which programs act for a user. A key is returned once, when it is created; only its hash is stored. */
export interface ApiKeys {
  list(account: AccountRow): Promise<ApiKeyRow[]>
  /** @throws AppError conflict when there are too many already, unauthorized when the account has changed meanwhile. */
  add(account: AccountRow, key: NewKey): Promise<{ key: ApiKeyRow; secret: string }>
  /** @throws AppError not-found for what is no key of this account. */
  revoke(account: AccountRow, keyId: number): Promise<void>
  /**
   * Whose key it is. A right one is never held up: it is too long to be guessed, and others behind the same address would stop it.
   *
   * @throws AppError unauthorized for one that is unknown or has ended, too-many after several of those from one network.
   */
  verify(sent: { secret: string; address: string }): Promise<{ key: ApiKeyRow; account: AccountRow }>
}

export interface NewKey {
  name: string
  scopes: ApiKeyScopes
  /** Absent: it never expires. */
  expiresInDays?: number | undefined
}

const PREFIX = 'snd_'
const SECRET_BYTES = 32
/** The prefix makes a key that was published by mistake easy to find; the rest is base64url of SECRET_BYTES. */
const KEY_FORM = /^snd_[A-Za-z0-9_-]{43}$/

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const DAY_MS = 24 * 60 * MINUTE_MS

export function createApiKeys({ store, now, randomBytes }: ApiKeyDeps): ApiKeys {
  const { apiKeys, attempts } = store
  return {
    list: account => apiKeys.list(account.id),

    async add(account, { name, scopes, expiresInDays }) {
      const secret = PREFIX + Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url')
      const nowMs = now()
      const added = await apiKeys.add({
        accountId: account.id,
        passwordHash: account.passwordHash,
        name,
        scopes,
        secretHash: sha256(secret),
        nowMs,
        endsMs: expiresInDays === undefined ? null : nowMs + expiresInDays * DAY_MS,
        maxKeys: API_KEYS_MAX,
      })
      if (added.ok) return { key: added.key, secret }
      if (added.reason === 'full')
        throw new AppError('conflict', `You have ${API_KEYS_MAX} API keys. Revoke one before you create another.`)
      throw new AppError('unauthorized', 'Your account has been changed. Please sign in again.')
    },

    async revoke(account, keyId) {
      if (!(await apiKeys.remove(keyId, account.id))) throw new AppError('not-found', 'There is no such API key')
    },

    async verify({ secret, address }) {
      const found = KEY_FORM.test(secret) ? await apiKeys.find(sha256(secret), now()) : null
      if (found) return found
      const taken = await attempts.take([wrongKeyLimit(address)], now())
      if (!taken.ok) throw tooManyAttempts(taken.retryAtMs - now())
      throw new AppError('unauthorized', 'The API key is wrong, revoked or expired.')
    },
  }
}

/** Apart from the limits of passwords: a program with a former key must not keep people from signing in. */
function wrongKeyLimit(address: string) {
  return {
    key: sha256(JSON.stringify(['api key', networkOf(address)])),
    freeTries: 20,
    firstPauseMs: SECOND_MS,
    maxPauseMs: 15 * MINUTE_MS,
    forgetAfterMs: DAY_MS,
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
