import type { PlaceRequest, Places } from './host-shares.ts'
import type { HostPolicy } from './politeness.ts'

interface HostLeaseDeps {
  elapsedMs: () => number
  /** Asks for places, or gives them back, at the next opportunity. */
  look(seat: HostLease): void
}

/** What one crawl has of one host: how many requests it may have under way, and when the next one may be made. */
export class HostLease {
  readonly origin: string
  readonly #deps: HostLeaseDeps
  #policy: HostPolicy
  #places: Places = { held: 0, usable: 0, dueInMs: 0, pauseDueInMs: 0, delayMs: 0, isShared: false }
  /** Until when the places may be used; well before others may take them, so that what is under way has ended by then. */
  #usableUntilMs = Number.NEGATIVE_INFINITY
  #renewAtMs = Number.NEGATIVE_INFINITY
  #underWay = 0
  #askedMs = Number.NEGATIVE_INFINITY
  #dueMs = 0
  #pauseDueMs = 0
  #hasAsked = false
  #isWanted = false
  /** Asked for a place and has none yet. */
  #isWaiting = false

  constructor(origin: string, policy: HostPolicy, deps: HostLeaseDeps) {
    this.origin = origin
    this.#policy = policy
    this.#deps = deps
  }

  get isPausing(): boolean {
    return this.#policy.pauseMs > 0 || this.#policy.delayMs > 0
  }

  /** Whether something is kept for it, or should be. */
  get isTaken(): boolean {
    return this.#isWaiting || this.#places.held > 0 || this.#underWay > 0
  }

  get isWaiting(): boolean {
    return this.#isWaiting
  }

  get underWay(): number {
    return this.#underWay
  }

  /** Time before which nothing may be asked; 0 for none. */
  get dueMs(): number {
    return this.isPausing ? Math.max(this.#dueMs, this.#pauseDueMs) : this.#dueMs
  }

  /** What is learned of the host later, such as its Crawl-delay; counts from the last request. */
  follow(policy: HostPolicy): void {
    const { ceiling, pauseMs, delayMs } = this.#policy
    if (policy.ceiling === ceiling && policy.pauseMs === pauseMs && policy.delayMs === delayMs) return
    this.#policy = policy
    this.#noteDue(this.#askedMs)
    // By the new rules the others may have to make room first.
    this.#usableUntilMs = Number.NEGATIVE_INFINITY
  }

  mayAsk(nowMs: number): boolean {
    return this.#underWay < this.#places.usable && nowMs < this.#usableUntilMs && nowMs >= this.dueMs
  }

  /** There is something to ask: sees to it that there will be a place. */
  want(nowMs: number): void {
    this.#isWanted = true
    if (this.#isWaiting) return
    if (this.#places.usable > 0 && nowMs < this.#usableUntilMs) return
    this.#isWaiting = true
    this.#deps.look(this)
  }

  /** A request is made. */
  asked(nowMs: number): void {
    this.#underWay++
    this.#hasAsked = true
    this.#isWanted = true
    this.#askedMs = nowMs
    this.#noteDue(nowMs)
  }

  answered(): void {
    this.#underWay--
    const { held, usable } = this.#places
    if (held > usable && this.#underWay <= usable) this.#deps.look(this)
  }

  /** The host asked to be left alone until then. */
  holdBack(untilMs: number): void {
    this.#dueMs = Math.max(this.#dueMs, untilMs)
  }

  /** Whether it is time to look again, for whatever reason but others. */
  isToRenew(nowMs: number): boolean {
    return this.#isWaiting || this.#places.isShared || nowMs >= this.#renewAtMs || !this.#isInUse
  }

  /** What to ask for. To be called while others wait: what it no longer has a right to is not used from this moment. */
  request({ sinceMs, holder, leaseMs }: { sinceMs: number; holder: string; leaseMs: number }): PlaceRequest {
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
      hasAsked: this.#hasAsked,
      leaseMs,
    }
  }

  /** Fewer places hold at once. */
  lose(places: Places): void {
    this.#places = { ...this.#places, usable: Math.min(this.#places.usable, places.usable) }
  }

  /** What was kept for it, asked for at `sinceMs`. True when it has room for others now, or has begun to wait for them. */
  take(places: Places, { sinceMs, leaseMs }: { sinceMs: number; leaseMs: number }): boolean {
    const before = this.#places
    const hadToWait = before.held === 0 && before.isShared
    this.#places = places
    this.#usableUntilMs = sinceMs + leaseMs / 2
    this.#renewAtMs = sinceMs + leaseMs / 6
    const nowMs = this.#deps.elapsedMs()
    if (places.dueInMs > 0) this.#dueMs = Math.max(this.#dueMs, nowMs + places.dueInMs)
    if (places.pauseDueInMs > 0) this.#pauseDueMs = Math.max(this.#pauseDueMs, nowMs + places.pauseDueInMs)
    if (before.held === 0) this.#hasAsked = false
    if (places.usable > 0) this.#isWaiting = false
    else if (this.#isWanted && places.held === 0) this.#isWaiting = true
    if (!this.#isWaiting) this.#isWanted = false
    const hasBegunToWait = this.#isWaiting && !hadToWait
    return places.isShared && (places.held < before.held || hasBegunToWait)
  }

  get #isInUse(): boolean {
    return this.#isWanted || this.#isWaiting || this.#underWay > 0
  }

  #noteDue(askedMs: number): void {
    const delayMs = Math.max(this.#policy.delayMs, this.#places.delayMs)
    if (delayMs > 0) this.#dueMs = Math.max(this.#dueMs, askedMs + delayMs)
    if (this.isPausing) this.#pauseDueMs = Math.max(this.#pauseDueMs, askedMs + this.#policy.pauseMs)
  }
}
