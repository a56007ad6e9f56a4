import { MEGABYTE } from '#shared/constants.ts'
import type { CrawlCheckpoint, CrawlEnding } from '#store/store.ts'
import type { EngineSettings } from '../engine-settings.ts'

interface CrawlBoundsDeps {
  settings: Pick<
    EngineSettings,
    'crawlBaseMs' | 'crawlMsPerPage' | 'crawlBaseBytes' | 'crawlBytesPerPage' | 'longCrawlDelayMs'
  >
  pageLimit: number
  /** Crawl-delay that the crawl obeys, as far as it is known yet. */
  crawlDelayMs: () => number
  /** Time and bytes used are kept here, so that a resumed crawl goes on counting. */
  checkpoint: CrawlCheckpoint
  /** Monotonic milliseconds. */
  now: () => number
  /** Other crawls have all slots of the site. */
  isWaiting: () => boolean
  after(ms: number, callback: () => void): () => void
  /** Called once. */
  onReached(ending: CrawlEnding): void
}

/** How often the clock is read; the stored time may lag by as much. */
const TICK_MS = 1_000
/** Most that one tick counts: time during which the machine sleeps does not count. */
const MAX_STEP_MS = 10 * TICK_MS
const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/**
 * How long one crawl may be under way and how much it may receive. Both count while requests are made, not during the site checks
 * and not while the crawl is paused or unclaimed.
 */
export class CrawlBounds implements Disposable {
  readonly #deps: CrawlBoundsDeps
  readonly #maxBytes: number
  #lastMs: number
  #isReached = false
  #cancel: () => void = () => {}

  /** Starts to count. */
  constructor(deps: CrawlBoundsDeps) {
    const { settings, pageLimit, now } = deps
    this.#deps = deps
    this.#maxBytes = settings.crawlBaseBytes + settings.crawlBytesPerPage * pageLimit
    this.#lastMs = now()
    this.#arm()
  }

  /** Adds the bytes of one response. */
  received(bytes: number): void {
    const { checkpoint } = this.#deps
    checkpoint.receivedBytes = (checkpoint.receivedBytes ?? 0) + bytes
    this.#check()
  }

  [Symbol.dispose](): void {
    this.#cancel()
  }

  #arm(): void {
    this.#cancel = this.#deps.after(TICK_MS, () => this.#tick())
  }

  #tick(): void {
    const { checkpoint, now, isWaiting } = this.#deps
    const nowMs = now()
    const step = Math.min(Math.max(nowMs - this.#lastMs, 0), MAX_STEP_MS)
    this.#lastMs = nowMs
    if (isFetching(checkpoint) && !isWaiting()) checkpoint.spentMs = (checkpoint.spentMs ?? 0) + step
    this.#check()
    if (!this.#isReached) this.#arm()
  }

  #check(): void {
    const { checkpoint, onReached } = this.#deps
    if (this.#isReached || !isFetching(checkpoint)) return
    const ending = this.#ending(checkpoint)
    if (ending === null) return
    this.#isReached = true
    onReached(ending)
  }

  /** A long Crawl-delay shortens the crawl instead of stretching it. */
  #time(): { maxMs: number; of: string } {
    const { settings, pageLimit, crawlDelayMs } = this.#deps
    const delayMs = crawlDelayMs()
    if (delayMs > settings.longCrawlDelayMs)
      return { maxMs: settings.crawlBaseMs, of: ` with a Crawl-delay of ${delayMs / SECOND_MS} s` }
    return { maxMs: settings.crawlBaseMs + settings.crawlMsPerPage * pageLimit, of: '' }
  }

  #ending({ spentMs = 0, receivedBytes = 0 }: CrawlCheckpoint): CrawlEnding | null {
    const { maxMs, of } = this.#time()
    if (spentMs >= maxMs) return { reason: 'time-limit', detail: counted(Math.round(maxMs / MINUTE_MS), 'minute') + of }
    if (receivedBytes >= this.#maxBytes)
      return { reason: 'transfer-limit', detail: counted(Math.round(this.#maxBytes / MEGABYTE), 'megabyte') }
    return null
  }
}

function isFetching({ phase }: CrawlCheckpoint): boolean {
  return phase === 'starting' || phase === 'visiting' || phase === 'probing'
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
