import type { SiteCheck } from '../check.ts'
import { pageListFinding, pagesWhere } from '../page-list-finding.ts'

export const urlPathRepeated: SiteCheck = {
  id: 'url-path-repeated',
  scope: 'site',
  type: 'url_issue',
  severity: 'info',
  title: 'URLs that repeat a part of their path',
  passedTitle: 'No URLs repeat a part of their path',
  why: 'A path such as /tides/today/tides/today mostly comes from a relative link without a slash at its beginning. The server shows the same page under ever longer URLs.',
  fix: 'Begin links with a slash or write whole URLs, and let the server respond with 404 to such paths.',
  example: { before: 'https://example.com/tides/today/tides/today/', after: 'https://example.com/tides/today/' },
  sources: [
    {
      title: 'Google: URL structure best practices',
      url: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
    },
  ],

  check: site =>
    pageListFinding({
      items: () => pagesWhere(site, hasRepeatedPart),
      message: 'URLs that repeat a part of their path',
      columns: ['Page'],
      row: ({ url }) => [url],
    }),
}

const LEAST_TIMES = 3

/** Numbers and letters alone repeat in dates and indexes. */
function hasRepeatedPart(url: string): boolean {
  const parts = (URL.parse(url)?.pathname ?? '').split('/').filter(part => part.length > 1 && !/^\d+$/.test(part))
  return parts.length >= LEAST_TIMES && parts.some(part => parts.filter(other => other === part).length >= LEAST_TIMES)
}
