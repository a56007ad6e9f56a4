import type { MadeUpResponse, SiteFactsCrawl } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { tableEvidence, textEvidence } from '../evidence.ts'

export const notFoundStatusMissing: SiteCheck = {
  id: 'not-found-status-missing',
  scope: 'site',
  type: 'indexability_issue',
  severity: 'error',
  title: 'Addresses that do not exist answer 200',
  passedTitle: 'Addresses that do not exist answer with an error',
  why: 'Any address, also one that nobody has ever made, is answered as a page that exists. Search engines take in false addresses without end, and neither they nor this report can tell which links are broken.',
  fix: 'Answer unknown addresses with status 404. In a single-page application let the server know the addresses that exist, or print the error page under a server route that sends 404.',
  example: { before: '/no-such-page answers 200 OK', after: '/no-such-page answers 404 Not Found' },
  sources: [
    {
      title: 'Google: How HTTP status codes affect Google Search (soft 404)',
      url: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors',
    },
    { title: 'RFC 9110, section 15.5.5: 404 Not Found', url: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.5' },
  ],
  check({ crawl }) {
    if (crawl.laterResponses.madeUp.length < WANTED_ADDRESSES) {
      return { skipped: 'No made-up address was asked: the crawl was stopped, or robots.txt closes such addresses.' }
    }
    return findings(crawl)
  },
}

/** One at the root and one below a made-up directory: routes often catch all of one level alone. */
const WANTED_ADDRESSES = 2
const WANTED_ANSWERS = 2

async function* findings({
  laterResponses,
  homeUrl,
  seedUrl,
}: SiteFactsCrawl): AsyncGenerator<SiteFinding, void, undefined> {
  const { madeUp } = laterResponses
  const [first] = madeUp
  if (!first || !madeUp.every(isTakenForPage)) return
  yield {
    url: homeUrl ?? seedUrl,
    message: `Addresses that do not exist answer 200, such as ${first.url}`,
    affectedUrls: [homeUrl ?? seedUrl],
    isHostWide: true,
    evidence: [
      tableEvidence({
        label: 'Addresses made up for this test',
        columns: ['Address', 'Answers', 'Title'],
        items: madeUp,
        row: ({ url, statuses, title }) => [url, statuses.map(status => status ?? 'none').join(', '), title],
      }),
      textEvidence('Text of the first', first.text),
    ],
  }
}

function isTakenForPage({ statuses, isHtml }: MadeUpResponse): boolean {
  return isHtml && statuses.length >= WANTED_ANSWERS && statuses.every(status => status === 200)
}
