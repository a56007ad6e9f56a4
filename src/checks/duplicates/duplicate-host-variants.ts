import type { SiteFactsCrawl } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'
import { hostCopies } from './related-pages.ts'

export const duplicateHostVariants: SiteCheck = {
  id: 'duplicate-host-variants',
  scope: 'site',
  type: 'duplicate',
  severity: 'error',
  isOfServer: true,
  title: 'Duplicate content: site available under several hosts',
  passedTitle: 'The site is available under one host',
  why: 'The whole site exists more than once: with and without www, or over http and https. Search engines have to guess the preferred host, and links are split among the copies.',
  fix: 'Choose one host, usually over https, and redirect every URL of the others to the same URL there with status 301.',
  example: {
    before: 'http://example.com/ and https://www.example.com/ both return 200',
    after: 'http://example.com/ returns 301 with Location: https://www.example.com/',
  },
  sources: [
    {
      title: 'Google: Consolidate duplicate URLs',
      url: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    },
  ],
  check(site) {
    if (site.crawl.hostVariants.length === 0) {
      return { skipped: 'Host variants were not checked: the host is an IP address or a private name.' }
    }
    return findings(site.crawl)
  },
}

async function* findings(crawl: SiteFactsCrawl): AsyncGenerator<SiteFinding, void, undefined> {
  const copies = hostCopies(crawl)
  if (copies.length === 0) return
  const urls = copies.map(variant => variant.url)
  yield {
    url: crawl.homeUrl ?? crawl.seedUrl,
    message: `Duplicate content: the home page is available under ${counted(urls.length, 'URL')} instead of one: ${urls.join(', ')}`,
    affectedUrls: urls,
    isHostWide: true,
    details: { duplicateUrls: urls },
    evidence: [
      tableEvidence({
        label: 'Host variants',
        columns: ['URL', 'Status', 'Redirects to', 'Canonical'],
        items: crawl.hostVariants,
        row: ({ url, status, location, canonicalUrl }) => [url, status ?? 'no response', location, canonicalUrl],
      }),
    ],
  }
}
