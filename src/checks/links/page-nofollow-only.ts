import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { ownTargets } from '../each.ts'
import { pageListFinding } from '../page-list-finding.ts'
import { hyperlinkKinds } from '../targets/target-findings.ts'
import { isExempt } from './link-internal-nofollow.ts'

export const pageNofollowOnly: SiteCheck = {
  id: 'page-nofollow-only',
  scope: 'site',
  type: 'link_issue',
  severity: 'warning',
  title: 'Pages that only nofollow links lead to',
  passedTitle: 'No page is reached by nofollow links alone',
  why: 'All links to these pages ask search engines not to follow them. The pages may never be found, and if they are, no link counts for them.',
  fix: 'Remove nofollow from the internal links to pages that should be found. If a page should not be found, use noindex on it.',
  example: { before: '<a href="/tides" rel="nofollow">Tides</a>', after: '<a href="/tides">Tides</a>' },
  sources: [
    {
      title: 'Google: Qualify your outbound links',
      url: 'https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links',
    },
  ],
  check: site =>
    pageListFinding({
      items: () => hiddenUrls(site),
      message: 'Pages that only nofollow links lead to',
      columns: ['Page', 'Linked from'],
      row: ({ url, sourceUrl }) => [url, sourceUrl],
    }),
}

/** Some of the links of a URL; one that is followed would have led the crawl to it. */
const MAX_READ = 20

async function* hiddenUrls(site: SiteFacts): AsyncGenerator<{ url: string; sourceUrl: string }, void, undefined> {
  for await (const { url, number, mediaType } of ownTargets(site, hyperlinkKinds)) {
    if (number !== null || mediaType !== 'text/html' || isExempt(url)) continue
    const { places } = await site.inlinks(url, { limit: MAX_READ, kinds: hyperlinkKinds })
    const [first] = places
    if (first && places.every(({ isNofollow }) => isNofollow)) yield { url, sourceUrl: first.sourceUrl }
  }
}
