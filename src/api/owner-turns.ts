import { createGate, type Gate } from '#accounts/gate.ts'

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
  ownerId: number
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
