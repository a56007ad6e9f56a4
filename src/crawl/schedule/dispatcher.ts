import type { FetchFailure } from '#shared/facts.ts'
import type { PageRecord } from '#shared/page-record.ts'
import { isLoopbackHost } from '../scope.ts'
import { type ConfirmPauses, pauseBeforeNextAttempt, type ResponseInBrief } from '../visit/confirm.ts'
import { recordWithoutFacts, type VisitJob } from '../visit/worker-messages.ts'
import type { HostLease } from './host-lease.ts'
import type { CrawlRates } from './host-rates.ts'
import {
  type HostPolicy,
  type HostRules,
  type HostState,
  hostPolicy,
  initialHostState,
  mayRequest,
  nextDueMs,
  onReceived,
  onSent,
} from './politeness.ts'
import type { WaitingWatch } from './waiting-watch.ts'

/**
 * Passes URLs to page workers when their host is due, retries failing ones after a pause, and returns final records. Politeness is
 * kept here, where all workers of a crawl meet; its rate is a share of what all crawls together may request from a host.
 */
export interface DispatcherDeps {
  submit(job: VisitJob): Promise<PageRecord>
  /** The leases of the crawl at each host. */
  rates: { lease(url: string, policy: HostPolicy): Lease; listen: CrawlRates['listen'] }
  now: () => number
  /** Calls back once after so many milliseconds; returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void
  pauses: ConfirmPauses
  /** Requests under way at once, over all hosts. */
  maxInFlight: number
  watch: Pick<WaitingWatch, 'begin'>
}

export interface DispatchRound {
  /** The next URL to request; null when none can be given until a record comes, or ever. */
  next(): VisitJob | null
  /** A final record, in order of arrival. */
  done(record: PageRecord): void
  rulesFor(url: string): HostRules
  /** Ends the round: nothing more is sent, what is under way is waited for. */
  signal: AbortSignal
}

/** URLs taken ahead of time, so that a host that is not due does not hold up others. */
const LOOK_AHEAD = 1_000

type Lease = Pick<HostLease, 'mayRequest' | 'want' | 'sent' | 'received' | 'holdBack' | 'dueMs'>

interface Host {
  state: HostState
  lease: Lease
  queue: VisitJob[]
  /** Record of the probe that could not reach the host at all; its other URLs need not be requested. */
  unreachable: PageRecord | null
}

/** Failures of a whole host, not of one URL. */
const HOST_FAILURES: ReadonlySet<FetchFailure> = new Set<FetchFailure>([
  'dns',
  'dns-server-failure',
  'refused',
  'connect',
  'timeout-connect',
  'tls',
  'certificate',
])

export class Dispatcher {
  readonly #deps: DispatcherDeps
  /** Kept over all rounds of a crawl: the rate that a host bears stays known. */
  readonly #hosts = new Map<string, Host>()
  #delayed: { job: VisitJob; dueMs: number }[] = []
  #queued = 0
  #inFlight = 0
  #wake: () => void = () => {}
  #fault: unknown = null

  constructor(deps: DispatcherDeps) {
    this.#deps = deps
  }

  /** Runs until nothing is left to request, under way or to be retried; or the signal ends it. */
  async run(round: DispatchRound): Promise<void> {
    const onAbort = () => this.#wake()
    round.signal.addEventListener('abort', onAbort)
    const unlisten = this.#deps.rates.listen(onAbort)
    try {
      for (;;) {
        if (round.signal.aborted) this.#forgetQueued()
        if (this.#fault !== null) throw this.#fault
        const isMoreToTake = !round.signal.aborted && this.#fill(round)
        const dueMs = round.signal.aborted ? null : this.#sendDue(round)
        if (this.#inFlight > 0 || this.#queued > 0 || this.#delayed.length > 0) await this.#sleep(dueMs)
        else if (!isMoreToTake) return
      }
    } finally {
      unlisten()
      round.signal.removeEventListener('abort', onAbort)
    }
  }

  /** Takes URLs ahead; true when the round would give more. */
  #fill(round: DispatchRound): boolean {
    while (this.#queued < LOOK_AHEAD) {
      const job = round.next()
      if (job === null) return false
      this.#hostOf(job, round).queue.push(job)
      this.#queued++
    }
    return true
  }

  #hostOf(job: VisitJob, round: DispatchRound): Host {
    const { origin } = new URL(job.url)
    let host = this.#hosts.get(origin)
    if (!host) {
      const { politeness, crawlDelayMs } = round.rulesFor(job.url)
      const rules = { isLoopback: isLoopbackHost(job.url), crawlDelayMs }
      host = {
        state: initialHostState(politeness, rules),
        lease: this.#deps.rates.lease(job.url, hostPolicy(politeness, rules)),
        queue: [],
        unreachable: null,
      }
      this.#hosts.set(origin, host)
    }
    return host
  }

  /** Sends what may be sent; returns when the next host or delayed URL is due, null when only a record can help. */
  #sendDue(round: DispatchRound): number | null {
    const nowMs = this.#deps.now()
    let soonest: number | null = null
    const ripe = this.#delayed.filter(each => each.dueMs <= nowMs)
    this.#delayed = this.#delayed.filter(each => each.dueMs > nowMs)
    // First in the queue: so an unreachable host, or a page that exists after all, is known soon.
    for (const { job } of ripe.reverse()) this.#hostOf(job, round).queue.unshift(job)
    this.#queued += ripe.length
    for (const { dueMs } of this.#delayed) soonest = soonest === null ? dueMs : Math.min(soonest, dueMs)
    for (const host of this.#hosts.values()) {
      if (host.unreachable) this.#finishUnreachable(host, round)
      while (host.queue.length > 0 && this.#inFlight < this.#deps.maxInFlight && mayRequest(host.state, nowMs)) {
        if (!host.lease.mayRequest(nowMs)) break
        this.#send(host, round)
      }
      if (host.queue.length === 0) continue
      const dueMs = Math.max(nextDueMs(host.state), host.lease.dueMs)
      // A slot that could not be used yet would only keep others from it.
      if (dueMs <= nowMs && mayRequest(host.state, nowMs) && this.#inFlight < this.#deps.maxInFlight)
        host.lease.want(nowMs)
      if (dueMs > nowMs) soonest = soonest === null ? dueMs : Math.min(soonest, dueMs)
    }
    return soonest
  }

  #send(host: Host, round: DispatchRound): void {
    const job = host.queue.shift()
    if (!job) return
    this.#queued--
    this.#inFlight++
    host.state = onSent(host.state, this.#deps.now())
    host.lease.sent(this.#deps.now())
    this.#deps
      .submit(job)
      .then(record => this.#receive(host, { job, record }, round))
      .catch((error: unknown) => {
        // An internal error ends this crawl, not the engine.
        this.#fault = error
      })
      .finally(() => this.#wake())
  }

  #receive(host: Host, { job, record }: { job: VisitJob; record: PageRecord }, round: DispatchRound): void {
    this.#inFlight--
    const nowMs = this.#deps.now()
    const { status, ttfbMs, retryAfterMs } = record
    host.state = onReceived(host.state, { status, ttfbMs, retryAfterMs, nowMs })
    host.lease.received()
    // A pause that the host demands holds for all crawls.
    if (status === 429 || (status === 503 && retryAfterMs !== null)) host.lease.holdBack(host.state.dueMs)
    this.#finish(host, { job, record }, round)
  }

  /** The other URLs of an external host that failed twice are not requested. */
  #finishUnreachable(host: Host, round: DispatchRound): void {
    const { unreachable, queue } = host
    if (!unreachable) return
    host.queue = queue.filter(job => job.mode !== 'probe')
    this.#queued -= queue.length - host.queue.length
    for (const job of queue) if (job.mode === 'probe') round.done(unreachableRecord(job, unreachable))
  }

  #finish(host: Host, { job, record }: { job: VisitJob; record: PageRecord }, round: DispatchRound): void {
    const { attempts, failure, hops } = record
    const response = briefOf(record)
    const pauseMs = pauseBeforeNextAttempt({ response, attempts, scope: job.scope, pauses: this.#deps.pauses })
    if (pauseMs === null) {
      const isHostUnreachable = failure !== null && HOST_FAILURES.has(failure) && hops.length === 0
      if (isHostUnreachable && job.scope === 'external') host.unreachable = record
      round.done(record)
      return
    }
    // An unconfirmed failure is not final: the URL stays to be requested.
    if (round.signal.aborted) return
    this.#delayed.push({ job: { ...job, attempts }, dueMs: this.#deps.now() + pauseMs })
  }

  #forgetQueued(): void {
    for (const host of this.#hosts.values()) host.queue = []
    this.#queued = 0
    this.#delayed = []
  }

  #sleep(dueMs: number | null): Promise<void> {
    return new Promise(resolve => {
      const { after, now, watch } = this.#deps
      const endWait = watch.begin()
      const cancel = dueMs === null ? null : after(Math.max(0, dueMs - now()), () => this.#wake())
      this.#wake = () => {
        cancel?.()
        endWait()
        this.#wake = () => {}
        resolve()
      }
    })
  }
}

function briefOf(record: PageRecord): ResponseInBrief {
  const { status, failure, isBotChallenge, retryAfterMs, hops } = record
  return { status, failure, isBotChallenge, retryAfterMs, redirectStatus: hops[0]?.status ?? null }
}

/** The same failure for another URL of the host, without a request. */
function unreachableRecord(job: VisitJob, unreachable: PageRecord): PageRecord {
  const { failure, failureDetail, ttfbMs, totalMs, attempts } = unreachable
  return recordWithoutFacts(job, { failure, failureDetail, ttfbMs, totalMs, attempts })
}
