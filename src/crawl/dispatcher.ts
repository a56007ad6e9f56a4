import { type ConfirmPauses, pauseBeforeNextAttempt } from './confirm.ts'
import {
  type HostState,
  initialHostState,
  mayAsk,
  nextDueMs,
  onAnswered,
  onSent,
  type PolitenessSettings,
} from './politeness.ts'
import { isLoopbackHost } from './scope.ts'
import type { AnswerInBrief, VisitJob, VisitResult } from './visit-job.ts'

/**
 * Hands URLs to page workers when their host is due, asks failing ones again after a pause, and gives back what is final.
 * Politeness is kept here, where all workers of a crawl meet.
 */
export interface DispatcherDeps {
  submit(job: VisitJob): Promise<VisitResult>
  now: () => number
  /** Calls back once after so many milliseconds; returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void
  pauses: ConfirmPauses
  /** Requests under way at once, over all hosts. */
  maxInFlight: number
}

export interface HostRules {
  politeness: PolitenessSettings
  crawlDelayMs: number
}

export interface DispatchRound {
  /** The next URL to ask; null when none can be given until a result comes, or ever. */
  next(): VisitJob | null
  /** A final result, in order of arrival. */
  settle(result: VisitResult): void
  rulesFor(url: string): HostRules
  /** Ends the round: nothing more is sent, what is under way is waited for. */
  signal: AbortSignal
}

/** URLs taken ahead of time, so that a host that is not due does not hold up others. */
const LOOK_AHEAD = 1_000

interface Host {
  state: HostState
  queue: VisitJob[]
}

export class Dispatcher {
  readonly #deps: DispatcherDeps
  /** Kept over all rounds of a crawl: what a host has shown of its patience stays known. */
  readonly #hosts = new Map<string, Host>()
  #delayed: { job: VisitJob; dueMs: number }[] = []
  #queued = 0
  #inFlight = 0
  #wake: () => void = () => {}

  constructor(deps: DispatcherDeps) {
    this.#deps = deps
  }

  /** Runs until there is nothing to ask, nothing under way and nothing to ask again; or the signal ends it. */
  async run(round: DispatchRound): Promise<void> {
    const onAbort = () => this.#wake()
    round.signal.addEventListener('abort', onAbort)
    try {
      for (;;) {
        if (round.signal.aborted) this.#forgetQueued()
        else this.#fill(round)
        const dueMs = round.signal.aborted ? null : this.#sendDue(round)
        if (this.#inFlight === 0 && this.#queued === 0 && this.#delayed.length === 0) return
        await this.#sleep(dueMs)
      }
    } finally {
      round.signal.removeEventListener('abort', onAbort)
    }
  }

  #fill(round: DispatchRound): void {
    while (this.#queued < LOOK_AHEAD) {
      const job = round.next()
      if (job === null) return
      this.#enqueue(job, round)
    }
  }

  #enqueue(job: VisitJob, round: DispatchRound): void {
    const { origin } = new URL(job.url)
    let host = this.#hosts.get(origin)
    if (!host) {
      const { politeness, crawlDelayMs } = round.rulesFor(job.url)
      host = { state: initialHostState(politeness, { isLoopback: isLoopbackHost(job.url), crawlDelayMs }), queue: [] }
      this.#hosts.set(origin, host)
    }
    host.queue.push(job)
    this.#queued++
  }

  /** Sends what may be sent; returns when the next host or delayed URL is due, null when only a result can help. */
  #sendDue(round: DispatchRound): number | null {
    const nowMs = this.#deps.now()
    let soonest: number | null = null
    const ripe = this.#delayed.filter(each => each.dueMs <= nowMs)
    this.#delayed = this.#delayed.filter(each => each.dueMs > nowMs)
    for (const { job } of ripe) this.#enqueue(job, round)
    for (const { dueMs } of this.#delayed) soonest = soonest === null ? dueMs : Math.min(soonest, dueMs)
    for (const host of this.#hosts.values()) {
      while (host.queue.length > 0 && this.#inFlight < this.#deps.maxInFlight && mayAsk(host.state, nowMs)) {
        this.#send(host, round)
      }
      if (host.queue.length === 0) continue
      const dueMs = nextDueMs(host.state)
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
    void this.#deps.submit(job).then(result => {
      this.#inFlight--
      const nowMs = this.#deps.now()
      const { status, ttfbMs, retryAfterMs } = result.outcome.fetched
      host.state = onAnswered(host.state, { status, ttfbMs, retryAfterMs, nowMs })
      this.#finish(job, result, round)
      this.#wake()
    })
  }

  #finish(job: VisitJob, result: VisitResult, round: DispatchRound): void {
    const { attempts } = result.outcome.fetched
    const answer = briefOf(result)
    const pauseMs = pauseBeforeNextAttempt({ answer, attempts, scope: job.scope, pauses: this.#deps.pauses })
    if (pauseMs === null || round.signal.aborted) {
      round.settle(result)
      return
    }
    this.#delayed.push({ job: { ...job, attempts }, dueMs: this.#deps.now() + pauseMs })
  }

  #forgetQueued(): void {
    for (const host of this.#hosts.values()) host.queue = []
    this.#queued = 0
    this.#delayed = []
  }

  #sleep(dueMs: number | null): Promise<void> {
    return new Promise(resolve => {
      let cancel = () => {}
      this.#wake = () => {
        cancel()
        this.#wake = () => {}
        resolve()
      }
      if (dueMs !== null) cancel = this.#deps.after(Math.max(0, dueMs - this.#deps.now()), () => this.#wake())
    })
  }
}

function briefOf(result: VisitResult): AnswerInBrief {
  const { status, failure, isBotChallenge, retryAfterMs, hops } = result.outcome.fetched
  return { status, failure, isBotChallenge, retryAfterMs, redirectStatus: hops[0]?.status ?? null }
}
