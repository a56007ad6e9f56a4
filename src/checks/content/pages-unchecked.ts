import { type Indexability, indexabilityLabels } from '#shared/indexability.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { urlGroups } from '../url-groups.ts'

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
  let seen = 0
  const seenReasons = new Map<Indexability, number>()
  async function* walk() {
    for await (const { url, isEligible, indexability } of each(site.pages())) {
      seen++
      if (isEligible) continue
      seenReasons.set(indexability, (seenReasons.get(indexability) ?? 0) + 1)
      yield { key: '', url }
    }
  }
  const [group] = await urlGroups(walk, { maxGroups: 1 })
  const [pages, reasons] = [seen, new Map(seenReasons)]
  if (!group || (pages - group.total) * 100 >= pages * minPercent) return
  const isUnread = reasons.get('indexable') === pages
  if (pages < minPages && !isUnread) return
  const { total: unchecked, urls, affected } = group
  const { homeUrl } = site.crawl
  const isHomeAmong = homeUrl !== null && (await site.page(homeUrl))?.isEligible === false
  yield {
    url: isHomeAmong ? homeUrl : group.first.url,
    message:
      unchecked === pages
        ? `No page was checked: ${roughCount(pages, 'page')}`
        : `Most pages were not checked: ${roughCount(unchecked, 'page')} of ${roughCount(pages, 'page')}`,
    ...affected,
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
