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
  title: 'Error page answers 200',
  passedTitle: 'Error pages answer with an error',
  why: 'The page tells people that it does not exist, and tells machines by its status that all is well. Search engines keep coming back for it, and links to it do not show up as broken.',
  fix: 'Send the page with status 404, or 410 when it is gone for good. Where another page has taken its place, redirect to that with 301. Then fix the links that lead here.',
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

/** Pages that were asked again and still look like an error message. One template makes them all, so they are told by their text. */
async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const { errorLike, madeUp } = site.crawl.laterResponses
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
      message: `Error page answers 200: ${urls.length === 1 ? first.url : `${roughCount(urls.length, 'address')}, such as ${first.url}`}`,
      affectedUrls: urls,
      details: { referringSources: [...new Set(places.map(place => place.sourceUrl))] },
      evidence: [
        tableEvidence({
          label: 'What speaks for an error message, in two answers',
          columns: ['Address', 'Signs'],
          items: members,
          row: page => [page.url, notFoundSignals(page, madeUp).join('; ')],
        }),
        { kind: 'places', label: 'The first is linked from', places, total: places.length },
      ],
    }
  }
}
