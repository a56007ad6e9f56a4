import { getPublicSuffix } from 'tldts'

/**
 * Cookies between the hops of one fetch, for sites that set one and redirect to themselves, discarded with the fetch: two pages of a crawl
 * never share state. Or those of a sign-in, which all requests to one origin share.
 */
export interface CookieJar {
  /** Stores the Set-Cookie values of one response. */
  store(url: URL, setCookies: readonly string[]): void
  /** Names and values to send. */
  cookiesFor(url: URL): [name: string, value: string][]
  all(): readonly Cookie[]
}

export interface Cookie {
  name: string
  value: string
  domain: string
  isHostOnly: boolean
  path: string
  isSecure: boolean
}

/** RFC 6265 §6.1 requests at least 50 per domain and 4,096 octets each; redirects need no more. */
const MAX_COOKIES = 50
const MAX_COOKIE_LENGTH = 4_096

export function createCookieJar(given: readonly Cookie[] = []): CookieJar {
  const cookies = new Map(given.slice(0, MAX_COOKIES).map(cookie => [keyOf(cookie), cookie]))
  return {
    store(url, setCookies) {
      for (const text of setCookies) {
        const parsed = text.length <= MAX_COOKIE_LENGTH ? parseSetCookie(text, url) : null
        if (!parsed) continue
        const key = keyOf(parsed.cookie)
        if (parsed.isExpired) cookies.delete(key)
        else if (cookies.has(key) || cookies.size < MAX_COOKIES) cookies.set(key, parsed.cookie)
      }
    },
    cookiesFor: url =>
      [...cookies.values()].filter(cookie => isSentTo(cookie, url)).map(({ name, value }) => [name, value]),
    all: () => [...cookies.values()],
  }
}

function keyOf({ name, domain, path }: Cookie): string {
  return `${name};${domain};${path}`
}

/** Characters that undici accepts in a header; other cookies are not sent back. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Cookies are deleted with a date long past; one that expires during a fetch does not matter, so no clock is needed. */
const LONG_PAST_MS = Date.UTC(2000, 0, 1)

/** RFC 6265 §5.2 and §5.3; null for what cannot be stored or sent back. */
function parseSetCookie(text: string, url: URL): { cookie: Cookie; isExpired: boolean } | null {
  const [pair = '', ...attributes] = text.split(';')
  const equals = pair.indexOf('=')
  const name = pair.slice(0, Math.max(0, equals)).trim()
  const value = pair.slice(equals + 1).trim()
  if (name === '' || !SENDABLE.test(name) || !SENDABLE.test(value)) return null
  const cookie: Cookie = {
    name,
    value,
    domain: url.hostname,
    isHostOnly: true,
    path: defaultPath(url.pathname),
    isSecure: false,
  }
  let isExpired = false
  for (const attribute of attributes) {
    const split = attribute.indexOf('=')
    const key = (split === -1 ? attribute : attribute.slice(0, split)).trim().toLowerCase()
    const content = split === -1 ? '' : attribute.slice(split + 1).trim()
    if (key === 'secure') cookie.isSecure = true
    else if (key === 'path' && content.startsWith('/')) cookie.path = content
    else if (key === 'max-age') isExpired = /^(?:0|-\d+)$/.test(content)
    else if (key === 'expires') isExpired ||= Date.parse(content) < LONG_PAST_MS
    else if (key === 'domain' && content !== '') {
      const domain = content.replace(/^\./, '').toLowerCase()
      if (!isWithinDomain(url.hostname, domain)) return null
      // A cookie for all sites below co.uk or github.io is one of this host alone, or none (RFC 6265 §5.3).
      if (isPublicSuffix(domain) && domain !== url.hostname) return null
      cookie.isHostOnly = isPublicSuffix(domain)
      cookie.domain = domain
    }
  }
  return { cookie, isExpired }
}

/** RFC 6265 §5.1.4. */
function defaultPath(pathname: string): string {
  const end = pathname.lastIndexOf('/')
  return end <= 0 ? '/' : pathname.slice(0, end)
}

function isSentTo(cookie: Cookie, url: URL): boolean {
  if (cookie.isSecure && url.protocol !== 'https:') return false
  if (cookie.isHostOnly ? url.hostname !== cookie.domain : !isWithinDomain(url.hostname, cookie.domain)) return false
  const { pathname } = url
  if (pathname === cookie.path) return true
  return pathname.startsWith(cookie.path) && (cookie.path.endsWith('/') || pathname[cookie.path.length] === '/')
}

function isPublicSuffix(domain: string): boolean {
  return getPublicSuffix(domain, { allowPrivateDomains: true }) === domain
}

function isWithinDomain(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`)
}
