import type { HostShare, SharedRate } from '#store/store.ts'

/**
 * How crawls of one host share what it bears: pure functions over what they tell each other. A host has as many places as requests may
 * be under way to it; a crawl asks only while it has a place, gets one only when it is free, and gives up what others have a right to
 * as soon as its requests are answered. So the places taken never exceed what the host bears, in whatever order crawls come, go, and
 * look: each waits for the others instead of trusting that they have heard of it.
 */
export interface PlaceRequest {
  /** Differs among all crawls of all machines. */
  holder: string
  /** False: gives up what it has. */
  isWanted: boolean
  /** Requests under way: they keep their places. */
  underWay: number
  ceiling: number
  isPausing: boolean
  delayMs: number
  /** How long nobody may ask, as far as this crawl knows; and how long nobody who makes pauses. */
  dueInMs: number
  pauseDueInMs: number
  /** Whether it has asked since it got its place. */
  hasAsked: boolean
  leaseMs: number
}

export interface Places {
  /** Kept for this crawl. */
  held: number
  /** Of these, what it may use; the others go as soon as their requests are answered. */
  usable: number
  dueInMs: number
  pauseDueInMs: number
  /** The longest Crawl-delay that others know of. */
  delayMs: number
  /** Others ask the host, or wait for it. */
  isShared: boolean
}

/** A crawl that asks less often than this, or has died, is not waited for. */
const FRESH_MS = 3_000
/** How long a crawl keeps a place that another has to do without. */
export const TURN_MS = 2_000

/** One crawl looks at a host: what is kept from now on, and what it has of it. */
export function takePlaces(
  pace: SharedRate,
  request: PlaceRequest,
  nowMs: number,
): { pace: SharedRate; places: Places } {
  const isLive = (share: HostShare) => share.untilMs > nowMs
  const others = pace.shares.filter(share => isLive(share) && share.holder !== request.holder)
  const before = pace.shares.find(share => isLive(share) && share.holder === request.holder)
  const dueMs = Math.max(pace.dueMs, request.dueInMs > 0 ? nowMs + request.dueInMs : 0)
  const pauseDueMs = Math.max(pace.pauseDueMs, request.pauseDueInMs > 0 ? nowMs + request.pauseDueInMs : 0)
  const dues = { dueInMs: Math.max(0, dueMs - nowMs), pauseDueInMs: Math.max(0, pauseDueMs - nowMs) }
  const delayMs = Math.max(0, ...others.map(share => share.delayMs))
  const isShared = others.length > 0
  if (!request.isWanted && request.underWay === 0) {
    const none = { ...dues, held: 0, usable: 0, delayMs, isShared }
    return { pace: { shares: others, dueMs, pauseDueMs }, places: none }
  }
  const mine = shareOf(request, before, nowMs)
  const ceiling = Math.min(mine.ceiling, ...others.map(share => share.ceiling))
  const due = dueShare(mine, { others, ceiling, nowMs })
  const held = Math.max(request.underWay, Math.min(due, freePlaces(mine, { others, ceiling })))
  const isSame = mine.places > 0 === held > 0
  const share = { ...mine, places: held, sinceMs: isSame ? mine.sinceMs : nowMs }
  return {
    pace: { shares: [...others, share], dueMs, pauseDueMs },
    places: { ...dues, held, usable: Math.min(held, due), delayMs, isShared },
  }
}

function shareOf(request: PlaceRequest, before: HostShare | undefined, nowMs: number): HostShare {
  const { holder, underWay, ceiling, isPausing, delayMs, leaseMs } = request
  const sinceMs = before?.sinceMs ?? nowMs
  const places = Math.max(before?.places ?? 0, underWay)
  const isTurnOver = places > 0 && nowMs - sinceMs >= TURN_MS && (request.hasAsked || !isPausing)
  const untilMs = nowMs + leaseMs
  return { holder, places, ceiling, isPausing, delayMs, sinceMs, isTurnOver, seenMs: nowMs, untilMs }
}

interface Sharing {
  others: readonly HostShare[]
  ceiling: number
}

/** Those who make pauses follow one another, or their pauses would not be kept between them. */
function freePlaces(mine: HostShare, { others, ceiling }: Sharing): number {
  if (mine.isPausing && others.some(share => share.isPausing && share.places > 0)) return 0
  return Math.max(0, ceiling - others.reduce((sum, share) => sum + share.places, 0))
}

/** What is right for it among all who want to ask: equal parts, and turns where there are more of them than places. */
function dueShare(mine: HostShare, { others, ceiling, nowMs }: Sharing & { nowMs: number }): number {
  const isHeard = (share: HostShare) => share.places > 0 || nowMs - share.seenMs < FRESH_MS
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

/** Whoever has a turn finishes it; then come those who wait, then those who had theirs. */
function rankOf({ places, isTurnOver }: HostShare): number {
  if (places === 0) return 1
  return isTurnOver ? 2 : 0
}
