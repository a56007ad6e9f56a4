/** Work that several callers request at once is done once; it is cancelled when the last of them has left. */
export interface SharedWork<State, Result> {
  /** Joins the work of that key, or starts it. A caller that leaves early gets `whenLeft`. */
  join(caller: Caller<State, Result>): Promise<Result>
  stateOf(key: string): State | undefined
  states(): Iterable<State>
  /** Cancels everything and waits for its end; nothing is started afterwards. */
  close(): Promise<void>
}

interface Caller<State, Result> {
  key: string
  /** Of the work, should it be this one that starts it. */
  state: State
  signal: AbortSignal
  start(signal: AbortSignal): Promise<Result>
}

interface Work<State, Result> {
  state: State
  ending: AbortController
  callers: number
  result: Promise<Result>
}

export function createSharedWork<State, Result>({ whenLeft }: { whenLeft: Result }): SharedWork<State, Result> {
  const running = new Map<string, Work<State, Result>>()
  /** Cut-off work, too, until it has ended. */
  const unfinished = new Set<Promise<unknown>>()
  let isClosed = false

  const begin = ({ key, state, start }: Caller<State, Result>): Work<State, Result> => {
    const ending = new AbortController()
    const result = start(ending.signal).finally(() => {
      if (running.get(key) === work) running.delete(key)
      unfinished.delete(settled)
    })
    const settled = result.catch(() => {})
    const work: Work<State, Result> = { state, ending, callers: 0, result }
    running.set(key, work)
    unfinished.add(settled)
    return work
  }

  return {
    async join(caller) {
      if (isClosed || caller.signal.aborted) return whenLeft
      const work = running.get(caller.key) ?? begin(caller)
      work.callers += 1
      const left = Promise.withResolvers<Result>()
      const onLeave = () => {
        work.callers -= 1
        left.resolve(whenLeft)
        if (work.callers > 0) return
        // Later callers start anew.
        if (running.get(caller.key) === work) running.delete(caller.key)
        work.ending.abort()
      }
      caller.signal.addEventListener('abort', onLeave, { once: true })
      try {
        return await Promise.race([work.result, left.promise])
      } finally {
        caller.signal.removeEventListener('abort', onLeave)
      }
    },
    stateOf: key => running.get(key)?.state,
    states: () => [...running.values()].map(work => work.state),
    async close() {
      isClosed = true
      for (const work of running.values()) work.ending.abort()
      await Promise.all(unfinished)
    },
  }
}
