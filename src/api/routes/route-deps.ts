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
}
