import type { ExtractFacts, ReadFields } from '#shared/stored-page.ts'
import { createAccountStore } from './accounts/accounts.ts'
import { createApiKeyStore } from './accounts/api-keys.ts'
import { createAttemptStore } from './accounts/attempts.ts'
import { createCredentialStore } from './accounts/credentials.ts'
import { createSessionStore } from './accounts/sessions.ts'
import { createVisitorStore } from './accounts/visitors.ts'
import type { AnnounceCrawl } from './crawls/announce.ts'
import { createCrawlStore } from './crawls/crawls.ts'
import { createHostRateStore } from './crawls/host-rates.ts'
import { createOperationsStore } from './crawls/operations.ts'
import { createPageSpeedStore } from './crawls/page-speed.ts'
import { sweep } from './crawls/sweep.ts'
import { createWebsiteStore } from './crawls/websites.ts'
import type { Database } from './database/database.ts'
import { createNoteStore } from './issues/finding-notes.ts'
import { createRecheckStore } from './issues/rechecks.ts'
import { createIssueStore } from './issues/suppressed-issues.ts'
import { createSettingsStore } from './issues/website-settings.ts'
import { createChannelStore } from './monitoring/alert-channels.ts'
import { createAlertStore } from './monitoring/alerts.ts'
import { createLightCheckStore } from './monitoring/light-checks.ts'
import { createScheduleStore } from './monitoring/schedules.ts'
import { createFieldStore } from './pages/page-fields.ts'
import { createReadingStore } from './reading.ts'
import { createMemberStore } from './sharing/members.ts'
import { createShareLinkStore } from './sharing/share-links.ts'
import type { Store } from './store.ts'
import { createVisitStore } from './visits/visits.ts'

/** Ended crawls kept per website by default. */
const KEPT_CRAWLS = 10

export interface StoreOptions {
  /** Ended crawls of a website that are kept. */
  keptCrawls?: number | undefined
  /** Notifies a queue in the same database of crawls that wait. */
  announce?: AnnounceCrawl | undefined
  /** Encrypts the credentials of websites, and pages that were read with them; none can be stored without. */
  credentialsKey?: Uint8Array | null | undefined
  /** Extracts the facts of stored pages; where it is absent, none can be read. */
  extract?: ExtractFacts | undefined
  /** Likewise for custom fields of stored pages. */
  readFields?: ReadFields | undefined
}

const cannotExtract = () => {
  throw new Error('this store was opened without an extraction')
}

/** All stores over a database whose schema is up to date. The caller closes the database. */
export function createStore(
  database: Database,
  {
    keptCrawls = KEPT_CRAWLS,
    announce,
    credentialsKey = null,
    extract = cannotExtract,
    readFields = cannotExtract,
  }: StoreOptions,
): Omit<Store, typeof Symbol.asyncDispose> {
  const extraction = { extract, key: credentialsKey }
  return {
    visitors: createVisitorStore(database),
    websites: createWebsiteStore(database, { keptCrawls, announce, credentialsKey }),
    crawls: createCrawlStore(database, extraction, { keptCrawls, announce }),
    reading: createReadingStore(database, extraction),
    accounts: createAccountStore(database),
    sessions: createSessionStore(database),
    apiKeys: createApiKeyStore(database),
    attempts: createAttemptStore(database),
    credentials: createCredentialStore(database, credentialsKey),
    operations: createOperationsStore(database),
    pageSpeed: createPageSpeedStore(database),
    issues: createIssueStore(database),
    settings: createSettingsStore(database),
    notes: createNoteStore(database),
    fields: createFieldStore(database, { key: credentialsKey, readFields }),
    rechecks: createRecheckStore(database),
    hostRates: createHostRateStore(database),
    channels: createChannelStore(database, credentialsKey),
    alerts: createAlertStore(database, credentialsKey),
    lightChecks: createLightCheckStore(database),
    visits: createVisitStore(database),
    schedules: createScheduleStore(database, { announce }),
    shareLinks: createShareLinkStore(database),
    members: createMemberStore(database),
    sweep: (nowMs, maxRows, isShortOfStorage = false) => sweep(database, { nowMs, maxRows, isShortOfStorage }),
  }
}
