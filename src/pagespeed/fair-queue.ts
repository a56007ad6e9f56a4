/** A bounded queue that is fair among owners, so that many requests of one owner do not delay others. */
export interface FairQueue {
  /** null, when too many wait already: of all, or of this owner. */
  enter(ownerId: number): Ticket | 'full' | 'owner-full'
}

export interface Ticket {
  /** Resolves when it is this one's turn. */
  turn: Promise<void>
  /** 1 is next; 0 from its turn on. */
  place(): number
  /** Has worked, or waits no longer. To be called once, whatever happened. */
  leave(): void
}

export interface FairQueueLimits {
  maxRunning: number
  maxWaiting: number
  maxWaitingPerOwner: number
}

interface Waiting {
  ownerId: number
  start(): void
}

/** Beyond it, all owners count as never served. */
const MAX_REMEMBERED_OWNERS = 1_000

export function createFairQueue(limits: FairQueueLimits): FairQueue {
  let waiting: Waiting[] = []
  let running = 0
  let turns = 0
  /** Number of the last turn of an owner. */
  const served = new Map<number, number>()

  const begin = (next: Waiting) => {
    running += 1
    turns += 1
    if (served.size >= MAX_REMEMBERED_OWNERS) served.clear()
    served.set(next.ownerId, turns)
    next.start()
  }
  const proceed = () => {
    while (running < limits.maxRunning) {
      const next = nextOf(waiting, served)
      if (!next) return
      waiting = waiting.filter(each => each !== next)
      begin(next)
    }
  }

  return {
    enter(ownerId) {
      const isBusy = running >= limits.maxRunning
      if (isBusy && waiting.length >= limits.maxWaiting) return 'full'
      if (isBusy && waiting.filter(each => each.ownerId === ownerId).length >= limits.maxWaitingPerOwner)
        return 'owner-full'
      const turn = Promise.withResolvers<void>()
      let state: 'waiting' | 'working' | 'left' = 'waiting'
      const own: Waiting = {
        ownerId,
        start() {
          state = 'working'
          turn.resolve()
        },
      }
      waiting.push(own)
      proceed()
      return {
        turn: turn.promise,
        place: () => (state === 'waiting' ? inOrder(waiting, served).indexOf(own) + 1 : 0),
        leave() {
          if (state === 'working') running -= 1
          waiting = waiting.filter(each => each !== own)
          state = 'left'
          proceed()
        },
      }
    },
  }
}

/** The first of the owner who was served longest ago; the one who came first, among owners never served. */
function nextOf(waiting: readonly Waiting[], served: ReadonlyMap<number, number>): Waiting | undefined {
  const lastTurn = (each: Waiting) => served.get(each.ownerId) ?? 0
  return waiting.reduce<Waiting | undefined>(
    (best, each) => (best === undefined || lastTurn(each) < lastTurn(best) ? each : best),
    undefined,
  )
}

/** All that wait, in the order in which their turns come if no other arrives. */
function inOrder(waiting: readonly Waiting[], served: ReadonlyMap<number, number>): Waiting[] {
  const order: Waiting[] = []
  const imagined = new Map(served)
  let left = [...waiting]
  for (let turn = Number.MAX_SAFE_INTEGER - left.length; left.length > 0; turn++) {
    const next = nextOf(left, imagined)
    if (!next) break
    order.push(next)
    imagined.set(next.ownerId, turn)
    left = left.filter(each => each !== next)
  }
  return order
}
