import type { CrawlControl } from '#crawl/control.ts'
import type { Store } from '#store/store.ts'
import type { ApiSettings } from '../settings.ts'

/** What handlers are made with. */
export interface RouteDeps {
  store: Store
  control: CrawlControl
  settings: ApiSettings
  /** Epoch milliseconds. */
  now: () => number
  /** Of a cryptographic generator. */
  randomBytes: (size: number) => Uint8Array
  /** When this process began to serve; epoch milliseconds. */
  startedMs: number
  /** What went wrong in this process, newest first. */
  recentErrors: () => readonly RecentError[]
}

interface RecentError {
  atMs: number
  event: string
  detail: string
}
