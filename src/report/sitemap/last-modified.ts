import type { ResponseFacts } from '#shared/facts.ts'

/** Before the web there was no page to modify: a clock that was never set, or an archive without times. */
const EARLIEST_MS = Date.UTC(1990, 0, 1)

/**
 * When the page was last modified, as a W3C datetime; null when its answer does not say so credibly. A time that is the answer's
 * own or later (RFC 9110, 8.8.2.1) is the time at which the page was made to be sent, and says nothing of its content.
 */
export function lastModified({ headers }: Pick<ResponseFacts, 'headers'>): string | null {
  const modifiedMs = onlyDate(headers, 'last-modified')
  const answeredMs = onlyDate(headers, 'date')
  if (modifiedMs === null || modifiedMs < EARLIEST_MS) return null
  if (answeredMs !== null && modifiedMs >= answeredMs) return null
  return new Date(modifiedMs).toISOString().replace('.000Z', 'Z')
}

/** null unless all headers of that name agree. */
function onlyDate(headers: ResponseFacts['headers'], name: string): number | null {
  const [value, ...others] = new Set(headers.filter(header => header[0] === name).map(header => header[1].trim()))
  return value === undefined || others.length > 0 ? null : parseHttpDate(value)
}

/** The preferred format of RFC 9110, 5.6.7, which is what JavaScript writes: whatever differs from that is no date. */
function parseHttpDate(value: string): number | null {
  const ms = Date.parse(value)
  return !Number.isNaN(ms) && new Date(ms).toUTCString() === value ? ms : null
}
