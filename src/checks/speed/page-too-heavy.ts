import type { Evidence } from '#shared/model.ts'
import type { PageSpeed } from '#shared/page-speed.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import { isAbove, TOLERANCE_NOTE } from '#shared/thresholds.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { each } from '../each.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { aboutMeasuring, kibibytes, nothingMeasured, shownUrl } from './measured-evidence.ts'

const thresholds = declareThresholds({
  /** A quarter and a tenth of all pages weigh more (HTTP Archive, by which Lighthouse scores). */
  maxKibibytes: {
    label: 'Maximum page weight',
    unit: 'KB',
    default: 2_667,
    min: 50,
    max: 100_000,
    explanation: `A measured page that loads more data on the first visit is reported. ${TOLERANCE_NOTE}`,
    atMost: { name: 'warningKibibytes' },
  },
  warningKibibytes: {
    label: 'Warning above',
    unit: 'KB',
    default: 4_000,
    min: 50,
    max: 100_000,
    explanation: `Above this page weight the severity is warning. ${TOLERANCE_NOTE}`,
  },
})

export const pageTooHeavy: SiteCheck<typeof thresholds> = {
  id: 'page-too-heavy',
  scope: 'site',
  type: 'performance_issue',
  severity: 'info',
  title: 'Large page weight',
  passedTitle: 'Measured pages have a moderate page weight',
  why: 'Everything that a first visit loads takes time and mobile data. Heavy pages are nearly always slow.',
  fix: 'Start with the largest files: serve images at display size as AVIF or WebP, lazy-load what is below the fold, and remove unused scripts and fonts.',
  example: {
    before: '<img src="/team-4000px.png">   (3,100 KiB)',
    after: '<img src="/team-800px.avif" srcset="/team-1600px.avif 2x" loading="lazy">   (60 KiB)',
  },
  sources: [
    {
      title: 'Chrome: Avoid enormous network payloads',
      url: 'https://developer.chrome.com/docs/lighthouse/performance/total-byte-weight',
    },
  ],
  thresholds,
  check: (site, values) => (site.crawl.measuredPages === 0 ? nothingMeasured : findings(site, values)),
}

async function* findings(
  site: SiteFacts,
  { maxKibibytes, warningKibibytes }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  for await (const page of each(site.measuredPages())) {
    const { pageSpeed, url } = page
    const { totalBytes, device } = pageSpeed
    if (totalBytes === null || !isAbove(totalBytes, maxKibibytes * 1_024)) continue
    yield {
      url,
      message: `Large page weight: ${kibibytes(totalBytes)} on the first visit (${device})`,
      severity: isAbove(totalBytes, warningKibibytes * 1_024) ? 'warning' : 'info',
      affectedUrls: [url],
      evidence: [...weight(pageSpeed), ...aboutMeasuring(page)],
    }
  }
}

function weight({ weight: of }: PageSpeed): Evidence[] {
  if (of === null) return []
  const types = tableEvidence({
    label: 'Transfer size by type',
    columns: ['Type', 'Requests', 'Transfer size'],
    items: of.byType,
    row: ({ type, requests, bytes }) => [type, requests, kibibytes(bytes)],
  })
  const files = tableEvidence({
    label: 'Largest resources',
    columns: ['Resource', 'Transfer size'],
    items: of.largest,
    row: ({ url, bytes }) => [shownUrl(url), kibibytes(bytes)],
  })
  return [...(of.byType.length > 0 ? [types] : []), ...(of.largest.length > 0 ? [files] : [])]
}
