import { getDomain } from 'tldts'
import { hostWithoutWww } from '#shared/url.ts'

/** Host with port of a normalised address, without parsing it anew. */
export function hostOf(url: string): string {
  const start = url.indexOf('://') + 3
  for (let end = start; end < url.length; end++) {
    const code = url.charCodeAt(end)
    if (code === SLASH || code === QUESTION_MARK || code === HASH) return url.slice(start, end)
  }
  return url.slice(start)
}

const [SLASH, QUESTION_MARK, HASH] = [0x2f, 0x3f, 0x23]

/** Up to the slash after the host, by which an address of the same host is told; '' where there is none. */
export function originPrefix(url: string): string {
  const end = url.indexOf('://') + 3 + hostOf(url).length
  return url.charCodeAt(end) === SLASH ? url.slice(0, end + 1) : ''
}

/** Same host and port, with or without `www.`; what a single page can tell about the scope of a crawl. */
export function isSameSite(url: string, otherUrl: string): boolean {
  const [one, other] = [URL.parse(url), URL.parse(otherUrl)]
  return one !== null && other !== null && hostWithoutWww(one) === hostWithoutWww(other)
}

/** `example.co.uk` for `shop.example.co.uk`; null for addresses and names without a public suffix. */
export function registrableDomain(url: string): string | null {
  return getDomain(url, { allowPrivateDomains: true })
}

/**
 * The words of a path in lower case, and each segment written together: `sign`, `in` and `signin` for `/sign-in`. Words are
 * whole, so that `author` is not taken for `auth`.
 */
export function pathWords(url: string): string[] {
  const path = URL.parse(url)?.pathname.toLowerCase() ?? ''
  const segments = path.split('/').filter(Boolean)
  return segments.flatMap(segment => [...segment.split(/[^a-z0-9]+/), segment.replace(/[^a-z0-9]+/g, '')])
}

/**
 * A normalised address of nothing but a host and segments of letters, digits, hyphens, dots and tildes, each behind one slash. Most are
 * such, and nothing that is said with other characters is said by them.
 */
export function isPlainUrl(url: string): boolean {
  return PLAIN.test(url)
}

const PLAIN = /^https?:\/\/[\w.:-]+(?:\/[\w.~-]+)*\/?$/
