import { type Indexability, indexabilityLabels } from '#shared/indexability.ts'
import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  minPages: {
    label: 'Minimum pages',
    unit: 'pages',
    default: 5,
    min: 1,
    max: 100_000,
    explanation:
      'A site with fewer pages is reported only if none of them could be read, such as an application that JavaScript draws.',
  },
  minPercent: {
    label: 'Minimum share of checked pages',
    unit: '%',
    default: 50,
    min: 1,
    max: 100,
    explanation: 'A site is reported if a smaller share of its pages was checked.',
  },
})

export const pagesUnchecked: SiteCheck<typeof thresholds> = {
  id: 'pages-unchecked',
  scope: 'site',
  type: 'indexability_issue',
  severity: 'warning',
  title: 'Most pages were not checked',
  passedTitle: 'Most pages were checked',
  why: 'Titles, descriptions, headings and texts are checked only on pages that search results can show. The score and the passed checks rest on the few other pages.',
  fix: 'Look at the reasons. Remove noindex or correct the canonical of pages that search results should show. Crawl with rendering where pages need JavaScript.',
  sources: [
    {
      title: 'Google: Specify a canonical URL',
      url: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    },
    {
      title: 'Google: Block indexing with noindex',
      url: 'https://developers.google.com/search/docs/crawling-indexing/block-indexing',
    },
  ],
  thresholds,
  check: findings,
}

const NOT_READABLE = 'Incomplete, drawn by JavaScript or an error page'

async function* findings(
  site: SiteFacts,
  { minPages, minPercent }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  let pages = 0
  let unchecked = 0
  const urls: string[] = []
  const reasons = new Map<Indexability, number>()
  for await (const { url, isEligible, indexability } of each(site.pages())) {
    pages++
    if (isEligible) continue
    unchecked++
    reasons.set(indexability, (reasons.get(indexability) ?? 0) + 1)
    if (urls.length < MAX_EVIDENCE_URLS) urls.push(url)
  }
  const [first] = urls
  if (first === undefined || (pages - unchecked) * 100 >= pages * minPercent) return
  const isUnread = reasons.get('indexable') === pages
  if (pages < minPages && !isUnread) return
  const { homeUrl } = site.crawl
  const isHomeAmong = homeUrl !== null && (await site.page(homeUrl))?.isEligible === false
  yield {
    url: isHomeAmong ? homeUrl : first,
    message:
      unchecked === pages
        ? `No page was checked: ${roughCount(pages, 'page')}`
        : `Most pages were not checked: ${roughCount(unchecked, 'page')} of ${roughCount(pages, 'page')}`,
    affectedUrls: urls,
    affectedCount: unchecked,
    isHostWide: true,
    evidence: [
      tableEvidence({
        label: 'Why',
        columns: ['Reason', 'Pages'],
        items: [...reasons].sort((a, b) => b[1] - a[1]),
        row: ([reason, count]) => [reason === 'indexable' ? NOT_READABLE : indexabilityLabels[reason], count],
      }),
      { kind: 'urls', label: 'Pages', urls, total: unchecked },
    ],
  }
}
