/** Work that several ask for at once is done once; it is cut off when the last of them has left. */
export interface SharedWork<State, Result> {
  /** Joins the work of that key, or starts it. Whoever leaves early gets what `whenLeft` says. */
  join(asker: Asker<State, Result>): Promise<Result>
  stateOf(key: string): State | undefined
  states(): Iterable<State>
  /** Cuts everything off and waits for its end; nothing is started any more. */
  close(): Promise<void>
}

interface Asker<State, Result> {
  key: string
  /** Of the work, should it be this one that starts it. */
  state: State
  signal: AbortSignal
  start(signal: AbortSignal): Promise<Result>
}

interface Work<State, Result> {
  state: State
  ending: AbortController
  askers: number
  result: Promise<Result>
}

export function createSharedWork<State, Result>({ whenLeft }: { whenLeft: Result }): SharedWork<State, Result> {
  const running = new Map<string, Work<State, Result>>()
  /** Cut-off work, too, until it has ended. */
  const unfinished = new Set<Promise<unknown>>()
  let isClosed = false

  const begin = ({ key, state, start }: Asker<State, Result>): Work<State, Result> => {
    const ending = new AbortController()
    const result = start(ending.signal).finally(() => {
      if (running.get(key) === work) running.delete(key)
      unfinished.delete(settled)
    })
    const settled = result.catch(() => {})
    const work: Work<State, Result> = { state, ending, askers: 0, result }
    running.set(key, work)
    unfinished.add(settled)
    return work
  }

  return {
    async join(asker) {
      if (isClosed || asker.signal.aborted) return whenLeft
      const work = running.get(asker.key) ?? begin(asker)
      work.askers += 1
      const left = Promise.withResolvers<Result>()
      const onLeave = () => {
        work.askers -= 1
        left.resolve(whenLeft)
        if (work.askers > 0) return
        // Whoever asks from now on starts anew.
        if (running.get(asker.key) === work) running.delete(asker.key)
        work.ending.abort()
      }
      asker.signal.addEventListener('abort', onLeave, { once: true })
      try {
        return await Promise.race([work.result, left.promise])
      } finally {
        asker.signal.removeEventListener('abort', onLeave)
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
