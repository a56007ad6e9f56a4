import { isErrorTarget } from './certainty.ts'
import { isSuccess } from './http-status.ts'
import type { HostFileTarget, Target } from './site-facts.ts'
import { hostWithoutWww } from './url.ts'

/** A page that names another URL as its canonical. */
export interface CanonicalisedPage {
  url: string
  canonicalUrl: string
  /** A local or private copy of a site, whose canonicals have the public host. */
  isPrivateHost: boolean
}

/** The response to a canonical. */
export interface CanonicalResponse {
  finalUrl: string
  /** Status after redirects, null without a response. */
  finalStatus: number | null
}

/** The URL for which the canonical stands: where its redirects end; the canonical itself where it led to no page or was not requested. */
export function resolvedCanonical(canonicalUrl: string, response: CanonicalResponse | null): string {
  const { finalUrl, finalStatus } = response ?? { finalUrl: canonicalUrl, finalStatus: null }
  return isSuccess(finalStatus) ? finalUrl : canonicalUrl
}

/**
 * Search engines ignore a canonical that they cannot fetch, because it certainly returns an error or robots.txt disallows it, and may
 * index the page that names it.
 */
export function isIgnoredCanonical(canonical: Target & Pick<HostFileTarget, 'googlebotLine'>): boolean {
  const { scope, skipReason, googlebotLine } = canonical
  // Of other sites it is only known that this crawler may not fetch it.
  const isBlocked = googlebotLine > 0 || (scope === 'internal' && skipReason === 'robots')
  return isBlocked || isErrorTarget(canonical)
}

/**
 * Whether the resolved canonical is another form of the page's own URL: http or https, with or without www, trailing slash and index
 * file. Unless that form is a page of its own, the canonical is that of the page.
 */
export function isOwnForm({ url, isPrivateHost }: CanonicalisedPage, resolved: string): boolean {
  const [own, other] = [URL.parse(url), URL.parse(resolved)]
  if (own === null || other === null) return false
  if (!isPrivateHost && hostWithoutWww(own) !== hostWithoutWww(other)) return false
  return own.search === other.search && directoryOf(own.pathname) === directoryOf(other.pathname)
}

/** Default documents of the usual servers. */
const INDEX_FILE = /\/(?:index|default)\.(?:html?|php|aspx?)$/i

/** The path without its index file; the slash before the file stays. */
export function withoutIndexFile(path: string): string {
  return path.replace(INDEX_FILE, '/')
}

export function withoutTrailingSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path
}

function directoryOf(path: string): string {
  return withoutTrailingSlash(withoutIndexFile(path))
}
