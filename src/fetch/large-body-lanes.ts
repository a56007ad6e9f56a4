/** Size above which a body needs a lane to grow further. Nearly every page stays below. */
export const LARGE_BODY_BYTES = 1024 * 1024

/** A lane, or a place in the queue for one. */
export interface Lane {
  readonly isFree: boolean
  /** Releases the lane or leaves the queue. May be called more than once. */
  leave(): void
}

export interface LargeBodyLanes {
  /** `onFree` is called once when the lane is not free at once but later. */
  enter(onFree: () => void): Lane
}

/**
 * Limits how many large bodies are read at once. The others wait at their first megabyte with paused connections, which bounds memory.
 * First come, first served.
 */
export function createLargeBodyLanes(count: number): LargeBodyLanes {
  const inside = new Set<Lane>()
  const waiting = new Map<Lane, () => void>()
  const admit = () => {
    for (const [lane, onFree] of waiting) {
      if (inside.size >= count) return
      waiting.delete(lane)
      inside.add(lane)
      onFree()
    }
  }
  return {
    enter(onFree) {
      const lane: Lane = {
        get isFree() {
          return inside.has(lane)
        },
        leave() {
          waiting.delete(lane)
          if (inside.delete(lane)) admit()
        },
      }
      if (inside.size < count) inside.add(lane)
      else waiting.set(lane, onFree)
      return lane
    },
  }
}
