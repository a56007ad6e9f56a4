import { MAX_URL_LENGTH } from './limits.ts'

/**
 * The one canonical form of an address, so that no URL is visited twice. WHATWG URL parsing, then these steps:
 *
 * 1. only http and https; user name and password are dropped (they would end up in reports);
 * 2. the fragment is dropped (it never reaches the server);
 * 3. percent triplets are written in capitals (RFC 3986 §6.2.2.1), and triplets of unreserved characters are decoded
 *    (§6.2.2.2);
 * 4. one trailing dot of the host is dropped.
 *
 * The parser itself lower-cases scheme and host, drops default ports and resolves dot segments. Parameter order, letter
 * case of the path, a trailing slash and `www.` are kept: they may name different resources.
 */
export function normalizeUrl(input: string, base?: string): string | null {
  const url = parseHttpUrl(input, base)
  if (!url) return null
  url.hash = ''
  const href = url.href.endsWith('#') ? url.href.slice(0, -1) : url.href
  return href.length > MAX_URL_LENGTH ? null : href
}

/** Parses to an http(s) URL without credentials and with canonical percent-encoding; null for anything else. Keeps the fragment. */
export function parseHttpUrl(input: string, base?: string): URL | null {
  const url = URL.parse(input, base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') return null
  url.username = ''
  url.password = ''
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  url.pathname = canonicalTriplets(url.pathname)
  if (url.search) url.search = canonicalTriplets(url.search)
  return url
}

const TRIPLET = /%[0-9a-f]{2}/gi
const UNRESERVED = /[A-Za-z0-9._~-]/

function canonicalTriplets(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(TRIPLET, triplet => {
    const char = String.fromCharCode(Number.parseInt(triplet.slice(1), 16))
    return UNRESERVED.test(char) ? char : triplet.toUpperCase()
  })
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
