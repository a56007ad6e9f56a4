import type { FirstInLine } from '#store/store.ts'

/** Crawls of more pages than this are long: they take hours, and a short crawl does not wait for their end. */
export const LONG_CRAWL_PAGES = 10_000
/** How long a long crawl works before it gives the only slot back: starting it again costs some seconds. */
const TURN_MS = 30_000
/** A long crawl that has waited for so long comes before short ones, however many of those there are. */
const LONG_PATIENCE_MS = 60_000
/** Owners that are remembered beyond those who wait. */
const MAX_SERVED = 1_000

/** How many slots long crawls may take: the others are kept free for short ones, unless there is but one slot. */
export function slotsForLong(slots: number): number {
  return Math.max(1, Math.floor(slots / 2))
}

interface RunningCrawl extends FirstInLine {
  sinceMs: number
}

/** What a process does next: start a crawl that waits, or give one of its own back. */
export type Turn = { kind: 'start'; crawl: FirstInLine } | { kind: 'give-back'; crawlId: number }

/**
 * The one policy of all queues, for one process and its slots. A free slot goes to the owner with the fewest crawls running here, and of
 * those to the one who was served longest ago. So neither a long crawl nor an owner with many keeps others out. It reads no database
 * and no clock.
 */
export class FairTurns {
  readonly #slots: number
  readonly #running = new Map<number, RunningCrawl>()
  /** When each owner was last served, as a number that goes up. */
  readonly #served = new Map<number, number>()
  /** When a long crawl was first seen to wait. */
  readonly #waitingSinceMs = new Map<number, number>()
  #turns = 0

  constructor(slots: number) {
    this.#slots = slots
  }

  get freeSlots(): number {
    return this.#slots - this.#running.size
  }

  /** `waiting`: of each owner the oldest short and the oldest long crawl that waits. null when all goes on as it is. */
  next(waiting: readonly FirstInLine[], nowMs: number): Turn | null {
    this.#noteWaiting(waiting, nowMs)
    return this.freeSlots > 0 ? this.#start(waiting, nowMs) : this.#giveBack(waiting, nowMs)
  }

  began(crawl: FirstInLine, nowMs: number): void {
    this.#running.set(crawl.crawlId, { ...crawl, sinceMs: nowMs })
    this.#served.set(crawl.ownerId, ++this.#turns)
    this.#waitingSinceMs.delete(crawl.crawlId)
  }

  ended(crawlId: number): void {
    this.#running.delete(crawlId)
  }

  #start(waiting: readonly FirstInLine[], nowMs: number): Turn | null {
    const mayStartLong = this.#count(({ isLong }) => isLong) < slotsForLong(this.#slots)
    const [next] = waiting
      .filter(({ crawlId, isLong }) => !this.#running.has(crawlId) && (mayStartLong || !isLong))
      .map(crawl => ({ crawl, rank: this.#rankOf(crawl, nowMs) }))
      .sort((a, b) => compare(a.rank, b.rank))
    return next ? { kind: 'start', crawl: next.crawl } : null
  }

  /** A long crawl that has had its turn, where a short one waits and long ones have all slots. */
  #giveBack(waiting: readonly FirstInLine[], nowMs: number): Turn | null {
    const running = [...this.#running.values()]
    if (!running.every(({ isLong }) => isLong) || waiting.every(({ isLong }) => isLong)) return null
    const crawl = running.find(({ sinceMs }) => nowMs - sinceMs >= TURN_MS)
    return crawl ? { kind: 'give-back', crawlId: crawl.crawlId } : null
  }

  #rankOf({ crawlId, ownerId, isLong }: FirstInLine, nowMs: number): readonly number[] {
    const isPatient = nowMs - (this.#waitingSinceMs.get(crawlId) ?? nowMs) < LONG_PATIENCE_MS
    return [
      isLong && isPatient ? 1 : 0,
      this.#count(crawl => crawl.ownerId === ownerId),
      this.#served.get(ownerId) ?? 0,
      crawlId,
    ]
  }

  #count(is: (crawl: RunningCrawl) => boolean): number {
    return [...this.#running.values()].filter(is).length
  }

  #noteWaiting(waiting: readonly FirstInLine[], nowMs: number): void {
    const long = new Set(waiting.filter(({ isLong }) => isLong).map(({ crawlId }) => crawlId))
    for (const crawlId of long) if (!this.#waitingSinceMs.has(crawlId)) this.#waitingSinceMs.set(crawlId, nowMs)
    for (const crawlId of this.#waitingSinceMs.keys()) if (!long.has(crawlId)) this.#waitingSinceMs.delete(crawlId)
    if (this.#served.size <= MAX_SERVED + waiting.length) return
    const owners = new Set(waiting.map(({ ownerId }) => ownerId))
    for (const ownerId of this.#served.keys()) if (!owners.has(ownerId)) this.#served.delete(ownerId)
  }
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((value, index) => value !== b[index])
  return differing < 0 ? 0 : (a[differing] ?? 0) - (b[differing] ?? 0)
}
