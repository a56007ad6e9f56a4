import { parseW3cDatetime } from '#shared/w3c-datetime.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Hours by which a named zone is ahead (RFC 822, 5.1). */
const ZONES: ReadonlyMap<string, number> = new Map([
  ['z', 0],
  ['ut', 0],
  ['utc', 0],
  ['gmt', 0],
  ['est', -5],
  ['edt', -4],
  ['cst', -6],
  ['cdt', -5],
  ['mst', -7],
  ['mdt', -6],
  ['pst', -8],
  ['pdt', -7],
])
const HOUR_MS = 60 * 60 * 1_000
/** What a date that names no zone, or none that is known, may mean. */
const ZONE_DOUBT_MS = 14 * HOUR_MS
/** Groups: day, month, year, hour, minute, second, zone. RFC 822 and RFC 850; the name of the day comes before it. */
const WRITTEN =
  /^(?:[a-z]{3,9},?\s+)?(\d{1,2})[ -]([a-z]{3})[a-z]{0,6}[ -](\d{4}|\d{2})(?:\s+(\d{2}):(\d{2})(?::(\d{2}))?(?:\s*([a-z]{1,4}|[+-]\d{4}))?)?$/
const PREFIX = /^unavailable_after:\s*/

/**
 * Whether a robots directive `unavailable_after:` lies in the past, so that it means noindex (Google, "Robots meta tag"). False for
 * any other directive, and for a date that cannot be read or may not have come yet everywhere.
 */
export function isUnavailableBy(token: string, nowMs: number): boolean {
  if (!PREFIX.test(token)) return false
  const endMs = latestMeaningMs(token.replace(PREFIX, '').trim())
  return endMs !== null && endMs < nowMs
}

function latestMeaningMs(text: string): number | null {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  const iso = parseW3cDatetime(text.toUpperCase())
  if (iso !== null) return isDay ? iso + ZONE_DOUBT_MS : iso
  const unzoned = parseW3cDatetime(`${text.toUpperCase().replace(' ', 'T')}Z`)
  if (unzoned !== null) return unzoned + ZONE_DOUBT_MS
  const match = WRITTEN.exec(text)
  if (!match) return null
  const [, day = '', monthName = '', year = '', hour = '00', minute = '00', second = '00', zone = ''] = match
  const month = String(MONTHS.indexOf(monthName) + 1).padStart(2, '0')
  // Two digits are of this century (RFC 850 knows no other).
  const date = `${year.length === 2 ? `20${year}` : year}-${month}-${day.padStart(2, '0')}`
  const utcMs = parseW3cDatetime(`${date}T${hour}:${minute}:${second}Z`)
  if (utcMs === null) return null
  const aheadMs = zoneMs(zone)
  return aheadMs === null ? utcMs + ZONE_DOUBT_MS : utcMs - aheadMs
}

function zoneMs(zone: string): number | null {
  const named = ZONES.get(zone)
  if (named !== undefined) return named * HOUR_MS
  const match = /^([+-])(\d\d)(\d\d)$/.exec(zone)
  if (!match) return null
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) + Number(match[3]) / 60) * HOUR_MS
}
