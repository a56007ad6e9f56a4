import { createHook } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSqliteStore } from '#store/sqlite.ts'
import type { Store } from '#store/store.ts'
import type { AccountDeps } from './account-deps.ts'

/** Accounts in a real store, under a clock of the test's own. */
export interface TestAccounts extends AsyncDisposable {
  store: Store
  deps: AccountDeps
  clock: { nowMs: number }
  /** What the database file holds of a table. */
  rows(table: 'account' | 'session' | 'attempt' | 'api_key'): Record<string, unknown>[]
}

export async function openTestAccounts(): Promise<TestAccounts> {
  const folder = await mkdtemp(path.join(tmpdir(), 'accounts-test-'))
  const file = path.join(folder, 'test.db')
  const store = await openSqliteStore({ file, busyTimeoutMs: 1_000 })
  const clock = { nowMs: Date.UTC(2026, 0, 2, 12) }
  return {
    store,
    clock,
    deps: { store, now: () => clock.nowMs, randomBytes },
    rows(table) {
      const database = new DatabaseSync(file, { readOnly: true })
      try {
        return database.prepare(`select * from ${table}`).all()
      } finally {
        database.close()
      }
    },
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
  })
  hook.enable()
  try {
    await work()
  } finally {
    hook.disable()
  }
  return count
}
