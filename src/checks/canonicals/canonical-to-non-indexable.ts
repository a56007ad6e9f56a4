import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { each } from '../each.ts'
import { canonicalKinds } from '../targets/target-findings.ts'
import { templateFindings, type WrongTarget } from '../targets/template-mistakes.ts'

export const canonicalToNonIndexable: SiteCheck = {
  id: 'canonical-to-non-indexable',
  scope: 'site',
  type: 'canonical_issue',
  severity: 'error',
  title: 'Canonical points to a non-indexable page',
  passedTitle: 'Canonicals point to indexable pages',
  why: 'The page asks search engines to show another page instead, and that page has noindex or is blocked by robots.txt. Both can disappear from the results.',
  fix: 'Decide which of the two pages should be indexed. Remove noindex or the robots.txt rule from the canonical page, or let this page name itself.',
  example: {
    before: '/chairs?page=1 names /chairs, which carries noindex',
    after: '/chairs carries no noindex',
  },
  sources: [
    {
      title: 'Google: How to specify a canonical URL',
      url: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    },
    {
      title: 'Google: Block indexing with noindex',
      url: 'https://developers.google.com/search/docs/crawling-indexing/block-indexing',
    },
  ],
  check: site =>
    templateFindings(site, { targets: hiddenCanonicals(site), kinds: canonicalKinds, namedHow: 'named by' }),
}

async function* hiddenCanonicals(site: SiteFacts): AsyncGenerator<WrongTarget, void, undefined> {
  for await (const page of each(site.pages())) {
    if (page.isNoindex) yield hidden(page.url, { one: 'has noindex', many: 'have noindex' })
  }
  for await (const target of each(site.targets({ scope: 'internal', kinds: canonicalKinds, response: 'skipped' }))) {
    const why = 'robots.txt blocks'
    if (target.skipReason === 'robots') yield hidden(target.url, { one: why, many: why })
  }
}

function hidden(url: string, why: { one: string; many: string }): WrongTarget {
  return {
    url,
    problem: {
      message: `Canonical points to a page that ${why.one}: ${url}`,
      manyMessage: urls => `Canonical points to ${urls} of one directory that ${why.many}`,
    },
  }
}
