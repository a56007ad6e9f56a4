import type { SlotRequest, Slots } from './host-shares.ts'
import type { HostPolicy } from './politeness.ts'

interface HostLeaseDeps {
  elapsedMs: () => number
  /** Requests slots, or gives them back, at the next opportunity. */
  look(lease: HostLease): void
}

/** The share of one crawl at one host: how many requests may be under way, and when the next one may be sent. */
export class HostLease {
  readonly origin: string
  readonly #deps: HostLeaseDeps
  #policy: HostPolicy
  #slots: Slots = { held: 0, usable: 0, dueInMs: 0, pauseDueInMs: 0, delayMs: 0, isShared: false }
  /** Until when the slots may be used; well before others may take them, so that all requests have ended by then. */
  #usableUntilMs = Number.NEGATIVE_INFINITY
  #renewAtMs = Number.NEGATIVE_INFINITY
  #underWay = 0
  #sentMs = Number.NEGATIVE_INFINITY
  #dueMs = 0
  #pauseDueMs = 0
  #hasRequested = false
  #isWanted = false
  /** Has requested a slot and has none yet. */
  #isWaiting = false

  constructor(origin: string, policy: HostPolicy, deps: HostLeaseDeps) {
    this.origin = origin
    this.#policy = policy
    this.#deps = deps
  }

  get isPausing(): boolean {
    return this.#policy.pauseMs > 0 || this.#policy.delayMs > 0
  }

  /** Whether it holds a slot, or waits for one. */
  get isTaken(): boolean {
    return this.#isWaiting || this.#slots.held > 0 || this.#underWay > 0
  }

  get isWaiting(): boolean {
    return this.#isWaiting
  }

  get underWay(): number {
    return this.#underWay
  }

  /** Earliest time of the next request; 0 for none. */
  get dueMs(): number {
    return this.isPausing ? Math.max(this.#dueMs, this.#pauseDueMs) : this.#dueMs
  }

  /** Applies new rules of the host, such as its Crawl-delay; counts from the last request. */
  follow(policy: HostPolicy): void {
    const { ceiling, pauseMs, delayMs } = this.#policy
    if (policy.ceiling === ceiling && policy.pauseMs === pauseMs && policy.delayMs === delayMs) return
    this.#policy = policy
    this.#noteDue(this.#sentMs)
    // By the new rules other crawls may have to give up slots first.
    this.#usableUntilMs = Number.NEGATIVE_INFINITY
  }

  mayRequest(nowMs: number): boolean {
    return this.#underWay < this.#slots.usable && nowMs < this.#usableUntilMs && nowMs >= this.dueMs
  }

  /** There is something to request: makes sure that there will be a slot. */
  want(nowMs: number): void {
    this.#isWanted = true
    if (this.#isWaiting) return
    if (this.#slots.usable > 0 && nowMs < this.#usableUntilMs) return
    this.#isWaiting = true
    this.#deps.look(this)
  }

  /** A request is made. */
  sent(nowMs: number): void {
    this.#underWay++
    this.#hasRequested = true
    this.#isWanted = true
    this.#sentMs = nowMs
    this.#noteDue(nowMs)
  }

  received(): void {
    this.#underWay--
    const { held, usable } = this.#slots
    if (held > usable && this.#underWay <= usable) this.#deps.look(this)
  }

  /** The host demands a pause until then. */
  holdBack(untilMs: number): void {
    this.#dueMs = Math.max(this.#dueMs, untilMs)
  }

  /** Whether it is time to renew, for any reason but other crawls. */
  isToRenew(nowMs: number): boolean {
    return this.#isWaiting || this.#slots.isShared || nowMs >= this.#renewAtMs || !this.#isInUse
  }

  /** The slots to request. Called inside the transaction: slots that are no longer its own are not used from this moment. */
  request({ sinceMs, holder, leaseMs }: { sinceMs: number; holder: string; leaseMs: number }): SlotRequest {
    const { ceiling, delayMs } = this.#policy
    return {
      holder,
      isWanted: this.#isInUse,
      underWay: this.#underWay,
      ceiling,
      isPausing: this.isPausing,
      delayMs,
      dueInMs: this.#dueMs - sinceMs,
      pauseDueInMs: this.#pauseDueMs - sinceMs,
      hasRequested: this.#hasRequested,
      leaseMs,
    }
  }

  /** A smaller number of slots applies at once. */
  lose(slots: Slots): void {
    this.#slots = { ...this.#slots, usable: Math.min(this.#slots.usable, slots.usable) }
  }

  /** Takes the slots granted, requested at `sinceMs`. True when other crawls have room now, or must make room. */
  take(slots: Slots, { sinceMs, leaseMs }: { sinceMs: number; leaseMs: number }): boolean {
    const before = this.#slots
    const hadToWait = before.held === 0 && before.isShared
    this.#slots = slots
    this.#usableUntilMs = sinceMs + leaseMs / 2
    this.#renewAtMs = sinceMs + leaseMs / 6
    const nowMs = this.#deps.elapsedMs()
    if (slots.dueInMs > 0) this.#dueMs = Math.max(this.#dueMs, nowMs + slots.dueInMs)
    if (slots.pauseDueInMs > 0) this.#pauseDueMs = Math.max(this.#pauseDueMs, nowMs + slots.pauseDueInMs)
    if (before.held === 0) this.#hasRequested = false
    if (slots.usable > 0) this.#isWaiting = false
    else if (this.#isWanted && slots.held === 0) this.#isWaiting = true
    if (!this.#isWaiting) this.#isWanted = false
    const hasBegunToWait = this.#isWaiting && !hadToWait
    return slots.isShared && (slots.held < before.held || hasBegunToWait)
  }

  get #isInUse(): boolean {
    return this.#isWanted || this.#isWaiting || this.#underWay > 0
  }

  #noteDue(sentMs: number): void {
    const delayMs = Math.max(this.#policy.delayMs, this.#slots.delayMs)
    if (delayMs > 0) this.#dueMs = Math.max(this.#dueMs, sentMs + delayMs)
    if (this.isPausing) this.#pauseDueMs = Math.max(this.#pauseDueMs, sentMs + this.#policy.pauseMs)
  }
}
