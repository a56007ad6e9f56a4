import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { textEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { urlGroups } from '../url-groups.ts'
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
  let seen = 0
  async function* walk() {
    for await (const { url, isNoindex } of each(site.pages())) {
      seen++
      if (isNoindex) yield { key: '', url }
    }
  }
  const [group] = await urlGroups(walk, { maxGroups: 1 })
  const pages = seen
  if (!group || pages < minPages || group.total * 100 < pages * minPercent) return
  const { total: noindexed, urls: examples, affected } = group
  const { homeUrl } = site.crawl
  const isHomeAmong = homeUrl !== null && ((await site.page(homeUrl))?.isNoindex ?? false)
  const shown = isHomeAmong ? homeUrl : group.first.url
  yield {
    url: shown,
    message: `Almost the whole site has noindex: ${roughCount(noindexed, 'page')} of ${roughCount(pages, 'page')}`,
    ...affected,
    isHostWide: true,
    evidence: [
      textEvidence('Share of pages', `${Math.floor((noindexed / pages) * 100)} %`),
      { kind: 'urls', label: 'Pages with noindex', urls: examples, total: noindexed },
      ...robotsEvidence(await site.factsOf(shown)),
    ],
  }
}
