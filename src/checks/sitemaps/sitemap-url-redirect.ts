import type { HostFileTarget } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { SITEMAPS_NOT_FETCHED } from '../host-file-messages.ts'
import { type ListedProblem, listedFindings } from './listed-urls.ts'

export const sitemapUrlRedirect: SiteCheck = {
  id: 'sitemap-url-redirect',
  scope: 'site',
  type: 'sitemap_issue',
  severity: 'warning',
  title: 'Redirecting URL in sitemap',
  passedTitle: 'No URL in sitemaps redirects',
  why: 'A sitemap should list the URLs that search results should show. A redirecting URL is never shown, and costs search engines an extra request.',
  fix: 'List the final URL of the redirect, if it should be indexed, instead of the old one.',
  example: { before: '<loc>http://example.com/chairs</loc>', after: '<loc>https://www.example.com/chairs/</loc>' },
  sources: [
    {
      title: 'Google: Build and submit a sitemap',
      url: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
    },
    { title: 'RFC 9110: Redirection 3xx', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4' },
  ],
  check: site =>
    site.crawl.sitemaps === undefined ? { skipped: SITEMAPS_NOT_FETCHED } : listedFindings(site, findProblem),
}

function findProblem({ skipReason, isBotChallenge, hops, finalUrl, failure }: HostFileTarget): ListedProblem | null {
  const [first] = hops
  if (!first || skipReason !== null || isBotChallenge || failure === 'address-refused') return null
  return { one: 'redirects', many: 'redirect', note: `${first.status}, to ${finalUrl}` }
}
