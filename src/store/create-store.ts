import { createAccountStore } from './accounts.ts'
import { createApiKeyStore } from './api-keys.ts'
import { createAttemptStore } from './attempts.ts'
import { createCrawlStore } from './crawls.ts'
import { createOperationsStore } from './operations.ts'
import { createPageSpeedStore } from './page-speed.ts'
import { createReadingStore } from './reading.ts'
import type { Database } from './schema.ts'
import { createSessionStore } from './sessions.ts'
import type { Store } from './store.ts'
import { sweep } from './sweep.ts'
import { createVisitorStore } from './visitors.ts'
import { createWebsiteStore } from './websites.ts'

/** Ended crawls of a website that are kept unless the operator says otherwise. */
const KEPT_CRAWLS = 10

/** Everything remembered, over a database whose schema is up to date; closing the database is left to whoever opened it. */
export function createStore(
  database: Database,
  { keptCrawls = KEPT_CRAWLS }: { keptCrawls?: number | undefined },
): Omit<Store, typeof Symbol.asyncDispose> {
  return {
    visitors: createVisitorStore(database),
    websites: createWebsiteStore(database, { keptCrawls }),
    crawls: createCrawlStore(database, { keptCrawls }),
    reading: createReadingStore(database),
    accounts: createAccountStore(database),
    sessions: createSessionStore(database),
    apiKeys: createApiKeyStore(database),
    attempts: createAttemptStore(database),
    operations: createOperationsStore(database),
    pageSpeed: createPageSpeedStore(database),
    sweep: (nowMs, maxRows) => sweep(database, { nowMs, maxRows }),
  }
}
