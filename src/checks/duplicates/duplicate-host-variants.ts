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
  title: 'Duplicate content: the site answers under several host names',
  passedTitle: 'The site answers under one host name',
  why: 'With and without www, by http and by https the whole site exists more than once. Search engines have to guess which one is meant, and links are divided among them.',
  fix: 'Choose one, https as a rule, and redirect every address of the others to the same address there with status 301.',
  example: {
    before: 'http://example.com/ and https://www.example.com/ both answer 200',
    after: 'http://example.com/ answers 301 with Location: https://www.example.com/',
  },
  sources: [
    {
      title: 'Google: Consolidate duplicate URLs',
      url: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    },
  ],
  check(site) {
    if (site.crawl.hostVariants.length === 0) {
      return { skipped: 'Other spellings of the host were not asked: it is an address or a private name.' }
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
    message: `Duplicate content: the home page answers under ${counted(urls.length, 'address')} instead of one: ${urls.join(', ')}`,
    affectedUrls: urls,
    isHostWide: true,
    details: { duplicateUrls: urls },
    evidence: [
      tableEvidence({
        label: 'Spellings of the host',
        columns: ['Address', 'Status', 'Redirects to', 'Canonical'],
        items: crawl.hostVariants,
        row: ({ url, status, location, canonicalUrl }) => [url, status ?? 'no answer', location, canonicalUrl],
      }),
    ],
  }
}
