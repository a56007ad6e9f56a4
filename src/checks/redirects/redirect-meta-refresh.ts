import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { codeEvidence, tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { type RefreshingPage, refreshingPages } from './refreshing-pages.ts'

const thresholds = declareThresholds({
  maxDelay: {
    label: 'Maximum delay',
    unit: 's',
    default: 10,
    min: 0,
    max: 3_600,
    explanation: 'A refresh after a longer delay is not treated as a redirect and not reported.',
  },
})

export const redirectMetaRefresh: SiteCheck<typeof thresholds> = {
  id: 'redirect-meta-refresh',
  scope: 'site',
  type: 'redirect',
  severity: 'warning',
  title: 'Meta refresh redirect',
  passedTitle: 'No meta refresh redirect',
  why: 'Search engines treat an instant meta refresh as a redirect, but notice it later than a real one. Visitors see the old page flash, and the back button may not work.',
  fix: 'Return a 301 redirect with the new URL in the Location header instead. If the server cannot, link to the new URL and declare it as canonical.',
  example: {
    before: '<meta http-equiv="refresh" content="0; url=/new">',
    after: 'HTTP/1.1 301 Moved Permanently\nLocation: https://example.com/new',
  },
  sources: [
    {
      title: 'Google: Redirects and Google Search',
      url: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
    },
    { title: 'WCAG technique H76', url: 'https://www.w3.org/WAI/WCAG22/Techniques/html/H76' },
  ],
  thresholds,
  check: findings,
}

async function* findings(
  site: SiteFacts,
  { maxDelay }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  for (const page of await refreshingPages(site)) {
    const finding = findingOf(page, maxDelay)
    if (finding !== null) yield finding
  }
}

function findingOf({ url, refresh, loop }: RefreshingPage, maxDelay: number): SiteFinding | null {
  // `refresh-loop` reports an endless reload and the pages that lead into it.
  if (refresh.url === null || refresh.url === url || loop.length > 0) return null
  if (refresh.delay < 0 || refresh.delay > maxDelay) return null
  const isHeader = refresh.source === 'header'
  const table = tableEvidence({
    label: 'Refresh',
    columns: ['Source', 'Delay in seconds', 'Target'],
    items: [refresh],
    row: item => [isHeader ? 'Refresh header' : 'meta tag', item.delay, item.url],
  })
  return {
    url,
    affectedUrls: [url],
    message: `${isHeader ? 'Refresh header' : 'Meta refresh'} redirects to another URL after ${refresh.delay} s`,
    details: { sourceUrl: url, targetUrl: refresh.url },
    evidence: [codeEvidence('As written', refresh.raw, refresh.line), table],
  }
}
