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
  /**
   * Prints a document by the browser of this machine.
   *
   * @throws AppError unavailable without one, with a sentence that says what to do.
   */
  printPdf: (document: PrintedDocument) => Promise<Uint8Array>
  /** What went wrong in this process, newest first. */
  recentErrors: () => readonly RecentError[]
}

export interface PrintedDocument {
  html: AsyncIterable<string>
  paper: 'A4' | 'Letter'
}

interface RecentError {
  atMs: number
  event: string
  detail: string
}
