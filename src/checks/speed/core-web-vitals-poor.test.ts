import type { FieldData, FieldMetric } from '#shared/page-speed.ts'
import { measuredPageWith } from '../test-page-speed.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { coreWebVitalsPoor } from './core-web-vitals-poor.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Core Web Vitals',
  columns: ['Metric', 'Value', 'Good up to', 'Band'],
  rows,
})
const url = 'https://site.test/'
const slowLab = { lcpMs: 9_000, tbtMs: 900, cls: 0.5, fcpMs: 3_000, ttfbMs: 2_000, speedIndexMs: 9_000 }
const goodLab = { ...slowLab, lcpMs: 2_500, cls: 0.1 }

const metric = (p75: number): FieldMetric => ({ p75, good: 0.5, needsImprovement: 0.3, poor: 0.2 })
function field(
  values: { lcpMs?: number; inpMs?: number; cls?: number },
  scope: FieldData['scope'] = 'page',
): FieldData {
  const of = (value: number | undefined) => (value === undefined ? null : metric(value))
  const metrics = { lcpMs: of(values.lcpMs), inpMs: of(values.inpMs), cls: of(values.cls), fcpMs: null, ttfbMs: null }
  return { scope, isPassing: null, metrics }
}
const good = { lcpMs: 2_500, inpMs: 200, cls: 0.1 }
const one = (changes: Parameters<typeof measuredPageWith>[0]) => ({ measured: [measuredPageWith(changes)] })

testSiteCheck(coreWebVitalsPoor, {
  passes: {
    'values on the thresholds': one({ url, field: field(good) }),
    'good data of real visits, however slow the lab': one({ url, field: field(good), lab: slowLab }),
    'some data of real visits that are good, however slow the lab': one({
      url,
      field: field({ cls: 0 }),
      lab: slowLab,
    }),
    'a good lab, which has no interactions to check': one({ url, lab: goodLab }),
    'a page of which nothing is known': one({ url, lab: { ...slowLab, lcpMs: null, cls: null } }),
  },
  fails: {
    'an LCP just above the threshold, as a warning': {
      site: one({ url, field: field({ ...good, lcpMs: 2_501 }) }),
      finds: [
        {
          url,
          severity: 'warning',
          message: 'Poor Core Web Vitals: LCP 2,501 ms (field data, mobile)',
          affectedUrls: [url],
          evidence: [
            table(
              ['Largest Contentful Paint (LCP)', '2,501 ms', '2,500 ms', 'Needs Improvement'],
              ['Interaction to Next Paint (INP)', '200 ms', '200 ms', 'Good'],
              ['Cumulative Layout Shift (CLS)', '0.1', '0.1', 'Good'],
            ),
            {
              kind: 'text',
              label: 'Source',
              text: 'field data of this page (CrUX): 75th percentile of the last 28 days',
            },
            {
              kind: 'text',
              label: 'Measurement settings',
              text: 'Lighthouse 13.5.0, 1 run, mobile (a phone on a slow connection), by Lighthouse on this server',
            },
          ],
        },
      ],
    },
    'an INP of more than half a second, as an error': {
      site: one({ url, field: field({ ...good, inpMs: 501 }) }),
      finds: [
        {
          url,
          severity: 'error',
          message: 'Poor Core Web Vitals: INP 501 ms (field data, mobile)',
          evidence: [
            table(
              ['Largest Contentful Paint (LCP)', '2,500 ms', '2,500 ms', 'Good'],
              ['Interaction to Next Paint (INP)', '501 ms', '200 ms', 'Poor'],
              ['Cumulative Layout Shift (CLS)', '0.1', '0.1', 'Good'],
            ),
            {
              kind: 'text',
              label: 'Source',
              text: 'field data of this page (CrUX): 75th percentile of the last 28 days',
            },
            {
              kind: 'text',
              label: 'Measurement settings',
              text: 'Lighthouse 13.5.0, 1 run, mobile (a phone on a slow connection), by Lighthouse on this server',
            },
          ],
        },
      ],
    },
    'the worst band of several': {
      site: one({ url, field: field({ lcpMs: 4_000, inpMs: 300, cls: 0.251 }) }),
      finds: [
        {
          url,
          severity: 'error',
          message: 'Poor Core Web Vitals: LCP 4,000 ms, INP 300 ms, CLS 0.251 (field data, mobile)',
          evidence: [
            table(
              ['Largest Contentful Paint (LCP)', '4,000 ms', '2,500 ms', 'Needs Improvement'],
              ['Interaction to Next Paint (INP)', '300 ms', '200 ms', 'Needs Improvement'],
              ['Cumulative Layout Shift (CLS)', '0.251', '0.1', 'Poor'],
            ),
            {
              kind: 'text',
              label: 'Source',
              text: 'field data of this page (CrUX): 75th percentile of the last 28 days',
            },
            {
              kind: 'text',
              label: 'Measurement settings',
              text: 'Lighthouse 13.5.0, 1 run, mobile (a phone on a slow connection), by Lighthouse on this server',
            },
          ],
        },
      ],
    },
    'a slow lab where there are no data of real visits, and says so': {
      site: one({ url, lab: slowLab, device: 'desktop' }),
      finds: [
        {
          url,
          severity: 'error',
          message: 'Poor Core Web Vitals: LCP 9,000 ms, CLS 0.5 (lab data, desktop)',
          evidence: [
            table(
              ['Largest Contentful Paint (LCP)', '9,000 ms', '2,500 ms', 'Poor'],
              ['Cumulative Layout Shift (CLS)', '0.5', '0.1', 'Poor'],
            ),
            {
              kind: 'text',
              label: 'Source',
              text: 'lab data: one simulated page load, because there is no field data',
            },
            {
              kind: 'text',
              label: 'Measurement settings',
              text: 'Lighthouse 13.5.0, 1 run, desktop (a desktop computer), by Lighthouse on this server',
            },
          ],
        },
      ],
    },
    'data of the whole site once, whichever pages were measured': {
      site: {
        measured: [
          measuredPageWith({ url, field: field({ lcpMs: 3_000 }, 'origin') }),
          measuredPageWith({ url: `${url}own`, field: field({ lcpMs: 3_500 }) }),
          measuredPageWith({ url: `${url}other`, field: field({ lcpMs: 3_000 }, 'origin') }),
        ],
      },
      finds: [
        {
          url: `${url}own`,
          message: 'Poor Core Web Vitals: LCP 3,500 ms (field data, mobile)',
          evidence: [
            table(['Largest Contentful Paint (LCP)', '3,500 ms', '2,500 ms', 'Needs Improvement']),
            {
              kind: 'text',
              label: 'Source',
              text: 'field data of this page (CrUX): 75th percentile of the last 28 days',
            },
            {
              kind: 'text',
              label: 'Measurement settings',
              text: 'Lighthouse 13.5.0, 1 run, mobile (a phone on a slow connection), by Lighthouse on this server',
            },
          ],
        },
        {
          url,
          message: 'Poor Core Web Vitals: LCP 3,000 ms (field data of the whole site, mobile)',
          affectedUrls: [url, `${url}other`],
          isHostWide: true,
          evidence: [
            table(['Largest Contentful Paint (LCP)', '3,000 ms', '2,500 ms', 'Needs Improvement']),
            {
              kind: 'text',
              label: 'Source',
              text: 'field data of the whole site (CrUX): 75th percentile of the last 28 days',
            },
            {
              kind: 'text',
              label: 'Measurement settings',
              text: 'Lighthouse 13.5.0, 1 run, mobile (a phone on a slow connection), by Lighthouse on this server',
            },
          ],
        },
      ],
    },
  },
  skips: { 'a crawl that measured nothing': { site: {}, reason: 'Page speed was not measured' } },
})
