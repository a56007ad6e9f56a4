import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { each } from '../each.ts'
import { pageListFinding } from '../page-list-finding.ts'

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

  check: site =>
    pageListFinding({
      items: foundPages(site),
      message: 'URLs with underscores',
      columns: ['Page'],
      row: ({ url }) => [url],
    }),
}

async function* foundPages(site: SiteFacts): AsyncGenerator<{ url: string }, void, undefined> {
  for await (const { url } of each(site.pages())) {
    if (URL.parse(url)?.pathname.includes('_')) yield { url }
  }
}
