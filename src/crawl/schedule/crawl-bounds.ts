import { MEGABYTE } from '#shared/byte-units.ts'
import type { CrawlCheckpoint, CrawlEnding } from '#store/store.ts'
import type { EngineSettings } from '../engine-settings.ts'

interface CrawlBoundsDeps {
  settings: Pick<EngineSettings, 'crawlBaseMs' | 'crawlMsPerPage' | 'crawlBaseBytes' | 'crawlBytesPerPage'>
  pageLimit: number
  /** Takes what was spent, so that a crawl taken up again goes on counting where it was. */
  checkpoint: CrawlCheckpoint
  /** Milliseconds that only ever go on. */
  now: () => number
  /** Others ask the site, and this crawl cannot before they make room. */
  isWaiting: () => boolean
  after(ms: number, callback: () => void): () => void
  /** Called once. */
  onReached(ending: CrawlEnding): void
}

/** How often the clock is read; what is stored of the time may be so much behind. */
const TICK_MS = 1_000
/** Of one tick: a machine that sleeps is not under way. */
const MAX_STEP_MS = 10 * TICK_MS
const MINUTE_MS = 60_000

/**
 * How long one crawl may be under way and how much it may receive. Both count while the web is asked, not while pages are judged,
 * and not while the crawl rests or nobody works on it.
 */
export class CrawlBounds implements Disposable {
  readonly #deps: CrawlBoundsDeps
  readonly #maxMs: number
  readonly #maxBytes: number
  #lastMs: number
  #isReached = false
  #cancel: () => void = () => {}

  /** Begins to count. */
  constructor(deps: CrawlBoundsDeps) {
    const { settings, pageLimit, now } = deps
    this.#deps = deps
    this.#maxMs = settings.crawlBaseMs + settings.crawlMsPerPage * pageLimit
    this.#maxBytes = settings.crawlBaseBytes + settings.crawlBytesPerPage * pageLimit
    this.#lastMs = now()
    this.#arm()
  }

  /** Notes what an answer weighed. */
  received(bytes: number): void {
    const { checkpoint } = this.#deps
    checkpoint.receivedBytes = (checkpoint.receivedBytes ?? 0) + bytes
    this.#judge()
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
    this.#judge()
    if (!this.#isReached) this.#arm()
  }

  #judge(): void {
    const { checkpoint, onReached } = this.#deps
    if (this.#isReached || !isFetching(checkpoint)) return
    const ending = this.#ending(checkpoint)
    if (ending === null) return
    this.#isReached = true
    onReached(ending)
  }

  #ending({ spentMs = 0, receivedBytes = 0 }: CrawlCheckpoint): CrawlEnding | null {
    if (spentMs >= this.#maxMs)
      return { reason: 'time-limit', detail: counted(Math.round(this.#maxMs / MINUTE_MS), 'minute') }
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
