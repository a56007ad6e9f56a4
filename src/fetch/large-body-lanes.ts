/** From here on a body is large: it needs a lane to grow further. Nearly every page of the web stays below. */
export const LARGE_BODY_BYTES = 1024 * 1024

/** A lane, or the wish for one. */
export interface Lane {
  readonly isFree: boolean
  /** Gives it back, or the wish up; more than once does no harm. */
  leave(): void
}

export interface LargeBodyLanes {
  /** `onFree` is called once when the lane is not free at once but later. */
  enter(onFree: () => void): Lane
}

/**
 * How many large bodies are read at once. All others wait at their first megabyte, their connections paused, so that a site of nothing
 * but huge pages takes no more memory than a few of them do. First come, first served.
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
