import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'
import { notFoundSignals } from './not-found-phrases.ts'

export const soft404: SiteCheck = {
  id: 'soft-404',
  scope: 'site',
  type: 'indexability_issue',
  severity: 'warning',
  title: 'Soft 404',
  passedTitle: 'No page is a soft 404',
  why: 'The page says that it does not exist, but its status code says that it does. Search engines keep crawling it, and links to it are not reported as broken.',
  fix: 'Return status 404, or 410 if the page is permanently gone. If another page has replaced it, redirect to that page with 301. Then fix the links to this URL.',
  example: {
    before: 'HTTP/1.1 200 OK … <h1>Page not found</h1>',
    after: 'HTTP/1.1 404 Not Found … <h1>Page not found</h1>',
  },
  sources: [
    {
      title: 'Google: How HTTP status codes affect Google Search (soft 404)',
      url: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors',
    },
  ],
  check: findings,
}

/** Pages that still look like an error page on a second request, grouped by their text: one template makes them all. */
async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const { errorLike, randomUrls } = site.crawl.laterResponses
  const pages: PageSummary[] = []
  for (const { url, isAgain } of errorLike) {
    const page = isAgain ? await site.page(url) : null
    if (page) pages.push(page)
  }
  for (const members of Map.groupBy(pages, page => page.textHash || page.url).values()) {
    const [first] = members
    if (!first) continue
    const urls = members.map(page => page.url)
    const { places } = await site.inlinks(first.url, { limit: MAX_EVIDENCE_URLS, kinds: ['anchor', 'area'] })
    yield {
      url: first.url,
      // A link to it is a broken link that no other check reports.
      severity: places.length > 0 ? 'error' : 'warning',
      message: `Soft 404: ${urls.length === 1 ? first.url : `${roughCount(urls.length, 'URL')}, such as ${first.url}`}`,
      affectedUrls: urls,
      details: { referringSources: [...new Set(places.map(place => place.sourceUrl))] },
      evidence: [
        tableEvidence({
          label: 'Signs of an error page, in two responses',
          columns: ['URL', 'Signs'],
          items: members,
          row: page => [page.url, notFoundSignals(page, randomUrls).join('; ')],
        }),
        { kind: 'places', label: 'Inlinks of the first URL', places, total: places.length },
      ],
    }
  }
}
