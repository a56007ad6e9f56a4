import type { CrawlScope } from '#shared/crawl-scope.ts'
import type { SkipReason } from '#shared/model.ts'
import { isLogoutUrl } from './access/logout-urls.ts'
import { refusedShape } from './scope.ts'

/** What decides whether a crawl requests a URL. */
export interface RequestRules {
  scope: Pick<CrawlScope, 'excludedBy'>
  /** null when robots.txt is not obeyed. */
  robots: { check(url: string): { isAllowed: boolean } } | null
  /** Origins that get credentials, where links that end the sign-in are not followed; absent: none. */
  signedInOrigins?: readonly string[] | undefined
}

/** A URL as far as the decision needs it. */
export interface UrlToDecide {
  url: string
  isExternal: boolean
  /** The start page is excluded by no rule. */
  isSeed: boolean
}

/** Why a URL must not be requested; null when it may. Crawls and previews of them decide by it. */
export function requestRefusal(
  { url, isExternal, isSeed }: UrlToDecide,
  { scope, robots, signedInOrigins = [] }: RequestRules,
): SkipReason | null {
  if (!isSeed && scope.excludedBy(url) !== null) return 'excluded'
  if (!isSeed && signedInOrigins.length > 0 && signedInOrigins.includes(new URL(url).origin) && isLogoutUrl(url))
    return 'logout'
  if (isExternal) return null
  return refusedShape(url) ?? (robots !== null && !robots.check(url).isAllowed ? 'robots' : null)
}
