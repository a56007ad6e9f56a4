import { createHook } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Store } from '#store/store.ts'
import { openTestStore, rowsIn, temporaryFolder } from '../../test/support/storage.ts'
import type { Argon2idCost } from './password-hash.ts'
import type { AccountDeps } from './sign-in.ts'

/** The least that Argon2id takes: tests hash hundreds of passwords, each of which takes 40 ms at the cost of the product. */
export const TEST_PASSWORD_COST: Argon2idCost = { memoryKib: 8, passes: 1, parallelism: 1 }

/** Accounts in a real store, under a clock of the test's own. */
export interface TestAccounts extends AsyncDisposable {
  store: Store
  deps: AccountDeps
  clock: { nowMs: number }
  /** What the database holds of a table. */
  rows(table: 'account' | 'session' | 'attempt' | 'api_key'): Promise<Record<string, unknown>[]>
}

export async function openTestAccounts(): Promise<TestAccounts> {
  const folder = temporaryFolder()
  const store = await openTestStore({ folder })
  const clock = { nowMs: Date.UTC(2026, 0, 2, 12) }
  return {
    store,
    clock,
    deps: { store, now: () => clock.nowMs, randomBytes, passwordCost: TEST_PASSWORD_COST },
    rows: table => rowsIn(folder, `select * from ${table}`),
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

/** How often Argon2 was run while the work was: Node reports every job that it gives to its threads. */
export async function countHashes(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'ARGON2REQUEST') count++
    },
    trackPromises: false,
  })
  hook.enable()
  try {
    await work()
  } finally {
    hook.disable()
  }
  return count
}
