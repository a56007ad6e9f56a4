import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { bestLinked } from '../duplicates/duplicate-groups.ts'
import { each } from '../each.ts'
import { textEvidence } from '../evidence.ts'
import { variantDifferences, variantDifferencesOf, variantKey } from '../urls/url-variant.ts'

export const canonicalMissing: SiteCheck = {
  id: 'canonical-missing',
  scope: 'site',
  pages: 'eligible',
  type: 'canonical_issue',
  severity: 'info',
  title: 'Missing canonical on a page with several URLs',
  passedTitle: 'Pages with several URLs declare a canonical',
  why: 'The page is available under several URL variants, and none of them declares which one is preferred. Search engines choose one themselves, and not always the one that you link to.',
  fix: 'Add the same canonical link under all URLs of the page, or redirect the other URLs to the preferred one with status 301.',
  example: {
    before: '/chairs and /chairs?utm_source=mail, without a canonical',
    after: '<link rel="canonical" href="https://example.com/chairs">',
  },
  sources: [
    {
      title: 'Google: How to specify a canonical URL',
      url: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    },
  ],
  check: findings,
}

/** Groups of pages by title are cut at so many members by the store; a title of more pages identifies nothing. */
async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  for await (const group of each(site.groups('title'))) {
    for (const members of Map.groupBy(group.pages, page => variantKey(page.url)).values()) {
      if (members.every(hasNoCanonical) && !haveSameText(members)) yield findingOf(members)
    }
  }
}

const hasNoCanonical = (page: PageSummary): boolean => page.canonicalUrl === null

/** The same text under several spellings is duplicate content, which has its own check; one page is no variant. */
function haveSameText(members: readonly PageSummary[]): boolean {
  return members.every(page => page.textHash === members[0]?.textHash)
}

function findingOf(members: readonly PageSummary[]): SiteFinding {
  const urls = members.map(page => page.url)
  const first = bestLinked(members)?.url ?? ''
  const found = new Set(urls.flatMap(url => variantDifferencesOf(first, url)))
  const differences = variantDifferences.filter(difference => found.has(difference)).join(', ')
  return {
    url: first,
    message: `Missing canonical: ${first} is available under ${roughCount(urls.length, 'URL')} without a canonical`,
    affectedUrls: urls,
    evidence: [
      { kind: 'urls', label: 'URLs of the page', urls, total: urls.length },
      textEvidence('Difference', differences),
    ],
  }
}
