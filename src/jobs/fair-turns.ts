import type { FirstInLine } from '#store/store.ts'

/** Crawls of more pages than this are long: they take hours, and a short crawl does not wait for their end. */
export const LONG_CRAWL_PAGES = 10_000
/** How long a long crawl works before it gives its slot back: starting it again costs some seconds. */
const TURN_MS = 30_000
/** A long crawl that has waited for so long comes before short ones, however many of those there are. */
const LONG_PATIENCE_MS = 60_000
/** A crawl gives its slot back when its owner has used so much more slot time of late than the owner of one that waits. */
const SHARE_MS = 10_000
/**
 * And not before it has run for so long, a long one for its turn: less would go into starting. An owner who has used nothing of late waits
 * for no more than that.
 */
const LEAST_TURN_MS = 3_000
/** Slot time that was used so long ago counts half. */
const HALF_LIFE_MS = 10 * 60_000
/** Crawls that only wait for servers take no slot, but memory: there are at most so many crawls for each slot. */
const RUNNING_PER_SLOT = 8
/** Owners that are remembered beyond those who wait. */
const MAX_SERVED = 1_000

/** How many slots long crawls may take: the others are kept free for short ones, unless there is but one slot. */
export function slotsForLong(slots: number): number {
  return Math.max(1, Math.floor(slots / 2))
}

interface RunningCrawl extends FirstInLine {
  sinceMs: number
  /** Since when it has used its slot, as far as that has not been counted; null while it only waits for servers. */
  workingSinceMs: number | null
}

/** What is remembered of an owner. */
interface Served {
  /** Goes up with each crawl that is started. */
  turn: number
  /** Slot time, as it counted at `atMs`. */
  usedMs: number
  atMs: number
}

/** What a process does next: start a crawl that waits, or give one of its own back. */
export type Turn = { kind: 'start'; crawl: FirstInLine } | { kind: 'give-back'; crawlId: number }

/**
 * The one policy of all queues, for one process and its slots. A free slot goes to the owner with the fewest crawls running here, and of
 * those to the one who was served longest ago; where none is free, an owner who has used more than their share gives one back. A crawl
 * that only waits for servers takes no slot. So neither a long crawl, a slow site nor an owner with many keeps others out. It reads no
 * database and no clock.
 */
export class FairTurns {
  readonly #slots: number
  readonly #running = new Map<number, RunningCrawl>()
  readonly #served = new Map<number, Served>()
  /** When a long crawl was first seen to wait. */
  readonly #waitingSinceMs = new Map<number, number>()
  #turns = 0

  constructor(slots: number) {
    this.#slots = slots
  }

  get freeSlots(): number {
    const working = this.#count(({ workingSinceMs }) => workingSinceMs !== null)
    return Math.max(0, Math.min(this.#slots - working, this.#slots * RUNNING_PER_SLOT - this.#running.size))
  }

  /** `waiting`: of each owner the oldest short and the oldest long crawl that waits. null when all goes on as it is. */
  next(waiting: readonly FirstInLine[], nowMs: number): Turn | null {
    this.#noteWaiting(waiting, nowMs)
    const crawl = this.#firstOf(waiting, nowMs)
    if (this.freeSlots > 0) return crawl && { kind: 'start', crawl }
    const outstaying = this.#longInAllSlots(waiting, nowMs) ?? (crawl && this.#beyondItsShare(crawl, nowMs))
    return outstaying && { kind: 'give-back', crawlId: outstaying.crawlId }
  }

  began(crawl: FirstInLine, nowMs: number): void {
    this.#running.set(crawl.crawlId, { ...crawl, sinceMs: nowMs, workingSinceMs: nowMs })
    this.#served.set(crawl.ownerId, { ...this.#servedOf(crawl.ownerId, nowMs), turn: ++this.#turns })
    this.#waitingSinceMs.delete(crawl.crawlId)
  }

  /** A running crawl begins to wait for servers alone, or has something to do again. */
  waitsForServers(crawlId: number, isWaiting: boolean, nowMs: number): void {
    const crawl = this.#running.get(crawlId)
    if (!crawl) return
    this.#countUse(crawl, nowMs)
    crawl.workingSinceMs = isWaiting ? null : nowMs
  }

  ended(crawlId: number, nowMs: number): void {
    const crawl = this.#running.get(crawlId)
    if (crawl) this.#countUse(crawl, nowMs)
    this.#running.delete(crawlId)
  }

  /** The crawl to start when there is a slot for it. */
  #firstOf(waiting: readonly FirstInLine[], nowMs: number): FirstInLine | null {
    const mayStartLong = this.#count(({ isLong }) => isLong) < slotsForLong(this.#slots)
    const [next] = waiting
      .filter(({ crawlId, isLong }) => !this.#running.has(crawlId) && (mayStartLong || !isLong))
      .map(crawl => ({ crawl, rank: this.#rankOf(crawl, nowMs) }))
      .sort((a, b) => compare(a.rank, b.rank))
    return next?.crawl ?? null
  }

  /** A long crawl that has had its turn, where a short one waits and long ones have all slots. */
  #longInAllSlots(waiting: readonly FirstInLine[], nowMs: number): RunningCrawl | null {
    const running = [...this.#running.values()]
    if (!running.every(({ isLong }) => isLong) || waiting.every(({ isLong }) => isLong)) return null
    return running.find(({ sinceMs }) => nowMs - sinceMs >= TURN_MS) ?? null
  }

  /** The crawl whose owner has used most, where that is more than the owner of the one that waits has. */
  #beyondItsShare({ ownerId }: FirstInLine, nowMs: number): RunningCrawl | null {
    const isFull = this.#running.size >= this.#slots * RUNNING_PER_SLOT
    const waitingMs = this.#usedMs(ownerId, nowMs)
    const least = waitingMs === 0 ? LEAST_TURN_MS : SHARE_MS
    const mayEnd = ({ isLong, sinceMs, workingSinceMs }: RunningCrawl, usedMs: number) => {
      const onlyWaits = workingSinceMs === null
      const hasHadTurn = nowMs - sinceMs >= (isLong || onlyWaits ? TURN_MS : LEAST_TURN_MS)
      return hasHadTurn && (onlyWaits ? isFull : usedMs - waitingMs >= least)
    }
    const [most] = [...this.#running.values()]
      .map(crawl => ({ crawl, usedMs: this.#usedMs(crawl.ownerId, nowMs) }))
      .filter(({ crawl, usedMs }) => mayEnd(crawl, usedMs))
      .sort((a, b) => b.usedMs - a.usedMs)
    return most?.crawl ?? null
  }

  #rankOf({ crawlId, ownerId, isLong }: FirstInLine, nowMs: number): readonly number[] {
    const isPatient = nowMs - (this.#waitingSinceMs.get(crawlId) ?? nowMs) < LONG_PATIENCE_MS
    return [
      isLong && isPatient ? 1 : 0,
      this.#count(crawl => crawl.ownerId === ownerId),
      this.#served.get(ownerId)?.turn ?? 0,
      crawlId,
    ]
  }

  #count(is: (crawl: RunningCrawl) => boolean): number {
    return [...this.#running.values()].filter(is).length
  }

  /** Slot time of an owner, the running crawls included. */
  #usedMs(ownerId: number, nowMs: number): number {
    const running = [...this.#running.values()].filter(crawl => crawl.ownerId === ownerId)
    const ofRunning = running.map(({ workingSinceMs }) => nowMs - (workingSinceMs ?? nowMs))
    return ofRunning.reduce((sum, ms) => sum + ms, this.#servedOf(ownerId, nowMs).usedMs)
  }

  #servedOf(ownerId: number, nowMs: number): Served {
    const { turn = 0, usedMs = 0, atMs = nowMs } = this.#served.get(ownerId) ?? {}
    return { turn, usedMs: usedMs * 0.5 ** ((nowMs - atMs) / HALF_LIFE_MS), atMs: nowMs }
  }

  #countUse({ ownerId, workingSinceMs }: RunningCrawl, nowMs: number): void {
    if (workingSinceMs === null) return
    const served = this.#servedOf(ownerId, nowMs)
    this.#served.set(ownerId, { ...served, usedMs: served.usedMs + nowMs - workingSinceMs })
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
