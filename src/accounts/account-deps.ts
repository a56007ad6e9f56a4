import type { Store } from '#store/store.ts'

/** What this part works with. */
export interface AccountDeps {
  store: Pick<Store, 'accounts' | 'attempts' | 'sessions'>
  /** Epoch milliseconds. */
  now: () => number
  /** Cryptographically strong. */
  randomBytes: (size: number) => Uint8Array
}
