import { clearEntry, isRequest, type LineParser, type LogEntry, type LogField, setField } from './log-entry.ts'

/** Formats that are written as a line with variables: `log_format` of nginx and `LogFormat` of Apache. */

const nginxFields: Readonly<Record<string, LogField>> = {
  remote_addr: 'address',
  http_x_forwarded_for: 'address',
  http_x_real_ip: 'address',
  proxy_add_x_forwarded_for: 'address',
  realip_remote_addr: null,
  time_local: 'time',
  time_iso8601: 'time',
  msec: 'time',
  request: 'request',
  request_method: 'method',
  request_uri: 'target',
  uri: 'target',
  args: 'query',
  query_string: 'query',
  host: 'host',
  http_host: 'host',
  server_name: 'host',
  scheme: 'scheme',
  http_x_forwarded_proto: 'scheme',
  status: 'status',
  http_user_agent: 'agent',
}

const apacheFields: Readonly<Record<string, LogField>> = {
  h: 'address',
  a: 'address',
  '{X-Forwarded-For}i': 'address',
  t: 'time',
  r: 'request',
  m: 'method',
  U: 'target',
  q: 'query',
  '{Host}i': 'host',
  v: 'host',
  V: 'host',
  s: 'status',
  '{User-Agent}i': 'agent',
}

export const COMBINED = '%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i"'
export const COMMON = '%h %l %u %t "%r" %>s %b'
export const VHOST_COMBINED = `%v:%p ${COMBINED}`
/** Longest format line, and how many variables it may have. */
const MAX_FORMAT = 2_000
const MAX_SEGMENTS = 60

interface Segment {
  /** What stands before the value. */
  before: string
  field: LogField
}

interface Template {
  segments: Segment[]
  /** What stands after the last value. */
  end: string
}

/** The parser of a format; null for what is none, or lacks the request, its status or the user agent. */
export function templateParser(format: string): LineParser | null {
  const template = readFormat(format)
  if (template === null) return null
  const fields = template.segments.map(({ field }) => field)
  const hasTarget = fields.includes('request') || (fields.includes('target') && fields.includes('method'))
  return hasTarget && fields.includes('status') ? (line, entry) => readLine(template, line, entry) : null
}

const VARIABLE = /\$\{?([a-z0-9_]+)\}?|%(?:[<>]|!?[\d,]+)?((?:\{[^}]{1,80}\})?[a-zA-Z])/g
/** Apache writes the brackets around the time by itself. */
const APACHE_TIME = /\[?%t\]?/g
/** A query right behind the path is read with it. */
const PATH_AND_QUERY = /(%U|\$uri)(?:%q|\$is_args\$(?:args|query_string))/g

function readFormat(format: string): Template | null {
  if (format.length > MAX_FORMAT) return null
  const text = bareFormat(format).replaceAll('\\"', '"').replace(APACHE_TIME, '[%t]').replace(PATH_AND_QUERY, '$1')
  const segments: Segment[] = []
  const seen = new Set<LogField>()
  let at = 0
  for (const { 0: whole, 1: nginx, 2: apache, index } of text.matchAll(VARIABLE)) {
    const named = (nginx === undefined ? apacheFields[apache ?? ''] : nginxFields[nginx]) ?? null
    // The first of two columns with the same meaning counts.
    segments.push({ before: text.slice(at, index), field: seen.has(named) ? null : named })
    seen.add(named)
    at = index + whole.length
  }
  return segments.length === 0 || segments.length > MAX_SEGMENTS ? null : { segments, end: text.slice(at) }
}

const QUOTED = /'((?:[^'\\]|\\.)*)'/g

/** The format of a whole directive, as the configuration of nginx has it: `log_format main '…' '…';`. */
function bareFormat(format: string): string {
  if (!/^\s*log_format\s/.test(format)) return format.trim()
  return [...format.matchAll(QUOTED)].map(([, piece = '']) => piece).join('')
}

function readLine({ segments, end }: Template, line: string, entry: LogEntry): boolean {
  clearEntry(entry)
  let at = 0
  for (let index = 0; index < segments.length; index += 1) {
    const segment = segments[index]
    if (!segment || !line.startsWith(segment.before, at)) return false
    at += segment.before.length
    const until = segments[index + 1]?.before ?? end
    const close = until === '' ? line.length : endOfValue(line, until, at)
    if (close < 0) return false
    if (segment.field !== null) setField(entry, segment.field, line.slice(at, close))
    at = close
  }
  return isRequest(entry)
}

const BACKSLASH = 92

/** Where the value that begins at `from` ends; a quotation mark within it is escaped. */
function endOfValue(line: string, until: string, from: number): number {
  let at = line.indexOf(until, from)
  while (until[0] === '"' && isEscaped(line, at, from)) at = line.indexOf(until, at + 1)
  return at
}

function isEscaped(line: string, at: number, from: number): boolean {
  let backslashes = 0
  while (at - 1 - backslashes >= from && line.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1
  return backslashes % 2 === 1
}
