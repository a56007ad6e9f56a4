/** Groups: year, month, day, hour, minute, second, zone. A time has a zone. */
const FORM = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?)?)?$/

/** Epoch milliseconds of a W3C datetime (a profile of ISO 8601; W3C note of 1997, section 1); null for any other text. */
export function parseW3cDatetime(text: string): number | null {
  const match = FORM.exec(text)
  if (!match) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(part => (part === undefined ? undefined : Number(part)))
  const isInRange = month >= 1 && month <= 12 && day >= 1 && hour <= 23 && minute <= 59 && second <= 60
  const zoneMs = zoneOffsetMs(match[7] ?? 'Z')
  if (!isInRange || day > daysIn(year, month) || zoneMs === null) return null
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second)
  return date.getTime() - zoneMs
}

function daysIn(year: number, month: number): number {
  const last = new Date(0)
  last.setUTCFullYear(year, month, 0)
  return last.getUTCDate()
}

const MINUTE_MS = 60_000

function zoneOffsetMs(zone: string): number | null {
  if (zone === 'Z') return 0
  const [hours = 0, minutes = 0] = zone.slice(1).split(':').map(Number)
  if (hours > 14 || minutes > 59) return null
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE_MS
}
