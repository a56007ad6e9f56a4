/** Takes events for the operator: internal errors, threads that were replaced. */
export type Log = (event: string, details: Record<string, unknown>) => void

/** One JSON line per event on standard error, for the operator. Control characters cannot reach the terminal: JSON escapes them. */
export function operatorLog(event: string, details: Record<string, unknown>): void {
  const line = JSON.stringify({ time: new Date().toISOString(), event, ...details })
  process.stderr.write(`${line.replaceAll(UNSAFE, escapeCodePoint)}\n`)
}

/** C1 controls and bidirectional overrides, which JSON leaves as they are. */
const UNSAFE = /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

function escapeCodePoint(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** The last events of this process, for the operator's screen. In memory only: the log keeps them. */
interface RecentEvents {
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
