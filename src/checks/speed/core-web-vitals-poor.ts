import { VITAL_THRESHOLDS } from '#shared/constants.ts'
import type { Evidence, Severity } from '#shared/model.ts'
import type { PageSpeed, SpeedBand } from '#shared/page-speed.ts'
import type { MeasuredPage, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { grouped } from '../counted.ts'
import { each } from '../each.ts'
import { tableEvidence, textEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { aboutMeasuring, howMeasured, nothingMeasured } from './measured-evidence.ts'

const thresholds = declareThresholds({
  lcpGoodMs: {
    label: 'LCP: good up to',
    unit: 'ms',
    default: VITAL_THRESHOLDS.lcpMs.good,
    min: 100,
    max: 60_000,
    explanation: 'Above this value the severity is warning.',
    atMost: { name: 'lcpPoorMs' },
  },
  lcpPoorMs: {
    label: 'LCP: error above',
    unit: 'ms',
    default: VITAL_THRESHOLDS.lcpMs.poor,
    min: 100,
    max: 60_000,
    explanation: 'Above this value the severity is error.',
  },
  inpGoodMs: {
    label: 'INP: good up to',
    unit: 'ms',
    default: VITAL_THRESHOLDS.inpMs.good,
    min: 10,
    max: 10_000,
    explanation: 'Above this value the severity is warning.',
    atMost: { name: 'inpPoorMs' },
  },
  inpPoorMs: {
    label: 'INP: error above',
    unit: 'ms',
    default: VITAL_THRESHOLDS.inpMs.poor,
    min: 10,
    max: 10_000,
    explanation: 'Above this value the severity is error.',
  },
  clsGood: {
    label: 'CLS: good up to',
    unit: 'points',
    default: VITAL_THRESHOLDS.cls.good,
    min: 0,
    max: 5,
    step: 0.01,
    explanation: 'Above this value the severity is warning.',
    atMost: { name: 'clsPoor' },
  },
  clsPoor: {
    label: 'CLS: error above',
    unit: 'points',
    default: VITAL_THRESHOLDS.cls.poor,
    min: 0,
    max: 5,
    step: 0.01,
    explanation: 'Above this value the severity is error.',
  },
})

export const coreWebVitalsPoor: SiteCheck<typeof thresholds> = {
  id: 'core-web-vitals-poor',
  scope: 'site',
  type: 'performance_issue',
  severity: 'warning',
  title: 'Poor Core Web Vitals',
  passedTitle: 'Core Web Vitals of measured pages are good',
  why: 'Core Web Vitals measure the experience of visitors: loading speed (LCP), responsiveness (INP) and visual stability (CLS). Search engines use them as a ranking signal.',
  fix: 'LCP: load the main image or text early, and do not lazy-load it. INP: split long scripts. CLS: reserve the space of images, frames and late banners.',
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
  thresholds,
  check: (site, values) => (site.crawl.measuredPages === 0 ? nothingMeasured : findings(site, boundsOf(values))),
}

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
  page: 'field data of this page (CrUX): 75th percentile of the last 28 days',
  origin: 'field data of the whole site (CrUX): 75th percentile of the last 28 days',
  lab: 'lab data: one simulated page load, because there is no field data',
}

interface Measured {
  origin: Origin
  values: { vital: CoreVital; value: number; goodUpTo: number; band: SpeedBand }[]
}

/** Up to `good` is good, above `poor` is poor. */
type Bounds = Record<CoreVital, { good: number; poor: number }>

function boundsOf(values: (typeof thresholds)['values']): Bounds {
  return {
    lcpMs: { good: values.lcpGoodMs, poor: values.lcpPoorMs },
    inpMs: { good: values.inpGoodMs, poor: values.inpPoorMs },
    cls: { good: values.clsGood, poor: values.clsPoor },
  }
}

/**
 * Data of real visits where there are any, of the page or else of its origin; the lab's else, which knows no interactions. Data of an
 * origin are the same for all its pages, so they are one finding.
 */
async function* findings(site: SiteFacts, bounds: Bounds): AsyncGenerator<SiteFinding, void, undefined> {
  const byOrigin = new Map<string, { first: MeasuredPage; pages: MeasuredPage[] }>()
  for await (const page of each(site.measuredPages())) {
    const measured = measuredVitals(page.pageSpeed, bounds)
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
    yield { ...finding(first, { measured: measuredVitals(first.pageSpeed, bounds), pages }), isHostWide: true }
}

function measuredVitals({ field, lab }: PageSpeed, bounds: Bounds): Measured {
  const bandOf = (vital: CoreVital, value: number) => {
    const { good, poor } = bounds[vital]
    const band: SpeedBand = value <= good ? 'Good' : value <= poor ? 'Needs Improvement' : 'Poor'
    return { vital, value, goodUpTo: good, band }
  }
  const ofField = vitals.flatMap(vital => {
    const metric = field?.metrics[vital]
    return metric ? [bandOf(vital, metric.p75)] : []
  })
  if (field && ofField.length > 0) return { origin: field.scope, values: ofField }
  const ofLab = (['lcpMs', 'cls'] as const).flatMap(vital => {
    const value = lab[vital]
    return value === null ? [] : [bandOf(vital, value)]
  })
  return { origin: 'lab', values: ofLab }
}

/** The worst of them; null when all are good. */
function severityOf({ values }: Measured): Severity | null {
  const bands = values.map(({ band }) => band)
  if (bands.includes('Poor')) return 'error'
  return bands.includes('Needs Improvement') ? 'warning' : null
}

function finding(
  page: MeasuredPage,
  { measured, pages }: { measured: Measured; pages: readonly MeasuredPage[] },
): SiteFinding {
  const { origin, values } = measured
  const missed = values
    .filter(({ band }) => band !== 'Good')
    .map(({ vital, value }) => `${shortNames[vital]} ${shown(vital, value)}`)
  const source = { page: 'field data', origin: 'field data of the whole site', lab: 'lab data' }[origin]
  return {
    url: page.url,
    message: `Poor Core Web Vitals: ${missed.join(', ')} (${source}, ${page.pageSpeed.device})`,
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
    row: ({ vital, value, goodUpTo, band }) => [names[vital], shown(vital, value), shown(vital, goodUpTo), band],
  })
}

/** To the millisecond: a value just above a threshold must not read like the threshold. */
function shown(vital: CoreVital, value: number): string {
  return vital === 'cls' ? String(Number(value.toFixed(3))) : `${grouped(value)} ms`
}
