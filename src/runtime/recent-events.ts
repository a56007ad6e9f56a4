/** The last events of this process, for the operator's screen. Memory alone: the log is where they are kept. */
export interface RecentEvents {
  note(event: string, details: Record<string, unknown>): void
  newestFirst(): readonly RecentEvent[]
}

interface RecentEvent {
  atMs: number
  event: string
  /** The event's details as JSON, cut. */
  detail: string
}

const MAX_EVENTS = 200
const MAX_DETAIL_CHARACTERS = 500

export function createRecentEvents({ now }: { now: () => number }): RecentEvents {
  const events: RecentEvent[] = []
  return {
    note(event, details) {
      events.unshift({ atMs: now(), event, detail: JSON.stringify(details).slice(0, MAX_DETAIL_CHARACTERS) })
      if (events.length > MAX_EVENTS) events.pop()
    },
    newestFirst: () => events,
  }
}
