import type { SiteCheck } from '../check.ts'
import { pageListFinding, pagesWhere } from '../page-list-finding.ts'
import { pathsBelow } from '../url-parts.ts'

export const urlUppercase: SiteCheck = {
  id: 'url-uppercase',
  scope: 'site',
  type: 'url_issue',
  severity: 'info',
  title: 'URLs with capital letters',
  passedTitle: 'No URLs with capital letters',
  why: 'URLs differ by case: /Tides and /tides are two pages to a search engine and to most servers. People type and write links in small letters, and miss the page.',
  fix: 'Use small letters in URLs, and redirect the old ones with status 301.',
  example: { before: 'https://example.com/Tides', after: 'https://example.com/tides' },
  sources: [
    {
      title: 'Google: URL structure best practices',
      url: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
    },
  ],

  check: site => {
    const below = pathsBelow(site.crawl.homeUrl ?? site.crawl.seedUrl)
    return pageListFinding({
      items: () => pagesWhere(site, url => CAPITAL.test(below(url).replace(OMITTED, ''))),
      message: 'URLs with capital letters',
      columns: ['Page'],
      row: ({ url }) => [url],
    })
  },
}

const CAPITAL = /[A-Z]/
/** Escapes, which are written in capital letters, and session ids, which have their own check. */
const OMITTED = /%[0-9A-Fa-f]{2}|;[^/]*/g
