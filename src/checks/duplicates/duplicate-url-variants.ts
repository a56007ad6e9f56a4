import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { textEvidence } from '../evidence.ts'
import { type VariantDifference, variantDifferences, variantDifferencesOf, variantKey } from '../urls/url-variant.ts'
import { bestLinked, duplicateFinding } from './duplicate-groups.ts'

export const duplicateUrlVariants: SiteCheck = {
  id: 'duplicate-url-variants',
  scope: 'site',
  pages: 'eligible',
  type: 'duplicate',
  severity: 'warning',
  title: 'Duplicate content: one page under several URL variants',
  passedTitle: 'Every page has one URL',
  why: 'Search engines treat each URL variant as a page of its own, so links to the same page count for different ones. They also crawl the page once for every variant.',
  fix: 'Choose one URL, link only to it, and redirect the others to it with status 301. If that is not possible, use a canonical link.',
  example: {
    before: '/chairs, /chairs/ and /chairs/index.html all show the page',
    after: '/chairs/ shows it, /chairs and /chairs/index.html redirect there',
  },
  sources: [
    {
      title: 'Google: Consolidate duplicate URLs',
      url: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    },
  ],
  check: findings,
}

/**
 * Pages of a group are eligible, so none names another as canonical. The title is a second signal: pages with next to no
 * text have equal texts easily.
 */
async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  for await (const group of each(site.groups('textHash'))) {
    if (group.value === '') continue
    const spellings = Map.groupBy(group.pages, page => `${variantKey(page.url)} ${page.title}`)
    for (const members of spellings.values()) {
      const finding = members.length < 2 ? null : findingOf(members)
      if (finding) yield finding
    }
  }
}

function findingOf(members: PageSummary[]): SiteFinding | null {
  const best = bestLinked(members)
  if (!best) return null
  const differences = differencesAmong(members, best)
  return duplicateFinding(
    { members: members.toSorted((a, b) => a.number - b.number), total: members.length },
    {
      message: `Duplicate content: the same page is available under ${roughCount(members.length, 'URL')} that differ only in ${differences.join(' and ')}, such as ${best.url}`,
      evidence: [textEvidence('Difference', differences.join(', '))],
    },
  )
}

function differencesAmong(members: readonly PageSummary[], best: PageSummary): VariantDifference[] {
  const found = new Set(members.flatMap(page => variantDifferencesOf(best.url, page.url)))
  return variantDifferences.filter(difference => found.has(difference))
}
