import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { textEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { robotsEvidence } from './robots-evidence.ts'

const thresholds = declareThresholds({
  minPages: {
    label: 'Fewest pages',
    unit: 'pages',
    default: 10,
    min: 1,
    max: 100_000,
    explanation: 'A site of fewer is not judged.',
  },
  minPercent: {
    label: 'Least share of the pages',
    unit: '%',
    default: 80,
    min: 50,
    max: 100,
    explanation: 'A site is reported when so many of its pages carry noindex.',
  },
})

export const siteNoindex: SiteCheck<typeof thresholds> = {
  id: 'site-noindex',
  scope: 'site',
  type: 'indexability_issue',
  severity: 'error',
  title: 'Almost the whole site asks not to be shown in search',
  passedTitle: 'The site may be shown in search',
  why: 'Nearly all pages carry noindex, so the site all but disappears from search results. That is how test servers are set up, and the setting is easily taken along to the public one.',
  fix: 'Look for one place that sets it for all pages: a header of the web server, the layout of the templates, or a switch of the content management system. A site that is meant to stay private is better protected by a password.',
  example: { before: 'X-Robots-Tag: noindex', after: '(no such header on the public server)' },
  sources: [
    {
      title: 'Google: Block indexing with noindex',
      url: 'https://developers.google.com/search/docs/crawling-indexing/block-indexing',
    },
  ],
  thresholds,
  check: findings,
}

async function* findings(
  site: SiteFacts,
  { minPages, minPercent }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  let pages = 0
  let noindexed = 0
  const examples: string[] = []
  for await (const page of each(site.pages())) {
    pages++
    if (!page.isNoindex) continue
    noindexed++
    if (examples.length < MAX_EVIDENCE_URLS) examples.push(page.url)
  }
  const [first] = examples
  if (pages < minPages || noindexed * 100 < pages * minPercent || first === undefined) return
  const { homeUrl } = site.crawl
  const isHomeAmong = homeUrl !== null && ((await site.page(homeUrl))?.isNoindex ?? false)
  const shown = isHomeAmong ? homeUrl : first
  yield {
    url: shown,
    message: `Almost the whole site asks not to be shown in search: ${roughCount(noindexed, 'page')} of ${roughCount(pages, 'page')} carry noindex`,
    affectedUrls: examples,
    affectedCount: noindexed,
    isHostWide: true,
    evidence: [
      textEvidence('Share of the pages', `${Math.floor((noindexed / pages) * 100)} %`),
      { kind: 'urls', label: 'Pages with noindex', urls: examples, total: noindexed },
      ...robotsEvidence(await site.factsOf(shown)),
    ],
  }
}
