import { VITAL_THRESHOLDS } from '#shared/constants.ts'
import type { Evidence, Severity } from '#shared/model.ts'
import { type PageSpeed, vitalBand } from '#shared/page-speed.ts'
import type { MeasuredPage, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding, Skip } from '../check.ts'
import { tableEvidence, textEvidence } from '../evidence.ts'
import { each } from './each.ts'
import { aboutMeasuring, howMeasured, NOTHING_MEASURED } from './measured-evidence.ts'

export const coreWebVitalsPoor: SiteCheck = {
  id: 'core-web-vitals-poor',
  scope: 'site',
  type: 'performance_issue',
  severity: 'warning',
  title: 'Core Web Vitals not good',
  passedTitle: 'Core Web Vitals of measured pages are good',
  why: 'Core Web Vitals say how visitors meet a page: how soon its main content shows, how soon it answers, and whether it jumps. Search engines use them for ranking.',
  fix: 'LCP: send the main picture or text early, and do not load it lazily. INP: split long scripts. CLS: give images, frames and late banners their room from the start.',
  example: {
    before: '<img src="/hero.jpg" loading="lazy">',
    after: '<img src="/hero.jpg" width="1200" height="600" fetchpriority="high">',
  },
  sources: [
    { title: 'web.dev: Web Vitals', url: 'https://web.dev/articles/vitals' },
    {
      title: 'Google: Understanding Core Web Vitals and search results',
      url: 'https://developers.google.com/search/docs/appearance/core-web-vitals',
    },
    { title: 'Chrome UX Report: methodology', url: 'https://developer.chrome.com/docs/crux/methodology' },
  ],
  check: site => (site.crawl.measuredPages === 0 ? nothingMeasured : findings(site)),
}

const nothingMeasured: Skip = { skipped: NOTHING_MEASURED }

const vitals = ['lcpMs', 'inpMs', 'cls'] as const
type CoreVital = (typeof vitals)[number]

const names: Record<CoreVital, string> = {
  lcpMs: 'Largest Contentful Paint (LCP)',
  inpMs: 'Interaction to Next Paint (INP)',
  cls: 'Cumulative Layout Shift (CLS)',
}
const shortNames: Record<CoreVital, string> = { lcpMs: 'LCP', inpMs: 'INP', cls: 'CLS' }

type Origin = 'page' | 'origin' | 'lab'
const origins: Record<Origin, string> = {
  page: 'field: real visits of this page, 75th percentile of the last 28 days',
  origin: 'field: real visits of the whole site, 75th percentile of the last 28 days',
  lab: 'lab: one load under set conditions, because there are no data of real visits',
}

interface Measured {
  origin: Origin
  values: { vital: CoreVital; value: number }[]
}

/**
 * Data of real visits where there are any, of the page or else of its origin; the lab's else, which knows no interactions. Data of an
 * origin are the same for all its pages, so they are one finding.
 */
async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const byOrigin = new Map<string, { first: MeasuredPage; pages: MeasuredPage[] }>()
  for await (const page of each(site.measuredPages())) {
    const measured = measuredVitals(page.pageSpeed)
    if (severityOf(measured) === null) continue
    if (measured.origin !== 'origin') {
      yield finding(page, { measured, pages: [page] })
      continue
    }
    const key = `${new URL(page.url).origin} ${page.pageSpeed.device}`
    const known = byOrigin.get(key)
    if (known) known.pages.push(page)
    else byOrigin.set(key, { first: page, pages: [page] })
  }
  for (const { first, pages } of byOrigin.values())
    yield { ...finding(first, { measured: measuredVitals(first.pageSpeed), pages }), isHostWide: true }
}

function measuredVitals({ field, lab }: PageSpeed): Measured {
  const ofField = vitals.flatMap(vital => {
    const metric = field?.metrics[vital]
    return metric ? [{ vital, value: metric.p75 }] : []
  })
  if (field && ofField.length > 0) return { origin: field.scope, values: ofField }
  const ofLab = (['lcpMs', 'cls'] as const).flatMap(vital => {
    const value = lab[vital]
    return value === null ? [] : [{ vital, value }]
  })
  return { origin: 'lab', values: ofLab }
}

/** The worst of them; null when all are good. */
function severityOf({ values }: Measured): Severity | null {
  const bands = values.map(({ vital, value }) => vitalBand(vital, value))
  if (bands.includes('Poor')) return 'error'
  return bands.includes('Needs Improvement') ? 'warning' : null
}

function finding(
  page: MeasuredPage,
  { measured, pages }: { measured: Measured; pages: readonly MeasuredPage[] },
): SiteFinding {
  const { origin, values } = measured
  const missed = values
    .filter(({ vital, value }) => vitalBand(vital, value) !== 'Good')
    .map(({ vital, value }) => `${shortNames[vital]} ${shown(vital, value)}`)
  const source = { page: 'real visits', origin: 'real visits of the whole site', lab: 'lab' }[origin]
  return {
    url: page.url,
    message: `Core Web Vitals not good: ${missed.join(', ')} (${source}, ${page.pageSpeed.device})`,
    severity: severityOf(measured) ?? 'warning',
    affectedUrls: pages.map(({ url }) => url),
    evidence: [
      vitalTable(values),
      textEvidence('Source', origins[origin]),
      ...(origin === 'origin' ? [howMeasured(pages.map(({ pageSpeed }) => pageSpeed))] : aboutMeasuring(page)),
    ],
  }
}

function vitalTable(values: Measured['values']): Evidence {
  return tableEvidence({
    label: 'Core Web Vitals',
    columns: ['Metric', 'Value', 'Good up to', 'Band'],
    items: values,
    row: ({ vital, value }) => [
      names[vital],
      shown(vital, value),
      shown(vital, VITAL_THRESHOLDS[vital].good),
      vitalBand(vital, value),
    ],
  })
}

const wholeNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** To the millisecond: a value just above a threshold must not read like the threshold. */
function shown(vital: CoreVital, value: number): string {
  return vital === 'cls' ? String(Number(value.toFixed(3))) : `${wholeNumber.format(value)} ms`
}
