import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Header, headersOf, type WireResponse } from './wire.ts'

/** What no response may ever be: without the headers that guard it, or with something in it that must stay private. */

const ROOT = path.resolve(import.meta.dirname, '..', '..')

/** On every response of the application. */
const required: readonly (readonly [name: string, form: RegExp])[] = [
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /^same-origin$/],
  ['cross-origin-opener-policy', /^same-origin$/],
  ['cross-origin-resource-policy', /^same-origin$/],
  ['permissions-policy', /camera=\(\)/],
  ['x-frame-options', /^DENY$/],
  ['content-security-policy', /frame-ancestors 'none'/],
  ['cache-control', /./],
]

const revealing: readonly (readonly [what: string, form: RegExp])[] = [
  ['a stack trace', /\n\s+at .+:\d+:\d+|node:internal|node_modules/],
  ['a password hash', /\$argon2/],
  ['a query', /SQLITE_|no such (?:table|column)|syntax error near|(?:select|insert into|update|delete from) "/i],
  ['a data file', /SQLite format 3/],
  ['a file of the system', /root:[x*]:0:0:/],
]

const places = [ROOT, path.join(tmpdir(), 'sitesounder-test-'), process.execPath]

export interface Known {
  /** Passwords and cookies that were given out or set. */
  secrets: ReadonlySet<string>
  isHttps: boolean
  /** The request was below a share link. */
  isInLink: boolean
}

/** Everything that is wrong with a response, whatever was requested; empty for a good one. */
export function responseFaults(response: WireResponse, known: Known): string[] {
  const { status, body, headers, trailing } = response
  if (isOfParser(response)) return []
  const faults = [
    ...missingHeaders(response, known),
    ...unexpectedHeaders(headers, known),
    ...misplacedHeaders(response),
  ]
  if (status >= 500 && status !== 503) faults.push(`status ${status}: ${body.slice(0, 80)}`)
  if (trailing !== '') faults.push(`something after the response: ${trailing.slice(0, 80)}`)
  const shown = `${headers.map(([name, value]) => (name === 'set-cookie' ? '' : `${name}: ${value}`)).join('\n')}\n${body}`
  return [...faults, ...revealed(shown, known.secrets)]
}

function revealed(text: string, secrets: ReadonlySet<string>): string[] {
  const found = revealing.filter(([, form]) => form.test(text)).map(([what]) => `${what}: ${text.slice(0, 120)}`)
  for (const place of places) if (text.includes(place)) found.push(`a path of this machine: ${place}`)
  return [...found, ...secretsIn(text, secrets)]
}

/** Passwords and cookies that a text holds. */
export function secretsIn(text: string, secrets: ReadonlySet<string>): string[] {
  return [...secrets].filter(secret => text.includes(secret)).map(secret => `a secret: ${secret.slice(0, 6)}…`)
}

/** Of the HTTP parser, before there is a request: nothing but a status, and the end of the connection. */
function isOfParser({ status, headers, body }: WireResponse): boolean {
  const isBare = headers.every(([name]) => ['connection', 'date', 'transfer-encoding'].includes(name))
  return [0, 400, 408, 413, 417, 431].includes(status) && isBare && body === ''
}

/** A link is named to no other server, and kept out of search engines. */
const requiredInLink = new Map([
  ...required,
  ['referrer-policy', /^no-referrer$/],
  ['x-robots-tag', /^noindex, nofollow$/],
] as const)

function missingHeaders({ headers }: WireResponse, { isHttps, isInLink }: Known): string[] {
  const always = isInLink ? [...requiredInLink] : required
  const wanted = isHttps ? [...always, ['strict-transport-security', /^max-age=\d{8}/] as const] : always
  return wanted
    .filter(([name, form]) => !headers.some(header => header[0] === name && form.test(header[1])))
    .map(([name]) => `no header ${name}`)
}

const expected = new Set([
  ...required.map(([name]) => name),
  'strict-transport-security',
  ...['connection', 'content-length', 'content-type', 'date', 'transfer-encoding', 'keep-alive', 'set-cookie'],
  ...['allow', 'retry-after', 'etag', 'vary', 'content-encoding', 'x-total-count', 'x-invalid-field'],
  ...['www-authenticate', 'content-disposition'],
])

/** A header that we never send was put there by other software, or reveals the server software. */
function unexpectedHeaders(headers: readonly Header[], { isInLink }: Known): string[] {
  const isExpected = (name: string) => expected.has(name) || (isInLink && requiredInLink.has(name))
  return headers.filter(([name]) => !isExpected(name)).map(([name]) => `unexpected header ${name}`)
}

/** The one challenge there is (RFC 9110 §11.6.1, RFC 6750 §3): whatever else it named, browsers might prompt for. */
const CHALLENGE = 'Bearer realm="Sitesounder"'

/** Nothing that ends the value, begins another parameter, or leaves the folder that files are kept in. */
const DISPOSITION =
  /^(?:attachment|inline); filename="(?![.-]*")[\w.-]+"; filename\*=UTF-8''(?:[\w.!~-]|%[0-9A-F]{2})+$/

export function isGoodDisposition(value: string): boolean {
  return DISPOSITION.test(value)
}

/** Headers that are right in one place only, and there in one form. */
function misplacedHeaders({ status, headers }: WireResponse): string[] {
  const challenges = headersOf({ headers }, 'www-authenticate')
  const isChallenged = challenges.length === 1 && challenges[0] === CHALLENGE
  const faults = (status === 401 ? isChallenged : challenges.length === 0)
    ? []
    : [`status ${status} with the challenges ${JSON.stringify(challenges)}`]
  const names = headersOf({ headers }, 'content-disposition')
  if (names.length > 1 || !names.every(isGoodDisposition)) faults.push(`names of files ${names.join(', ')}`)
  return faults
}
