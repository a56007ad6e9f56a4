import { randomBytes, randomUUID } from 'node:crypto'
import type { RouteDeps } from '#api/routes/route-deps.ts'
import { ownershipToken } from '#crawl/ownership.ts'
import type { Fetcher } from '#fetch/fetch.ts'
import type { GuardedPost } from '#fetch/guarded-post.ts'
import type { SendMail } from '#monitoring/mail.ts'
import { startMonitoring } from '#monitoring/monitoring.ts'
import { maxStorageBytes, scheduleLimits } from '#settings/api-settings.ts'
import type { Settings } from '#settings/config.ts'
import type { Store } from '#store/store.ts'
import type { Log } from './operator-log.ts'

interface MonitoringParts {
  settings: Settings
  store: Store
  wake(): void
  findProofs: RouteDeps['findOwnershipProofs']
  fetcher: Fetcher
  fetchRobots: RouteDeps['fetchRobots']
  post: GuardedPost['post']
  /** null where no mail server is set. */
  sendMail: SendMail | null
  log: Log
}

const KEY_BYTES = 32
const PROOF_TIMEOUT_MS = 30_000

/** Watches websites over time: each process that serves the API does, and the database says whose turn it is. */
export function openMonitoring(parts: MonitoringParts): AsyncDisposable {
  const { settings, store, wake, findProofs, post, sendMail, log } = parts
  return startMonitoring({
    store,
    limits: {
      ...scheduleLimits(settings),
      maxCrawlLimit: settings.maxCrawlLimit,
      maxActiveCrawls: settings.maxActiveCrawls,
      maxStorageBytes: maxStorageBytes(settings),
      allowsOwnRules: settings.crawlerChoice !== 'never',
      allowsHostMaps: settings.hostMaps !== 'never',
    },
    now: Date.now,
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
    wake,
    findProofs: async ({ ownerId, url }) => {
      const fresh = randomBytes(KEY_BYTES).toString('hex')
      const token = ownershipToken(await store.visitors.ownershipKey(ownerId, fresh), url)
      return await findProofs({ url, token, signal: AbortSignal.timeout(PROOF_TIMEOUT_MS) })
    },
    newId: randomUUID,
    fetcher: parts.fetcher,
    fetchRobots: parts.fetchRobots,
    post,
    sendMail,
    log,
  })
}
