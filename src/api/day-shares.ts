import { AppError } from '#shared/errors.ts'
import { forgetOldest } from '#shared/forget-oldest.ts'
import type { CrawlUse } from '#store/store.ts'

/** What crawls may use together in a day. */
export interface DayShare {
  bytes: number
  ms: number
}

export interface DaySharesDeps {
  /** Of one visitor, and of all visitors of one network; null: there are no shares. */
  shares: { visitor: DayShare; network: DayShare } | null
  /** The most that one crawl may use, whatever its page limit, and for each page of it. */
  allowance: { base: DayShare; perPage: DayShare }
  /** What a crawl has used so far; null when it is no longer stored. */
  readUse: (crawlId: number) => Promise<CrawlUse | null>
  /** Epoch milliseconds. */
  now: () => number
}

interface Requester {
  /** null: a visitor without a crawl. */
  ownerId: number | null
  network: string
}

interface StartedCrawl {
  ownerId: number
  network: string
  startedMs: number
  crawlLimit: number
  used: DayShare
  hasEnded: boolean
}

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const GIGABYTE = 1e9
/** Bounds the memory; the oldest are forgotten first. */
const MAX_CRAWLS = 100_000

/**
 * Transfer and time of the crawls that began within 24 hours, by visitor and by network. Kept in memory alone, because IP addresses of
 * visitors are never stored; crawls that were cleared count, too.
 */
export class DayShares {
  readonly #deps: DaySharesDeps
  readonly #crawls = new Map<number, StartedCrawl>()

  constructor(deps: DaySharesDeps) {
    this.#deps = deps
  }

  /** @throws AppError 429 when the crawls of the visitor or of their network have used their share. */
  async refuseBeyond({ ownerId, network }: Requester): Promise<void> {
    const { shares } = this.#deps
    if (shares === null) return
    this.#forgetOld()
    await this.#refuse('Your crawls', shares.visitor, crawl => crawl.ownerId === ownerId)
    await this.#refuse('The crawls of your network', shares.network, crawl => crawl.network === network)
  }

  /** A crawl that begins. */
  add(crawlId: number, crawl: Pick<StartedCrawl, 'ownerId' | 'network' | 'crawlLimit'>): void {
    if (this.#deps.shares === null) return
    this.#crawls.set(crawlId, { ...crawl, startedMs: this.#deps.now(), used: { bytes: 0, ms: 0 }, hasEnded: false })
    forgetOldest(this.#crawls, MAX_CRAWLS)
  }

  /** Whose crawls the network has begun within 24 hours; no one where there are no shares. */
  ownersOf(network: string): number[] {
    this.#forgetOld()
    const crawls = [...this.#crawls.values()].filter(crawl => crawl.network === network)
    return [...new Set(crawls.map(({ ownerId }) => ownerId))]
  }

  /** To be called before a crawl is cleared, while it can be read. */
  async note(crawlId: number): Promise<void> {
    const crawl = this.#crawls.get(crawlId)
    if (crawl) await this.#read(crawlId, crawl)
  }

  async #refuse(whose: string, share: DayShare, isOf: (crawl: StartedCrawl) => boolean): Promise<void> {
    const crawls = [...this.#crawls].filter(([, crawl]) => isOf(crawl))
    for (const [crawlId, crawl] of crawls) if (!crawl.hasEnded) await this.#read(crawlId, crawl)
    const sum = (what: keyof DayShare) => crawls.reduce((total, [, { used }]) => total + used[what], 0)
    const reason =
      sum('bytes') >= share.bytes
        ? `received their share of ${share.bytes / GIGABYTE} GB`
        : sum('ms') >= share.ms
          ? `run for their share of ${share.ms / HOUR_MS} hours`
          : null
    if (reason === null) return
    const firstMs = Math.min(...crawls.map(([, { startedMs }]) => startedMs))
    const waitMs = firstMs + DAY_MS - this.#deps.now()
    const hours = Math.max(1, Math.ceil(waitMs / HOUR_MS))
    throw new AppError(
      'too-many',
      `${whose} have ${reason} in 24 hours. Please try again in ${hours === 1 ? 'an hour' : `${hours} hours`}.`,
      { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / SECOND_MS)) },
    )
  }

  /** A crawl whose end no one saw before it was deleted counts with all that it may have used. */
  async #read(crawlId: number, crawl: StartedCrawl): Promise<void> {
    const use = await this.#deps.readUse(crawlId)
    crawl.used = use ? { bytes: use.receivedBytes, ms: use.spentMs } : this.#allowance(crawl.crawlLimit)
    crawl.hasEnded = use?.hasEnded ?? true
  }

  #allowance(crawlLimit: number): DayShare {
    const { base, perPage } = this.#deps.allowance
    return { bytes: base.bytes + crawlLimit * perPage.bytes, ms: base.ms + crawlLimit * perPage.ms }
  }

  #forgetOld(): void {
    const beforeMs = this.#deps.now() - DAY_MS
    for (const [crawlId, { startedMs }] of this.#crawls) if (startedMs <= beforeMs) this.#crawls.delete(crawlId)
  }
}
