import type { FetchFailure } from '#shared/fetch-failures.ts'
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
import { type AheadPlan, RequestsAhead, recordFor, type Task } from './requests-ahead.ts'
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
  rulesFor(job: VisitJob): HostRules
  /** What is requested while failed URLs of the round wait for their next attempt; nothing when absent. */
  ahead?: AheadPlan
  /** Called when the round begins to wait for nothing but the next attempts of so many failed URLs, and with 0 when it goes on. */
  waits?(failed: number): void
  /** Ends the round: nothing more is sent, what is under way is waited for. */
  signal: AbortSignal
}

/** A shorter wait is not worth mentioning. */
const LEAST_WAIT_MS = 500

/** URLs of a round that wait for their host at once: many, so that a host that is not due does not hold up others. */
const MAX_QUEUED = 1_000

type Lease = Pick<HostLease, 'mayRequest' | 'want' | 'sent' | 'received' | 'holdBack' | 'dueMs'>

interface Host {
  state: HostState
  lease: Lease
  queue: Task[]
  /** Requested when the queue is empty. */
  aheadQueue: Task[]
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
  readonly #ahead = new RequestsAhead()
  readonly #inFlight = new Set<Task>()
  #delayed: { task: Task; dueMs: number }[] = []
  /** URLs of the round that wait to be sent, and all of them whose record is still to come. */
  #queued = 0
  #open = 0
  #round: DispatchRound | null = null
  #wake: () => void = () => {}
  #fault: unknown = null

  constructor(deps: DispatcherDeps) {
    this.#deps = deps
  }

  /** Runs until nothing of the round is left to request, under way or to be retried; or the signal ends it. */
  async run(round: DispatchRound): Promise<void> {
    const onAbort = () => this.#wake()
    round.signal.addEventListener('abort', onAbort)
    const unlisten = this.#deps.rates.listen(onAbort)
    this.#round = round
    try {
      for (;;) {
        const isAborted = round.signal.aborted
        if (isAborted) this.#forgetQueued()
        if (this.#fault !== null) throw this.#fault
        const isMoreToTake = !isAborted && this.#fill(round)
        let dueMs = isAborted ? null : this.#sendDue(round)
        if (!isAborted && this.#takeAhead(round)) dueMs = this.#sendDue(round)
        if (this.#open > 0 || (isAborted && this.#inFlight.size > 0)) {
          const failed = this.#retriesWaitedFor(dueMs)
          if (failed > 0) round.waits?.(failed)
          await this.#sleep(dueMs)
          if (failed > 0) round.waits?.(0)
        } else if (!isMoreToTake) return
      }
    } finally {
      this.#round = null
      unlisten()
      round.signal.removeEventListener('abort', onAbort)
    }
  }

  /** Forgets what was requested ahead and no round has taken, and waits for what is under way. */
  async drain(): Promise<void> {
    this.#forgetQueued()
    while (this.#inFlight.size > 0) await this.#sleep(null)
    if (this.#fault !== null) throw this.#fault
  }

  /** Takes URLs of the round; true when it would give more. */
  #fill(round: DispatchRound): boolean {
    while (this.#queued < MAX_QUEUED) {
      const job = round.next()
      if (job === null) return false
      this.#open++
      const ahead = this.#ahead.take(job)
      if (!ahead?.isUsable) {
        if (ahead) this.#withdraw(ahead.task, round)
        this.#enqueue({ job, wanted: job }, round)
      } else if (ahead.record) this.#deliver(ahead.task, ahead.record, round)
      else if (this.#leaveAheadQueue(ahead.task, round)) this.#enqueue(ahead.task, round)
    }
    return true
  }

  #enqueue(task: Task, round: DispatchRound): void {
    this.#hostOf(task.job, round).queue.push(task)
    this.#queued++
  }

  /** False when it is under way, or waits for its next attempt. */
  #leaveAheadQueue(task: Task, round: DispatchRound): boolean {
    const { aheadQueue } = this.#hostOf(task.job, round)
    const index = aheadQueue.indexOf(task)
    if (index >= 0) aheadQueue.splice(index, 1)
    return index >= 0
  }

  /** Its record would be of no use; of a request that is under way it is skipped when it comes. */
  #withdraw(task: Task, round: DispatchRound): void {
    this.#leaveAheadQueue(task, round)
    this.#delayed = this.#delayed.filter(each => each.task !== task)
  }

  /** How many failed URLs wait for their next attempt, when that is all that there is to wait for. */
  #retriesWaitedFor(dueMs: number | null): number {
    if (dueMs === null || dueMs - this.#deps.now() < LEAST_WAIT_MS || this.#inFlight.size > 0) return 0
    return this.#pausing === this.#open && !this.#hosts.values().some(host => this.#hasToSend(host)) ? this.#open : 0
  }

  /** URLs of the round that wait for their next attempt. */
  get #pausing(): number {
    return this.#delayed.reduce((count, { task }) => count + (task.wanted === null ? 0 : 1), 0)
  }

  /** Takes what is to be requested ahead, when pauses are all that holds up the round; true when there was something. */
  #takeAhead(round: DispatchRound): boolean {
    if (!round.ahead || this.#pausing === 0 || this.#pausing < this.#open) return false
    let isAnyTaken = false
    for (let job = round.ahead.next(this.#ahead); job !== null; job = round.ahead.next(this.#ahead)) {
      this.#hostOf(job, round).aheadQueue.push(this.#ahead.add(job))
      isAnyTaken = true
    }
    return isAnyTaken
  }

  #hostOf(job: VisitJob, round: DispatchRound): Host {
    const { origin } = new URL(job.url)
    let host = this.#hosts.get(origin)
    if (!host) {
      const { politeness, crawlDelayMs } = round.rulesFor(job)
      const rules = { isLoopback: isLoopbackHost(job.url), crawlDelayMs }
      host = {
        state: initialHostState(politeness, rules),
        lease: this.#deps.rates.lease(job.url, hostPolicy(politeness, rules)),
        queue: [],
        aheadQueue: [],
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
    for (const { task } of ripe.reverse()) {
      const host = this.#hostOf(task.job, round)
      if (task.wanted === null) host.aheadQueue.unshift(task)
      else host.queue.unshift(task)
      if (task.wanted !== null) this.#queued++
    }
    for (const { dueMs } of this.#delayed) soonest = soonest === null ? dueMs : Math.min(soonest, dueMs)
    for (const host of this.#hosts.values()) {
      if (host.unreachable) this.#finishUnreachable(host, round)
      while (this.#hasToSend(host) && this.#inFlight.size < this.#deps.maxInFlight && mayRequest(host.state, nowMs)) {
        if (!host.lease.mayRequest(nowMs)) break
        this.#send(host)
      }
      if (!this.#hasToSend(host)) continue
      const dueMs = Math.max(nextDueMs(host.state), host.lease.dueMs)
      // A slot that could not be used yet would only keep others from it.
      if (dueMs <= nowMs && mayRequest(host.state, nowMs) && this.#inFlight.size < this.#deps.maxInFlight)
        host.lease.want(nowMs)
      if (dueMs > nowMs) soonest = soonest === null ? dueMs : Math.min(soonest, dueMs)
    }
    return soonest
  }

  #hasToSend({ queue, aheadQueue }: Host): boolean {
    return queue.length > 0 || (aheadQueue.length > 0 && this.#ahead.hasMemory)
  }

  #send(host: Host): void {
    const own = host.queue.shift()
    if (own) this.#queued--
    const task = own ?? host.aheadQueue.shift()
    if (!task) return
    this.#inFlight.add(task)
    host.state = onSent(host.state, this.#deps.now())
    host.lease.sent(this.#deps.now())
    this.#deps
      .submit(task.job)
      .then(record => this.#receive(host, task, record))
      .catch((error: unknown) => {
        // An internal error ends this crawl, not the engine.
        this.#inFlight.delete(task)
        this.#fault = error
      })
      .finally(() => this.#wake())
  }

  #receive(host: Host, task: Task, record: PageRecord): void {
    this.#inFlight.delete(task)
    const nowMs = this.#deps.now()
    const { status, ttfbMs, retryAfterMs } = record
    host.state = onReceived(host.state, { status, ttfbMs, retryAfterMs, nowMs })
    host.lease.received()
    // A pause that the host demands holds for all crawls.
    if (status === 429 || (status === 503 && retryAfterMs !== null)) host.lease.holdBack(host.state.dueMs)
    this.#finish(host, task, record)
  }

  /** The other URLs of an external host that failed twice are not requested. */
  #finishUnreachable(host: Host, round: DispatchRound): void {
    const { unreachable, queue, aheadQueue } = host
    if (!unreachable) return
    const isVisit = ({ job }: Task) => job.mode !== 'probe'
    host.queue = queue.filter(isVisit)
    host.aheadQueue = aheadQueue.filter(isVisit)
    this.#queued -= queue.length - host.queue.length
    for (const task of [...queue, ...aheadQueue])
      if (!isVisit(task)) this.#deliver(task, unreachableRecord(task.job, unreachable), round)
  }

  #finish(host: Host, task: Task, record: PageRecord): void {
    if (task.wanted === null && !this.#ahead.includes(task)) return
    const { job } = task
    const { attempts, failure, hops } = record
    const response = briefOf(record)
    const pauseMs = pauseBeforeNextAttempt({ response, attempts, scope: job.scope, pauses: this.#deps.pauses })
    if (pauseMs === null) {
      const isHostUnreachable = failure !== null && HOST_FAILURES.has(failure) && hops.length === 0
      if (isHostUnreachable && job.scope === 'external') host.unreachable = record
      this.#deliver(task, record, this.#round)
      return
    }
    // An unconfirmed failure is not final: the URL stays to be requested.
    if (this.#round?.signal.aborted) {
      if (task.wanted !== null) this.#open--
      return
    }
    task.job = { ...job, attempts }
    this.#delayed.push({ task, dueMs: this.#deps.now() + pauseMs })
  }

  /** Passes a final record to the round that waits for it, or keeps it for a later one. */
  #deliver(task: Task, record: PageRecord, round: DispatchRound | null): void {
    if (task.wanted !== null && round !== null) {
      this.#open--
      round.done(recordFor(task.wanted, record))
      return
    }
    if (record.failure === 'aborted') return
    this.#ahead.hold(task, record)
    round?.ahead?.received(record)
  }

  #forgetQueued(): void {
    for (const host of this.#hosts.values()) {
      host.queue = []
      host.aheadQueue = []
    }
    this.#queued = 0
    this.#delayed = []
    this.#ahead.clear()
    this.#open = this.#inFlight.values().reduce((count, { wanted }) => count + (wanted === null ? 0 : 1), 0)
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
