/** One request as a log has it. Objects are reused from line to line: nothing keeps one. */
export interface LogEntry {
  /** '' where the log has none. */
  address: string
  /** Epoch milliseconds; NaN where the log has none. */
  timeMs: number
  method: string
  /** Path and query, or a whole URL. */
  target: string
  /** '' where the log does not name it. */
  host: string
  /** '' where the log does not name it. */
  scheme: string
  /** NaN where the log has none. */
  status: number
  agent: string
}

/** Reads a line into `entry`; false for one that is no request of this format. */
export type LineParser = (line: string, entry: LogEntry) => boolean

/** What the columns of a format mean; all else in them is not read. */
export type LogField =
  | 'address'
  | 'time'
  | 'date'
  | 'clock'
  | 'request'
  | 'method'
  | 'target'
  | 'query'
  | 'host'
  | 'scheme'
  | 'status'
  | 'agent'
  | null

export function emptyEntry(): LogEntry {
  return {
    address: '',
    timeMs: Number.NaN,
    method: '',
    target: '',
    host: '',
    scheme: '',
    status: Number.NaN,
    agent: '',
  }
}

export function clearEntry(entry: LogEntry): void {
  entry.address = ''
  entry.timeMs = Number.NaN
  entry.method = ''
  entry.target = ''
  entry.host = ''
  entry.scheme = ''
  entry.status = Number.NaN
  entry.agent = ''
}

/** Longest request line that counts: servers accept 8 to 16 KB. */
const MAX_TARGET = 8_192
const REQUEST = /^[A-Z]{3,10} /
const METHOD = /^[A-Z]{3,10}$/

/** Whether what was read is a request at all. */
export function isRequest({ method, target, status }: LogEntry): boolean {
  return (
    status >= 100 &&
    status <= 599 &&
    METHOD.test(method) &&
    target.length <= MAX_TARGET &&
    /^(?:\/|https?:\/\/)/i.test(target)
  )
}

/** Puts the value of a column where it belongs. `-` stands for nothing. */
export function setField(entry: LogEntry, field: LogField, value: string): void {
  if (field === null || value === '-' || value === '') return
  switch (field) {
    case 'address':
      // Of X-Forwarded-For, the client comes first.
      entry.address = value.includes(',') ? value.slice(0, value.indexOf(',')).trim() : value
      return
    case 'time':
      entry.timeMs = readTime(value)
      return
    case 'date':
      entry.timeMs = Date.parse(`${value}T00:00:00Z`)
      return
    case 'clock':
      // `time` is a time of day beside a date, and a whole time where JSON lines have it alone.
      if (value[2] === ':') entry.timeMs += clockMs(value)
      else if (Number.isNaN(entry.timeMs)) entry.timeMs = readTime(value)
      return
    case 'request':
      readRequest(entry, value)
      return
    case 'query':
      entry.target += value[0] === '?' ? value : `?${value}`
      return
    case 'status':
      entry.status = Number(value)
      return
    default:
      entry[field] = value
  }
}

function readRequest(entry: LogEntry, line: string): void {
  if (!REQUEST.test(line)) return
  const start = line.indexOf(' ')
  const end = line.lastIndexOf(' ')
  entry.method = line.slice(0, start)
  entry.target = line.startsWith('HTTP/', end + 1) ? line.slice(start + 1, end) : line.slice(start + 1)
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const EPOCH = /^\d+(?:\.\d+)?$/
/** Seconds since 1970 have ten digits until 2286. */
const SECONDS_DIGITS = 10
const MS_PER_SECOND = 1_000

/** Milliseconds of `1000212936`, with or without decimal places, or of as many milliseconds, microseconds or nanoseconds since 1970. */
function epochMs(text: string): number {
  const [whole = ''] = text.split('.', 1)
  const smaller = Math.max(0, whole.length - SECONDS_DIGITS)
  return Math.round((Number(text) * MS_PER_SECOND) / 10 ** smaller)
}

/** `10/Oct/2000:13:55:36 -0700` (Apache, nginx), ISO 8601, or an amount of time since 1970; NaN for anything else. */
export function readTime(text: string): number {
  if (EPOCH.test(text)) return epochMs(text)
  if (text[2] !== '/') return Date.parse(text)
  const month = MONTHS.indexOf(text.slice(3, 6)) / 3
  if (!Number.isInteger(month) || month < 0) return Number.NaN
  const zone = text.slice(21, 26)
  const minutes = zone === '' ? 0 : digits(zone, 1, 3) * 60 + digits(zone, 3, 5)
  const utc = Date.UTC(
    digits(text, 7, 11),
    month,
    digits(text, 0, 2),
    digits(text, 12, 14),
    digits(text, 15, 17),
    digits(text, 18, 20),
  )
  return zone[0] === '-' ? utc + minutes * MINUTE_MS : utc - minutes * MINUTE_MS
}

function digits(text: string, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at += 1) value = value * 10 + text.charCodeAt(at) - ZERO
  return value
}

const ZERO = 48

function clockMs(text: string): number {
  return digits(text, 0, 2) * HOUR_MS + digits(text, 3, 5) * MINUTE_MS + digits(text, 6, 8) * 1_000
}
