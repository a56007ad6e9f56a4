import type { FirstInLine } from '#store/store.ts'

/** Crawls of more pages than this are long: they take hours, and nobody with a short one waits for their end. */
export const LONG_CRAWL_PAGES = 10_000
/** How long a long crawl works before it makes room, where it has the only place: taking it up again costs some seconds. */
const TURN_MS = 30_000
/** A long crawl that has waited for so long comes before short ones, however many of those there are. */
const LONG_PATIENCE_MS = 60_000
/** Owners and kinds of crawls that are looked at. */
export const MAX_IN_LINE = 1_000
/** Others may be quicker again and again; whoever comes away with nothing looks again a little later. */
export const MAX_ATTEMPTS = 10
/** Owners that are remembered beyond those who wait. */
const MAX_SERVED = 1_000

/** Of so many crawls at once, at most so many are long: a place stays free for short ones, unless there is but one. */
export function placesForLong(concurrency: number): number {
  return Math.max(1, Math.floor(concurrency / 2))
}

interface WorkedOn extends FirstInLine {
  sinceMs: number
}

/**
 * Which crawl a process works on next: that of an owner who has the fewest under way here, and of those, of the one who has waited
 * longest to be served. So neither a long crawl nor an owner with many keeps others out. A rule about order alone: it asks nothing
 * and knows no clock.
 */
export class FairTurns {
  readonly #concurrency: number
  readonly #workedOn = new Map<number, WorkedOn>()
  /** When each owner was last served, as a number that goes up. */
  readonly #served = new Map<number, number>()
  /** When a long crawl was first seen to wait. */
  readonly #waitingSinceMs = new Map<number, number>()
  #turns = 0

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  /** Of those who wait, the next one that there is a place for; null when there is none. `isLong`: where only such ones are wanted. */
  choose(waiting: readonly FirstInLine[], { nowMs, isLong }: { nowMs: number; isLong?: boolean }): FirstInLine | null {
    this.#noteWaiting(waiting, nowMs)
    if (isLong === false && this.#areShortOnesIn()) return null
    const areLongOnesIn = this.#count(crawl => crawl.isLong) >= placesForLong(this.#concurrency)
    const ranked = waiting
      .filter(crawl => !this.#workedOn.has(crawl.crawlId) && (isLong === undefined || crawl.isLong === isLong))
      .filter(crawl => !(crawl.isLong && areLongOnesIn))
      .map(crawl => ({ crawl, rank: this.#rankOf(crawl, nowMs) }))
      .sort((a, b) => compare(a.rank, b.rank))
    return ranked[0]?.crawl ?? null
  }

  began(crawl: FirstInLine, nowMs: number): void {
    this.#workedOn.set(crawl.crawlId, { ...crawl, sinceMs: nowMs })
    this.#served.set(crawl.ownerId, ++this.#turns)
    this.#waitingSinceMs.delete(crawl.crawlId)
  }

  ended(crawlId: number): void {
    this.#workedOn.delete(crawlId)
  }

  /** A long crawl that has had its turn, where a short one waits and only long ones are worked on; null when there is none. */
  toGiveBack(waiting: readonly FirstInLine[], nowMs: number): number | null {
    const crawls = [...this.#workedOn.values()]
    if (crawls.length < this.#concurrency || !crawls.every(crawl => crawl.isLong)) return null
    if (!waiting.some(crawl => !crawl.isLong)) return null
    return crawls.find(crawl => nowMs - crawl.sinceMs >= TURN_MS)?.crawlId ?? null
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

  /** Short ones take every place that no long one has, and one at least. */
  #areShortOnesIn(): boolean {
    const long = this.#count(crawl => crawl.isLong)
    return this.#workedOn.size - long >= Math.max(1, this.#concurrency - long)
  }

  #count(is: (crawl: WorkedOn) => boolean): number {
    return [...this.#workedOn.values()].filter(is).length
  }

  #noteWaiting(waiting: readonly FirstInLine[], nowMs: number): void {
    const long = new Set(waiting.filter(crawl => crawl.isLong).map(({ crawlId }) => crawlId))
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
