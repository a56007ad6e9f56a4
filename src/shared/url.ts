import { MAX_URL_LENGTH } from './limits.ts'

/**
 * The one canonical form of a URL, so that no URL is visited twice. WHATWG URL parsing, then these steps:
 *
 * 1. only http and https; user name and password are dropped (they would end up in reports);
 * 2. the fragment is dropped (it never reaches the server);
 * 3. percent triplets are written in capitals (RFC 3986 §6.2.2.1), and triplets of unreserved characters are decoded
 *    (§6.2.2.2);
 * 4. trailing dots of the host are dropped.
 *
 * Normalising twice changes nothing more.
 *
 * The parser itself lower-cases scheme and host, drops default ports and resolves dot segments. Parameter order, letter
 * case of the path, a trailing slash and `www.` are kept: they may name different resources.
 */
export function normalizeUrl(input: string, base?: string): string | null {
  const url = parseHttpUrl(input, base)
  if (!url) return null
  // Each assignment parses anew, and this runs for every link: only what is there is changed. A bare `#` is not in `hash`.
  if (url.href.includes('#')) url.hash = ''
  const { href } = url
  return href.length > MAX_URL_LENGTH ? null : href
}

/** A part of a URL as it reads; as it is written where that is no UTF-8. */
export function percentDecoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The same URL with the scheme http. */
export function overHttp(url: string): string {
  return url.replace(/^https:/, 'http:')
}

/** Parses to an http(s) URL without credentials and with canonical percent-encoding; null for anything else. Keeps the fragment. */
export function parseHttpUrl(input: string, base?: string): URL | null {
  const url = URL.parse(input, base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') return null
  if (url.username !== '') url.username = ''
  if (url.password !== '') url.password = ''
  if (url.hostname.endsWith('.')) {
    const hostname = withoutTrailingDots(url.hostname)
    if (hostname === '') return null
    url.hostname = hostname
    // The parser takes no such host, so that nothing was set: `host.0x7f..`
    if (url.hostname.endsWith('.')) return null
  }
  const { pathname, search } = url
  const path = canonicalTriplets(pathname)
  if (path !== pathname) url.pathname = path
  const query = canonicalTriplets(search)
  if (query !== search) url.search = query
  return url
}

/** A loop, because `/\.+$/` takes quadratic time on a host made of dots. */
function withoutTrailingDots(hostname: string): string {
  let end = hostname.length
  while (hostname[end - 1] === '.') end -= 1
  return hostname.slice(0, end)
}

const TRIPLET = /%[0-9a-f]{2}/gi
const UNRESERVED = /[A-Za-z0-9._~-]/
const HEX_DIGIT = /[0-9A-Fa-f]/

function canonicalTriplets(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(TRIPLET, (triplet, offset: number) => {
    const char = String.fromCharCode(Number.parseInt(triplet.slice(1), 16))
    const isDecoded = UNRESERVED.test(char) && !joinsTriplet(text, offset, char)
    return isDecoded ? char : triplet.toUpperCase()
  })
}

/** Whether `char`, decoded at `offset`, would make a triplet that was not written: after a stray `%` or `%4`. */
export function joinsTriplet(text: string, offset: number, char: string): boolean {
  if (!HEX_DIGIT.test(char)) return false
  if (text[offset - 1] === '%') return true
  return text[offset - 2] === '%' && HEX_DIGIT.test(text[offset - 1] ?? '')
}

/** `host[:port]` without a leading `www.`, the key by which scope compares hosts. */
export function hostWithoutWww(url: URL): string {
  return url.host.replace(/^www\./, '')
}

/** Number of path segments, at least 1: the depth that the structure graph draws. */
export function pathDepth(url: string): number {
  const segments = URL.parse(url)?.pathname.split('/').filter(Boolean).length ?? 0
  return Math.max(1, segments)
}

/**
 * Path and query of a URL as `normalizeUrl` writes it, with its fragment where it has one: reading the URL whole takes ten
 * times as long.
 */
export function pathOfUrl(url: string): string {
  const start = url.indexOf('/', 'https://'.length)
  return start === -1 ? '/' : url.slice(start)
}
