import { createGate, type Gate } from '#accounts/gate.ts'

interface TurnBounds {
  atOnce: number
  maxWaiting: number
  atOncePerOwner: number
  maxWaitingPerOwner: number
}

/** Runs work in the owner's turn. @throws AppError unavailable, without beginning it, when too much waits already. */
export type OwnerTurns = <T>(ownerId: number, work: () => Promise<T>) => Promise<T>

/** No owner's work delays that of the others for long: each owner has a turn of their own before the common one. */
export function ownerTurns({ atOnce, maxWaiting, atOncePerOwner, maxWaitingPerOwner }: TurnBounds): OwnerTurns {
  const common = createGate({ atOnce, maxWaiting })
  const byOwner = new Map<number, { gate: Gate; underWay: number }>()
  return async (ownerId, work) => {
    const own = byOwner.get(ownerId) ?? {
      gate: createGate({ atOnce: atOncePerOwner, maxWaiting: maxWaitingPerOwner }),
      underWay: 0,
    }
    byOwner.set(ownerId, own)
    own.underWay += 1
    try {
      return await own.gate(() => common(work))
    } finally {
      own.underWay -= 1
      if (own.underWay === 0) byOwner.delete(ownerId)
    }
  }
}
