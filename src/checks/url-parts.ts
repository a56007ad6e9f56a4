import { getDomain } from 'tldts'
import type { PageFacts } from '#shared/facts.ts'
import { siteMatcher } from '#shared/site-hosts.ts'
import { hostWithoutWww } from '#shared/url.ts'

/** Host and port of a normalised URL, without parsing it again. */
export function hostOf(url: string): string {
  const start = url.indexOf('://') + 3
  for (let end = start; end < url.length; end++) {
    const code = url.charCodeAt(end)
    if (code === SLASH || code === QUESTION_MARK || code === HASH) return url.slice(start, end)
  }
  return url.slice(start)
}

const [SLASH, QUESTION_MARK, HASH] = [0x2f, 0x3f, 0x23]

/** The URL up to the slash after the host, which all URLs of that host start with; '' without one. */
export function originPrefix(url: string): string {
  const end = url.indexOf('://') + 3 + hostOf(url).length
  return url.charCodeAt(end) === SLASH ? url.slice(0, end + 1) : ''
}

/** Gives the path of a URL below the folder of the start page, which all pages of a site may share; the whole path of a page elsewhere. */
export function pathsBelow(startUrl: string): (url: string) => string {
  const start = URL.parse(startUrl)?.pathname ?? ''
  const folder = start.slice(0, start.lastIndexOf('/') + 1)
  return url => {
    const path = URL.parse(url)?.pathname ?? ''
    return path.startsWith(folder) ? path.slice(folder.length) : path
  }
}

/** Same host and port, with or without `www.`: an estimate of the crawl's scope from one page. */
export function isSameSite(url: string, otherUrl: string): boolean {
  const [one, other] = [URL.parse(url), URL.parse(otherUrl)]
  return one !== null && other !== null && hostWithoutWww(one) === hostWithoutWww(other)
}

/** Whether a URL belongs to the site of a page: its host with or without `www.`, or a subdomain of the crawl's scope. */
export function isOnSiteOf(url: string, page: Pick<PageFacts, 'url' | 'siteHosts'>): boolean {
  return siteMatcher(page.url, page.siteHosts)(url)
}

/** `example.co.uk` for `shop.example.co.uk`; null for IP addresses and names without a public suffix. */
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
 * A normalised URL of only a host and path segments of letters, digits, hyphens, dots and tildes. Most URLs are plain, and checks of
 * special characters can skip them.
 */
export function isPlainUrl(url: string): boolean {
  return PLAIN.test(url)
}

const PLAIN = /^https?:\/\/[\w.:-]+(?:\/[\w.~-]+)*\/?$/
