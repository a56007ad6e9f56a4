import { createAccountStore } from './accounts.ts'
import { createApiKeyStore } from './api-keys.ts'
import { createAttemptStore } from './attempts.ts'
import { createCrawlStore } from './crawls.ts'
import { createHostPaceStore } from './host-paces.ts'
import { createOperationsStore } from './operations.ts'
import { createPageSpeedStore } from './page-speed.ts'
import type { AnnounceCrawl } from './ports/waiting-crawls.ts'
import { createReadingStore } from './reading.ts'
import { createRecheckStore } from './rechecks.ts'
import type { Database } from './schema.ts'
import { createSessionStore } from './sessions.ts'
import { createIssueStore } from './set-aside.ts'
import type { Store } from './store.ts'
import { sweep } from './sweep.ts'
import { createVisitorStore } from './visitors.ts'
import { createSettingsStore } from './website-settings.ts'
import { createWebsiteStore } from './websites.ts'

/** Ended crawls of a website that are kept unless the operator says otherwise. */
const KEPT_CRAWLS = 10

export interface StoreOptions {
  /** Ended crawls of a website that are kept. */
  keptCrawls?: number | undefined
  /** Tells a queue in the same database which crawls wait. */
  announce?: AnnounceCrawl | undefined
}

/** Everything remembered, over a database whose schema is up to date; closing the database is left to whoever opened it. */
export function createStore(
  database: Database,
  { keptCrawls = KEPT_CRAWLS, announce }: StoreOptions,
): Omit<Store, typeof Symbol.asyncDispose> {
  return {
    visitors: createVisitorStore(database),
    websites: createWebsiteStore(database, { keptCrawls, announce }),
    crawls: createCrawlStore(database, { keptCrawls, announce }),
    reading: createReadingStore(database),
    accounts: createAccountStore(database),
    sessions: createSessionStore(database),
    apiKeys: createApiKeyStore(database),
    attempts: createAttemptStore(database),
    operations: createOperationsStore(database),
    pageSpeed: createPageSpeedStore(database),
    issues: createIssueStore(database),
    settings: createSettingsStore(database),
    rechecks: createRecheckStore(database),
    hostPaces: createHostPaceStore(database),
    sweep: (nowMs, maxRows) => sweep(database, { nowMs, maxRows }),
  }
}
