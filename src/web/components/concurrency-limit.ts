/**
 * Limits how many tasks run at once; the others wait in order. A browser keeps six connections to a server over HTTP/1.1: slow images
 * must leave some for other requests.
 */
interface ConcurrencyLimit {
  /** Calls `task` as soon as the limit allows. The returned function ends the task, or takes it out of the queue; call it once done. */
  start: (task: () => void) => () => void
}

export function createConcurrencyLimit(max: number): ConcurrencyLimit {
  let running = 0
  const waiting = new Set<() => void>()
  const startNext = () => {
    for (const begin of waiting) {
      if (running >= max) return
      waiting.delete(begin)
      running++
      begin()
    }
  }
  return {
    start(task) {
      let state: 'waiting' | 'running' | 'over' = 'waiting'
      const begin = () => {
        state = 'running'
        task()
      }
      waiting.add(begin)
      startNext()
      return () => {
        waiting.delete(begin)
        if (state === 'running') running--
        state = 'over'
        startNext()
      }
    },
  }
}
