import type { RandomUrlResponse, SiteFactsCrawl } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { tableEvidence, textEvidence } from '../evidence.ts'

export const notFoundStatusMissing: SiteCheck = {
  id: 'not-found-status-missing',
  scope: 'site',
  type: 'indexability_issue',
  severity: 'error',
  isOfServer: true,
  title: 'Nonexistent URLs return 200 instead of 404',
  passedTitle: 'Nonexistent URLs return an error',
  why: 'The server returns a page with status 200 for any URL, even one that never existed. Search engines index any number of wrong URLs, and neither they nor this report can detect broken links.',
  fix: 'Return status 404 for unknown URLs. In a single-page application, let the server know the valid routes, or render the error page on a server route that returns 404.',
  example: { before: '/no-such-page returns 200 OK', after: '/no-such-page returns 404 Not Found' },
  sources: [
    {
      title: 'Google: How HTTP status codes affect Google Search (soft 404)',
      url: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors',
    },
    { title: 'RFC 9110, section 15.5.5: 404 Not Found', url: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.5' },
  ],
  check({ crawl }) {
    if (crawl.laterResponses.randomUrls.length < REQUIRED_URLS) {
      return { skipped: 'No nonexistent URL was requested: the crawl was stopped, or robots.txt blocks such URLs.' }
    }
    return findings(crawl)
  },
}

/** One at the root and one below a made-up directory: routes often catch all of one level alone. */
const REQUIRED_URLS = 2
const REQUIRED_RESPONSES = 2

async function* findings({
  laterResponses,
  homeUrl,
  seedUrl,
}: SiteFactsCrawl): AsyncGenerator<SiteFinding, void, undefined> {
  const { randomUrls } = laterResponses
  const [first] = randomUrls
  if (!first || !randomUrls.every(isTakenForPage)) return
  yield {
    url: homeUrl ?? seedUrl,
    message: `Nonexistent URLs return 200, such as ${first.url}`,
    affectedUrls: [homeUrl ?? seedUrl],
    isHostWide: true,
    evidence: [
      tableEvidence({
        label: 'Nonexistent URLs requested by this check',
        columns: ['URL', 'Status codes', 'Title'],
        items: randomUrls,
        row: ({ url, statuses, title }) => [url, statuses.map(status => status ?? 'none').join(', '), title],
      }),
      textEvidence('Text of the first response', first.text),
    ],
  }
}

function isTakenForPage({ statuses, isHtml }: RandomUrlResponse): boolean {
  return isHtml && statuses.length >= REQUIRED_RESPONSES && statuses.every(status => status === 200)
}
