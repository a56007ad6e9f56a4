import { createGate, type Gate } from '#accounts/gate.ts'
import type { Visitor } from './identity.ts'

interface TurnBounds {
  atOnce: number
  maxWaiting: number
  atOncePerOwner: number
  maxWaitingPerOwner: number
}

/** Runs work in the turn of its owner: an owner's id, or a network. @throws AppError unavailable, without beginning it, when too much waits already. */
export type OwnerTurns = <T>(owner: number | string, work: () => Promise<T>) => Promise<T>

/** No owner's work delays that of the others for long: each owner has a turn of their own before the common one. */
export function ownerTurns({ atOnce, maxWaiting, atOncePerOwner, maxWaitingPerOwner }: TurnBounds): OwnerTurns {
  const common = createGate({ atOnce, maxWaiting })
  const byOwner = new Map<number | string, { gate: Gate; underWay: number }>()
  return async (owner, work) => {
    const own = byOwner.get(owner) ?? {
      gate: createGate({ atOnce: atOncePerOwner, maxWaiting: maxWaitingPerOwner }),
      underWay: 0,
    }
    byOwner.set(owner, own)
    own.underWay += 1
    try {
      return await own.gate(() => common(work))
    } finally {
      own.underWay -= 1
      if (own.underWay === 0) byOwner.delete(owner)
    }
  }
}

/** Who sent a request. */
export interface Requester {
  /** Of those who have no cookie, the network; of a share link, one of it for each network, so that no recipient keeps the others waiting. */
  ownerId: number | string
  network: string
}

export function requesterOf({ visitor, network }: Sender): Requester {
  const { requesterId, share } = visitor
  if (requesterId === null) return { ownerId: network, network }
  return { ownerId: share === null ? requesterId : `${requesterId} ${network}`, network }
}

interface Sender {
  visitor: Pick<Visitor, 'requesterId' | 'share'>
  network: string
}

interface Bounds {
  atOnce: number
  maxWaiting: number
}

/** Runs work in the turn of its requester. @throws AppError unavailable, without beginning it, when too much waits already. */
export type RequesterTurns = <T>(by: Requester, work: () => Promise<T>) => Promise<T>

/**
 * Turns of each owner, of each network and of all. Work that waits for the turn of its owner takes none of the network's, and so on, so that
 * a network with many owners leaves room for others.
 */
export function requesterTurns(bounds: { perOwner: Bounds; perNetwork: Bounds; inAll: Bounds }): RequesterTurns {
  const turns = (each: Bounds, common: Bounds) =>
    ownerTurns({ ...common, atOncePerOwner: each.atOnce, maxWaitingPerOwner: each.maxWaiting })
  const ofOwner = turns(bounds.perOwner, { atOnce: Number.POSITIVE_INFINITY, maxWaiting: 0 })
  const ofNetwork = turns(bounds.perNetwork, bounds.inAll)
  return ({ ownerId, network }, work) => ofOwner(ownerId, () => ofNetwork(network, work))
}

/** Requests to websites that visitors name, outside of crawls. A slow website holds its place for some seconds, so places are many. */
export function websiteTurns(): RequesterTurns {
  return requesterTurns({
    // A preview of a scope may need as many robots.txt as it has origins.
    perOwner: { atOnce: 2, maxWaiting: 30 },
    perNetwork: { atOnce: 4, maxWaiting: 60 },
    inAll: { atOnce: 24, maxWaiting: 200 },
  })
}

/** Computations that let others be served in between: few at once, so that those others wait for few pieces. */
export function computingTurns(): RequesterTurns {
  return requesterTurns({
    perOwner: { atOnce: 1, maxWaiting: 3 },
    perNetwork: { atOnce: 1, maxWaiting: 6 },
    inAll: { atOnce: 2, maxWaiting: 40 },
  })
}
