import { certaintyOf, isConfirmedLoss } from '#shared/certainty.ts'
import { isClientError, isGone, isServerError } from '#shared/http-status.ts'
import type { HostFileTarget } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { SITEMAPS_NOT_FETCHED } from '../host-file-messages.ts'
import { type ListedProblem, listedFindings } from './listed-urls.ts'

export const sitemapUrlError: SiteCheck = {
  id: 'sitemap-url-error',
  scope: 'site',
  type: 'sitemap_issue',
  severity: 'error',
  title: 'URL in sitemap returns an error',
  passedTitle: 'No URL in sitemaps returns an error',
  why: 'The sitemap sends search engines to a page that does not exist. That wastes crawl budget and makes search engines trust the sitemap less.',
  fix: 'Remove the URL from the sitemap, or make it return 200 again.',
  example: { before: '<loc>https://www.example.com/gone</loc>', after: '(not listed)' },
  sources: [
    {
      title: 'Google: Build and submit a sitemap',
      url: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
    },
  ],
  check: site =>
    site.crawl.sitemaps === undefined ? { skipped: SITEMAPS_NOT_FETCHED } : listedFindings(site, findProblem),
}

/** Rate limits, or a proxy login: not about the page. */
const saysNothing: readonly number[] = [407, 408, 425, 429]
const ATTEMPTS_WANTED = 2

function findProblem(target: HostFileTarget): ListedProblem | null {
  const { skipReason, isBotChallenge, failure, hops, status } = target
  if (skipReason !== null || isBotChallenge || failure !== null || hops.length > 0 || status === null) return null
  const note = String(status)
  if (isGone(status) || isServerError(status)) {
    return isConfirmedLoss(target) ? { one: `returns ${status}`, many: `return ${status}`, note } : null
  }
  if (!isClientError(status) || saysNothing.includes(status)) return null
  const refusing = certaintyOf(target, { attempts: ATTEMPTS_WANTED, isAgreeing: attempt => attempt.status === status })
  if (refusing !== 'confirmed') return null
  const hint = ' (please confirm that search engines can fetch it)'
  return { one: `returns ${status}${hint}`, many: `return ${status}${hint}`, severity: 'warning', note }
}
