/**
 * Limits how many thumbnails load at once; the others wait in order. A browser keeps six connections to a server, and slow images must
 * leave some for other requests.
 */
export interface Turns {
  /** Calls `start` when it is this one's turn. What is returned ends the turn, or the waiting for it; call it once done. */
  take: (start: () => void) => () => void
}

export function createTurns(atOnce: number): Turns {
  let running = 0
  const waiting = new Set<() => void>()
  const next = () => {
    for (const begin of waiting) {
      if (running >= atOnce) return
      waiting.delete(begin)
      running++
      begin()
    }
  }
  return {
    take(start) {
      let state: 'waiting' | 'running' | 'over' = 'waiting'
      const begin = () => {
        state = 'running'
        start()
      }
      waiting.add(begin)
      next()
      return () => {
        waiting.delete(begin)
        if (state === 'running') running--
        state = 'over'
        next()
      }
    },
  }
}
