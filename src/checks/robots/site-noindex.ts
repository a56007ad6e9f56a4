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
    label: 'Minimum pages',
    unit: 'pages',
    default: 10,
    min: 1,
    max: 100_000,
    explanation: 'A site with fewer pages is not checked.',
  },
  minPercent: {
    label: 'Minimum share of pages',
    unit: '%',
    default: 80,
    min: 50,
    max: 100,
    explanation: 'A site is reported if at least this share of its pages has noindex.',
  },
})

export const siteNoindex: SiteCheck<typeof thresholds> = {
  id: 'site-noindex',
  scope: 'site',
  type: 'indexability_issue',
  severity: 'error',
  points: 40,
  title: 'Almost the whole site has noindex',
  passedTitle: 'The site is indexable',
  why: 'Nearly all pages have noindex, so the site almost disappears from search results. Staging servers are set up like this, and the setting is easily copied to production.',
  fix: 'Find the one place that sets noindex for all pages: a header of the web server, the layout template, or a CMS setting. To keep a site private, protect it with a password instead.',
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
    message: `Almost the whole site has noindex: ${roughCount(noindexed, 'page')} of ${roughCount(pages, 'page')}`,
    affectedUrls: examples,
    affectedCount: noindexed,
    isHostWide: true,
    evidence: [
      textEvidence('Share of pages', `${Math.floor((noindexed / pages) * 100)} %`),
      { kind: 'urls', label: 'Pages with noindex', urls: examples, total: noindexed },
      ...robotsEvidence(await site.factsOf(shown)),
    ],
  }
}
