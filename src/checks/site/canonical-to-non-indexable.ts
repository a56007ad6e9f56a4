import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { canonicalKinds } from './canonical-kinds.ts'
import { each } from './each.ts'
import { referrersOf } from './referrers.ts'
import { urlFinding } from './target-findings.ts'

export const canonicalToNonIndexable: SiteCheck = {
  id: 'canonical-to-non-indexable',
  scope: 'site',
  type: 'canonical_issue',
  severity: 'error',
  title: 'Canonical leads to a page that is kept out of search',
  passedTitle: 'Every canonical may be shown in search',
  why: 'The page asks to be replaced by another one, and that one asks not to be shown or may not be fetched. Both can vanish from the results.',
  fix: 'Decide which of the two pages should be found. Take noindex or the robots.txt rule off the canonical page, or let this page name itself.',
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
  check: findings,
}

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  for await (const page of each(site.pages())) {
    if (page.isNoindex) yield* findingAbout(site, { url: page.url, reason: 'asks not to be indexed' })
  }
  for await (const target of each(site.targets({ scope: 'internal', kinds: canonicalKinds, outcome: 'skipped' }))) {
    if (target.skipReason === 'robots')
      yield* findingAbout(site, { url: target.url, reason: 'may not be fetched (robots.txt)' })
  }
}

async function* findingAbout(
  site: SiteFacts,
  { url, reason }: { url: string; reason: string },
): AsyncGenerator<SiteFinding, void, undefined> {
  const referrers = await referrersOf(site, { url, kinds: canonicalKinds })
  if (referrers === null) return
  const message = `Canonical leads to a page that ${reason}: ${url}`
  yield urlFinding({ url, referrers, namedHow: 'named by', verdict: { message } })
}
