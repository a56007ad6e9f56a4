import type { Fetcher } from '#fetch/fetch.ts'
import { describeError } from '#shared/errors.ts'
import type { After } from '#shared/wait.ts'
import type { HostRateStore } from '#store/store.ts'
import { isLoopbackHost } from '../scope.ts'
import { HostLease } from './host-lease.ts'
import { type Slots, takeSlots } from './host-shares.ts'
import { type HostPolicy, type HostRules, hostPolicy } from './politeness.ts'
import type { WaitingWatch } from './waiting-watch.ts'

/**
 * Keeps the rate of requests to a host across all crawls, of this process and of others: each has a share of what the host bears,
 * stored where all see it. A crawl that is alone renews its shares now and then, and checks once a second whether others have come.
 */
export interface HostRatesDeps {
  store: { hostRates: HostRateStore }
  /** Differs among all processes of all machines, and from start to start. */
  process: string
  /** How long the shares of a lost process are kept. */
  leaseMs: number
  /** Monotonic milliseconds. */
  elapsedMs: () => number
  after: After
  log(event: string, details: Record<string, unknown>): void
}

const LOOK_MS = 1_000
/** A share is renewed several times before it expires. */
const LOOKS_PER_LEASE = 6
const MAX_CONTENDED = 1_000

/** The crawls of this process, which notify each other at once of changes that others see a second later. */
export class HostRates {
  readonly #deps: HostRatesDeps
  readonly #crawls = new Set<CrawlRates>()
  #opened = 0

  constructor(deps: HostRatesDeps) {
    this.#deps = deps
  }

  open(): CrawlRates {
    const holder = `${this.#deps.process}/${++this.#opened}`
    const crawl = new CrawlRates(holder, this.#deps, {
      onChange: origins => {
        for (const other of this.#crawls) if (other !== crawl) other.lookAt(origins)
      },
      onClose: () => this.#crawls.delete(crawl),
    })
    this.#crawls.add(crawl)
    return crawl
  }
}

interface Neighbours {
  /** Slots at these hosts are free, or another crawl waits for one. */
  onChange(origins: readonly string[]): void
  onClose(): void
}

/** The shares of one crawl. */
export class CrawlRates implements AsyncDisposable {
  readonly #holder: string
  readonly #deps: HostRatesDeps
  readonly #neighbours: Neighbours
  readonly #leases = new Map<string, HostLease>()
  /** Leases that hold slots, or wait for some. */
  readonly #taken = new Set<HostLease>()
  readonly #toLookAt = new Set<HostLease>()
  readonly #listeners = new Set<() => void>()
  #looking: Promise<void> | null = null
  #cancelTimer: (() => void) | null = null
  #isClosed = false
  #hasFailed = false

  constructor(holder: string, deps: HostRatesDeps, neighbours: Neighbours) {
    this.#holder = holder
    this.#deps = deps
    this.#neighbours = neighbours
  }

  /** The lease of the crawl at the host of a URL, by these rules from now on. */
  lease(url: string, policy: HostPolicy): HostLease {
    const { origin } = new URL(url)
    const known = this.#leases.get(origin)
    known?.follow(policy)
    if (known) return known
    const { elapsedMs } = this.#deps
    const lease = new HostLease(origin, policy, { elapsedMs, look: each => this.#lookSoon(each) })
    this.#leases.set(origin, lease)
    return lease
  }

  /** Nothing is under way, since other crawls have the slots. */
  get isWaiting(): boolean {
    const leases = [...this.#taken]
    return leases.some(lease => lease.isWaiting) && leases.every(lease => lease.underWay === 0)
  }

  /** Calls back whenever a host becomes free. Returns the function that ends it. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** One request that waits for its turn, unless the signal aborts. */
  async request<Result>(lease: HostLease, signal: AbortSignal, send: () => Promise<Result>): Promise<Result> {
    const { elapsedMs } = this.#deps
    while (!signal.aborted && !this.#isClosed && !lease.mayRequest(elapsedMs())) await this.#change(lease, signal)
    // It fails as aborted, and so informs its caller.
    if (signal.aborted) return await send()
    lease.sent(elapsedMs())
    try {
      return await send()
    } finally {
      lease.received()
      this.#notify()
    }
  }

  /** Other crawls have come, or have made room. */
  lookAt(origins: readonly string[]): void {
    for (const origin of origins) {
      const lease = this.#leases.get(origin)
      if (lease?.isTaken) this.#lookSoon(lease)
    }
  }

  /** Gives all slots back; those of requests under way stay until the lease ends. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    this.#cancelTimer?.()
    await this.#looking
    this.#neighbours.onClose()
    await this.#look([...this.#taken])
    await this.#deps.store.hostRates.forgetPast(this.#deps.elapsedMs()).catch((error: unknown) => this.#note(error))
  }

  /** Waits until a slot may be free, or a pause is over. */
  async #change(lease: HostLease, signal: AbortSignal): Promise<void> {
    const { elapsedMs, after } = this.#deps
    const nowMs = elapsedMs()
    if (lease.dueMs <= nowMs) lease.want(nowMs)
    await new Promise<void>(resolve => {
      const end = () => {
        unlisten()
        cancel?.()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const unlisten = this.listen(end)
      const cancel = lease.dueMs > nowMs ? after(lease.dueMs - nowMs, end) : null
      signal.addEventListener('abort', end)
    })
  }

  #lookSoon(lease: HostLease): void {
    if (this.#isClosed) return
    this.#taken.add(lease)
    this.#toLookAt.add(lease)
    // Not at once: requests for several hosts often come together.
    this.#looking ??= Promise.resolve()
      .then(() => this.#lookAll())
      .finally(() => {
        this.#looking = null
      })
  }

  async #lookAll(): Promise<void> {
    while (this.#toLookAt.size > 0) {
      const leases = [...this.#toLookAt]
      this.#toLookAt.clear()
      await this.#look(leases)
    }
    if (!this.#isClosed) this.#cancelTimer ??= this.#deps.after(this.#lookMs, () => void this.#lookAgain())
  }

  get #lookMs(): number {
    return Math.min(LOOK_MS, this.#deps.leaseMs / LOOKS_PER_LEASE)
  }

  async #look(leases: readonly HostLease[]): Promise<void> {
    if (leases.length === 0) return
    const { store, elapsedMs, leaseMs } = this.#deps
    const sinceMs = elapsedMs()
    const found = new Map<HostLease, Slots>()
    const origins = leases.map(lease => lease.origin)
    try {
      await store.hostRates.change(origins, sinceMs, (origin, rate, nowMs) => {
        const lease = this.#leases.get(origin)
        if (!lease) return rate
        const wanted = lease.request({ sinceMs, holder: this.#holder, leaseMs })
        const taken = takeSlots(rate, this.#isClosed ? { ...wanted, isWanted: false } : wanted, nowMs)
        lease.lose(taken.slots)
        found.set(lease, taken.slots)
        return taken.rate
      })
      this.#hasFailed = false
    } catch (error) {
      // Granted slots hold until the lease ends; the next attempt may succeed.
      this.#note(error)
      return
    }
    const changed = [...found].filter(([lease, slots]) => lease.take(slots, { sinceMs, leaseMs }))
    for (const lease of found.keys()) if (!lease.isTaken) this.#taken.delete(lease)
    if (changed.length > 0) this.#neighbours.onChange(changed.map(([lease]) => lease.origin))
    this.#notify()
  }

  async #lookAgain(): Promise<void> {
    this.#cancelTimer = null
    if (this.#isClosed || this.#taken.size === 0) return
    const { store, elapsedMs } = this.#deps
    try {
      this.lookAt(await store.hostRates.contended(MAX_CONTENDED))
    } catch (error) {
      this.#note(error)
    }
    const nowMs = elapsedMs()
    for (const lease of this.#taken) if (lease.isToRenew(nowMs)) this.#lookSoon(lease)
    if (this.#looking === null && !this.#isClosed)
      this.#cancelTimer ??= this.#deps.after(this.#lookMs, () => void this.#lookAgain())
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener()
  }

  /** Once for a series of failures: the crawl itself reports that the database is gone. */
  #note(error: unknown): void {
    if (!this.#hasFailed) this.#deps.log('keeping the rates of hosts failed', { cause: describeError(error) })
    this.#hasFailed = true
  }
}

interface Pacing {
  rates: CrawlRates
  rulesFor(url: string): HostRules
  watch: Pick<WaitingWatch, 'begin'>
}

/** Requests beside the pages wait for their turn as pages do. */
export function politeFetcher(
  fetcher: Pick<Fetcher, 'fetch'>,
  { rates, rulesFor, watch }: Pacing,
): Pick<Fetcher, 'fetch'> {
  return {
    async fetch(request) {
      const { politeness, crawlDelayMs } = rulesFor(request.url)
      const policy = hostPolicy(politeness, { isLoopback: isLoopbackHost(request.url), crawlDelayMs })
      const endWait = watch.begin()
      try {
        return await rates.request(rates.lease(request.url, policy), request.signal, () => fetcher.fetch(request))
      } finally {
        endWait()
      }
    },
  }
}
