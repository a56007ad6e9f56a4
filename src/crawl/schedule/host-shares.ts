import type { HostShare, SharedRate } from '#store/store.ts'

/**
 * How crawls of one host share what it bears: pure functions over their stored shares. A host has as many slots as requests may be
 * under way to it. A crawl makes requests only while it has a slot, gets a slot only when one is free, and gives up what is due to
 * others as soon as its requests are done. So the slots taken never exceed what the host bears, in whatever order crawls come and go.
 */
export interface SlotRequest {
  /** Differs among all crawls of all machines. */
  holder: string
  /** False: gives up what it has. */
  isWanted: boolean
  /** Requests under way: they keep their slots. */
  underWay: number
  ceiling: number
  isPausing: boolean
  delayMs: number
  /** How long no crawl may make a request, as far as this crawl knows; and how long no crawl that makes pauses. */
  dueInMs: number
  pauseDueInMs: number
  /** Whether it has made a request since it got its slot. */
  hasRequested: boolean
  leaseMs: number
}

export interface Slots {
  /** Kept for this crawl. */
  held: number
  /** Of these, what it may use; the others go as soon as their requests are done. */
  usable: number
  dueInMs: number
  pauseDueInMs: number
  /** The longest Crawl-delay that others know of. */
  delayMs: number
  /** Other crawls use the host, or wait for it. */
  isShared: boolean
}

/** A crawl that renews less often than this, or has died, is not waited for. */
const FRESH_MS = 3_000
/** How long a crawl keeps a slot that another one needs. */
export const TURN_MS = 2_000

/** Renews the share of one crawl at a host: the state to store, and the slots that it gets. */
export function takeSlots(rate: SharedRate, request: SlotRequest, nowMs: number): { rate: SharedRate; slots: Slots } {
  const isLive = (share: HostShare) => share.untilMs > nowMs
  const others = rate.shares.filter(share => isLive(share) && share.holder !== request.holder)
  const before = rate.shares.find(share => isLive(share) && share.holder === request.holder)
  const dueMs = Math.max(rate.dueMs, request.dueInMs > 0 ? nowMs + request.dueInMs : 0)
  const pauseDueMs = Math.max(rate.pauseDueMs, request.pauseDueInMs > 0 ? nowMs + request.pauseDueInMs : 0)
  const dues = { dueInMs: Math.max(0, dueMs - nowMs), pauseDueInMs: Math.max(0, pauseDueMs - nowMs) }
  const delayMs = Math.max(0, ...others.map(share => share.delayMs))
  const isShared = others.length > 0
  if (!request.isWanted && request.underWay === 0) {
    const none = { ...dues, held: 0, usable: 0, delayMs, isShared }
    return { rate: { shares: others, dueMs, pauseDueMs }, slots: none }
  }
  const mine = shareOf(request, before, nowMs)
  const ceiling = Math.min(mine.ceiling, ...others.map(share => share.ceiling))
  const due = dueShare(mine, { others, ceiling, nowMs })
  const held = Math.max(request.underWay, Math.min(due, freeSlots(mine, { others, ceiling })))
  const isSame = mine.slots > 0 === held > 0
  const share = { ...mine, slots: held, sinceMs: isSame ? mine.sinceMs : nowMs }
  return {
    rate: { shares: [...others, share], dueMs, pauseDueMs },
    slots: { ...dues, held, usable: Math.min(held, due), delayMs, isShared },
  }
}

function shareOf(request: SlotRequest, before: HostShare | undefined, nowMs: number): HostShare {
  const { holder, underWay, ceiling, isPausing, delayMs, leaseMs } = request
  const sinceMs = before?.sinceMs ?? nowMs
  const slots = Math.max(before?.slots ?? 0, underWay)
  const isTurnOver = slots > 0 && nowMs - sinceMs >= TURN_MS && (request.hasRequested || !isPausing)
  const untilMs = nowMs + leaseMs
  return { holder, slots, ceiling, isPausing, delayMs, sinceMs, isTurnOver, seenMs: nowMs, untilMs }
}

interface Sharing {
  others: readonly HostShare[]
  ceiling: number
}

/** Crawls that make pauses follow one another, or the pauses would not be kept between them. */
function freeSlots(mine: HostShare, { others, ceiling }: Sharing): number {
  if (mine.isPausing && others.some(share => share.isPausing && share.slots > 0)) return 0
  return Math.max(0, ceiling - others.reduce((sum, share) => sum + share.slots, 0))
}

/** The fair share among all crawls that wait: equal parts, and turns where there are more crawls than slots. */
function dueShare(mine: HostShare, { others, ceiling, nowMs }: Sharing & { nowMs: number }): number {
  const isHeard = (share: HostShare) => share.slots > 0 || nowMs - share.seenMs < FRESH_MS
  const inOrder = [mine, ...others.filter(isHeard)].sort(
    (a, b) => rankOf(a) - rankOf(b) || a.sinceMs - b.sinceMs || (a.holder < b.holder ? -1 : 1),
  )
  const firstPausing = inOrder.find(share => share.isPausing)
  const sharers = inOrder.filter(share => !share.isPausing || share === firstPausing)
  const position = sharers.indexOf(mine)
  if (position < 0) return 0
  const left = ceiling % sharers.length
  return Math.floor(ceiling / sharers.length) + (position < left ? 1 : 0)
}

/** A crawl finishes its turn; then come those that wait, then those that had theirs. */
function rankOf({ slots, isTurnOver }: HostShare): number {
  if (slots === 0) return 1
  return isTurnOver ? 2 : 0
}
