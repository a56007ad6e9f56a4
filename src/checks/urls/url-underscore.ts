import type { SiteCheck } from '../check.ts'
import { pageListFinding, pagesWhere } from '../page-list-finding.ts'
import { pathsBelow } from '../url-parts.ts'

export const urlUnderscore: SiteCheck = {
  id: 'url-underscore',
  scope: 'site',
  type: 'url_issue',
  severity: 'info',
  title: 'URLs with underscores',
  passedTitle: 'No URLs with underscores',
  why: 'Search engines take a hyphen for the space between two words. Words joined by an underscore may be read as one.',
  fix: 'Use hyphens in new URLs. Changing URLs that are indexed already is seldom worth the redirects.',
  example: { before: 'https://example.com/tide_tables', after: 'https://example.com/tide-tables' },
  sources: [
    {
      title: 'Google: URL structure best practices',
      url: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
    },
  ],

  check: site => {
    const below = pathsBelow(site.crawl.homeUrl ?? site.crawl.seedUrl)
    return pageListFinding({
      items: () => pagesWhere(site, url => below(url).includes('_')),
      message: 'URLs with underscores',
      columns: ['Page'],
      row: ({ url }) => [url],
    })
  },
}
