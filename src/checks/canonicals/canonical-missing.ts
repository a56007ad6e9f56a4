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
  type: 'canonical_issue',
  severity: 'info',
  title: 'Canonical missing on a page with several addresses',
  passedTitle: 'Pages with several addresses name the one that is meant',
  why: 'The page answers under addresses that differ only in their spelling, and none of them says which is meant. Search engines choose one by themselves, and not always the one that you link to.',
  fix: 'Let the page name its preferred address in a canonical link under all of its addresses, or redirect the others to it with status 301.',
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

/** Groups of pages by title are cut at so many members by the store; a title of more pages tells nothing apart. */
async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  for await (const group of each(site.groups('title'))) {
    for (const members of Map.groupBy(group.pages, page => variantKey(page.url)).values()) {
      if (members.length > 1 && members.every(isSilent) && !areEqual(members)) yield findingOf(members)
    }
  }
}

const isSilent = (page: PageSummary): boolean => page.canonicalUrl === null

/** The same text under several spellings is duplicate content, which has its own check. */
function areEqual(members: readonly PageSummary[]): boolean {
  return members.every(page => page.textHash === members[0]?.textHash)
}

function findingOf(members: readonly PageSummary[]): SiteFinding {
  const urls = members.map(page => page.url)
  const first = bestLinked(members)?.url ?? ''
  const found = new Set(urls.flatMap(url => variantDifferencesOf(first, url)))
  const differences = variantDifferences.filter(difference => found.has(difference)).join(', ')
  return {
    url: first,
    message: `Canonical missing: ${first} answers under ${roughCount(urls.length, 'address')} and names none of them`,
    affectedUrls: urls,
    evidence: [
      { kind: 'urls', label: 'Addresses of the page', urls, total: urls.length },
      textEvidence('Difference', differences),
    ],
  }
}
