import { clearEntry, isRequest, type LineParser, type LogField, setField } from './log-entry.ts'

/** Formats that name their columns: W3C extended (IIS, CloudFront) and JSON lines (CloudFront, Cloudflare, nginx, Caddy, Traefik, load balancers of Google). */

/** Names of columns, in lower case. */
const namedFields: Readonly<Record<string, LogField>> = {
  // W3C extended log file format, as IIS and CloudFront write it.
  date: 'date',
  time: 'clock',
  'c-ip': 'address',
  'cs-method': 'method',
  'cs-uri-stem': 'target',
  'cs-uri-query': 'query',
  'cs-uri': 'target',
  'cs(host)': 'host',
  'cs-host': 'host',
  'x-host-header': 'host',
  'sc-status': 'status',
  'cs(user-agent)': 'agent',
  'cs-protocol': 'scheme',
  // JSON lines.
  timestamp: 'time',
  '@timestamp': 'time',
  time_iso8601: 'time',
  time_local: 'time',
  ts: 'time',
  'timestamp(ms)': 'time',
  msec: 'time',
  remote_addr: 'address',
  client_ip: 'address',
  clientip: 'address',
  remote_ip: 'address',
  ip: 'address',
  request: 'request',
  request_method: 'method',
  method: 'method',
  request_uri: 'target',
  uri: 'target',
  path: 'target',
  url: 'target',
  host: 'host',
  http_host: 'host',
  vhost: 'host',
  scheme: 'scheme',
  status: 'status',
  status_code: 'status',
  http_user_agent: 'agent',
  user_agent: 'agent',
  useragent: 'agent',
  agent: 'agent',
  // Objects of header fields: Caddy, and Traefik with a prefix.
  'user-agent': 'agent',
  'request_user-agent': 'agent',
  // Traefik.
  startutc: 'time',
  clienthost: 'address',
  requestmethod: 'method',
  requestpath: 'target',
  requesthost: 'host',
  requestscheme: 'scheme',
  downstreamstatus: 'status',
  // Load balancers of Google.
  requesturl: 'target',
  remoteip: 'address',
  // Cloudflare.
  edgestarttimestamp: 'time',
  clientrequestmethod: 'method',
  clientrequesturi: 'target',
  clientrequesthost: 'host',
  clientrequestscheme: 'scheme',
  clientrequestuseragent: 'agent',
  edgeresponsestatus: 'status',
}
/** In the order in which values are read: a query is added to the path, a time of day to the day. */
const later: ReadonlySet<LogField> = new Set(['query', 'clock'])
const MAX_COLUMNS = 200

const FIELDS = '#fields:'

/** Reads the directive `#Fields` wherever it comes, as files that were put together repeat it. */
export function w3cParser(): LineParser {
  let columns: readonly LogField[] = []
  let separator = ' '
  return (line, entry) => {
    if (line[0] === '#') {
      if (line.slice(0, FIELDS.length).toLowerCase() === FIELDS)
        columns = line.slice(FIELDS.length).trim().split(/\s+/, MAX_COLUMNS).map(fieldOf)
      return false
    }
    if (columns.length === 0) return false
    // CloudFront writes tabs, IIS blanks; neither writes the other within a value.
    separator = line.includes('\t') ? '\t' : ' '
    const cells = line.split(separator, MAX_COLUMNS)
    if (cells.length < columns.length) return false
    clearEntry(entry)
    for (let at = 0; at < columns.length; at += 1)
      if (!later.has(columns[at] ?? null)) setField(entry, columns[at] ?? null, cells[at] ?? '')
    for (let at = 0; at < columns.length; at += 1)
      if (later.has(columns[at] ?? null)) setField(entry, columns[at] ?? null, cells[at] ?? '')
    entry.agent = readable(entry.agent)
    return isRequest(entry)
  }
}

/** Whether a line begins a file in the W3C extended format. */
export function isW3cDirective(line: string): boolean {
  return /^#(?:Software|Version|Fields|Date|Start-Date|Remark):/i.test(line)
}

function fieldOf(name: string): LogField {
  return namedFields[name.toLowerCase()] ?? null
}

/** One JSON object a line, with objects within: `request` and its `headers` of Caddy, `httpRequest` of Google. */
export const jsonParser: LineParser = (line, entry) => {
  const row = parseObject(line)
  if (row === null) return false
  clearEntry(entry)
  readObject(row, (name, value) => {
    if (!later.has(fieldOf(name))) setField(entry, fieldOf(name), value)
  })
  readObject(row, (name, value) => {
    if (later.has(fieldOf(name))) setField(entry, fieldOf(name), value)
  })
  entry.agent = readable(entry.agent)
  return isRequest(entry)
}

function parseObject(line: string): object | null {
  try {
    const row: unknown = JSON.parse(line)
    return typeof row === 'object' && row !== null ? row : null
  } catch {
    return null
  }
}

function readObject(row: object, take: (name: string, value: string) => void, depth = 0): void {
  for (const [name, value] of Object.entries(row).slice(0, MAX_COLUMNS)) {
    // Caddy writes each header field as a list.
    const text: unknown = Array.isArray(value) ? value[0] : value
    if (typeof text === 'string' || typeof text === 'number') take(name, String(text))
    else if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === MAX_DEPTH) continue
    else if (name.toLowerCase() === 'headers')
      readObject(value, (field, agent) => fieldOf(field) === 'agent' && take(field, agent), MAX_DEPTH)
    else if (!OF_SOMETHING_ELSE.test(name)) readObject(value, take, depth + 1)
  }
}

const MAX_DEPTH = 2
/** The response, with a `Date` and a `Status`, and the server behind a proxy (`ServiceURL` of Traefik), with a host. */
const OF_SOMETHING_ELSE = /(?:headers|url)$/i

/** CloudFront writes user agents percent-encoded, IIS with `+` for blanks. */
function readable(agent: string): string {
  if (agent.includes(' ')) return agent
  try {
    return decodeURIComponent(agent.replaceAll('+', ' '))
  } catch {
    return agent
  }
}
