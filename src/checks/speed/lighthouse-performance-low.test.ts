import { measuredPageWith } from '../test-page-speed.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { lighthousePerformanceLow } from './lighthouse-performance-low.ts'

const categoryTable = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Scores',
  columns: ['Category', 'Score', 'Band'],
  rows,
})
const metricTable = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Lab metrics of one simulated page load',
  columns: ['Metric', 'Value', 'Band'],
  rows,
})
const url = 'https://site.test/'
const measured = (performance: number | null) => ({ measured: [measuredPageWith({ url, performance })] })

testSiteCheck(lighthousePerformanceLow, {
  passes: {
    'a score of 90': measured(90),
    'a page that Lighthouse could not score': measured(null),
  },
  fails: {
    'a score of 89, as a warning, with scores, metrics and how it was measured': {
      site: {
        measured: [measuredPageWith({ url, performance: 89, runCount: 3, template: '/*', templatePages: 1_200 })],
      },
      finds: [
        {
          url,
          severity: 'warning',
          message: 'Low Lighthouse performance score: 89 of 100 on mobile',
          affectedUrls: [url],
          evidence: [
            categoryTable(
              ['Performance', '89', 'Needs Improvement'],
              ['Accessibility', '100', 'Good'],
              ['Best practices', '100', 'Good'],
              ['SEO', '92', 'Good'],
            ),
            metricTable(
              ['Time to First Byte (TTFB)', '90 ms', 'Good'],
              ['First Contentful Paint (FCP)', '800 ms', 'Good'],
              ['Largest Contentful Paint (LCP)', '1.2 s', 'Good'],
              ['Total Blocking Time (TBT)', '40 ms', 'Good'],
              ['Cumulative Layout Shift (CLS)', '0.01', 'Good'],
              ['Speed Index', '1.0 s', ''],
            ),
            {
              kind: 'text',
              label: 'Measurement settings',
              text: 'Lighthouse 13.5.0, 3 runs, mobile (a phone on a slow connection), by Lighthouse on this server',
            },
            { kind: 'text', label: 'Sample', text: 'The measured page represents 1,200 pages with URLs like /*' },
          ],
        },
      ],
    },
    'a score of 50, as a warning': {
      site: measured(50),
      finds: [
        {
          url,
          severity: 'warning',
          message: 'Low Lighthouse performance score: 50 of 100 on mobile',
          evidence: [
            categoryTable(
              ['Performance', '50', 'Needs Improvement'],
              ['Accessibility', '100', 'Good'],
              ['Best practices', '100', 'Good'],
              ['SEO', '92', 'Good'],
            ),
            metricTable(
              ['Time to First Byte (TTFB)', '90 ms', 'Good'],
              ['First Contentful Paint (FCP)', '800 ms', 'Good'],
              ['Largest Contentful Paint (LCP)', '1.2 s', 'Good'],
              ['Total Blocking Time (TBT)', '40 ms', 'Good'],
              ['Cumulative Layout Shift (CLS)', '0.01', 'Good'],
              ['Speed Index', '1.0 s', ''],
            ),
            {
              kind: 'text',
              label: 'Measurement settings',
              text: 'Lighthouse 13.5.0, 1 run, mobile (a phone on a slow connection), by Lighthouse on this server',
            },
          ],
        },
      ],
    },
    'a score of 49, as an error': {
      site: measured(49),
      finds: [
        {
          url,
          severity: 'error',
          message: 'Low Lighthouse performance score: 49 of 100 on mobile',
          evidence: [
            categoryTable(
              ['Performance', '49', 'Poor'],
              ['Accessibility', '100', 'Good'],
              ['Best practices', '100', 'Good'],
              ['SEO', '92', 'Good'],
            ),
            metricTable(
              ['Time to First Byte (TTFB)', '90 ms', 'Good'],
              ['First Contentful Paint (FCP)', '800 ms', 'Good'],
              ['Largest Contentful Paint (LCP)', '1.2 s', 'Good'],
              ['Total Blocking Time (TBT)', '40 ms', 'Good'],
              ['Cumulative Layout Shift (CLS)', '0.01', 'Good'],
              ['Speed Index', '1.0 s', ''],
            ),
            {
              kind: 'text',
              label: 'Measurement settings',
              text: 'Lighthouse 13.5.0, 1 run, mobile (a phone on a slow connection), by Lighthouse on this server',
            },
          ],
        },
      ],
    },
    'a score of 0, and says what may have spoilt it': {
      site: { measured: [measuredPageWith({ url, performance: 0, warnings: ['It loaded too slowly.'] })] },
      finds: [
        {
          url,
          severity: 'error',
          message: 'Low Lighthouse performance score: 0 of 100 on mobile',
          evidence: [
            categoryTable(
              ['Performance', '0', 'Poor'],
              ['Accessibility', '100', 'Good'],
              ['Best practices', '100', 'Good'],
              ['SEO', '92', 'Good'],
            ),
            metricTable(
              ['Time to First Byte (TTFB)', '90 ms', 'Good'],
              ['First Contentful Paint (FCP)', '800 ms', 'Good'],
              ['Largest Contentful Paint (LCP)', '1.2 s', 'Good'],
              ['Total Blocking Time (TBT)', '40 ms', 'Good'],
              ['Cumulative Layout Shift (CLS)', '0.01', 'Good'],
              ['Speed Index', '1.0 s', ''],
            ),
            {
              kind: 'text',
              label: 'Measurement settings',
              text: 'Lighthouse 13.5.0, 1 run, mobile (a phone on a slow connection), by Lighthouse on this server',
            },
            {
              kind: 'table',
              label: 'Lighthouse warnings about the measurement',
              columns: ['Warning'],
              rows: [['It loaded too slowly.']],
            },
          ],
        },
      ],
    },
    'each measured page, in the order of measuring': {
      site: {
        measured: ['c', 'a', 'b'].map(path => measuredPageWith({ url: url + path, performance: 60 })),
      },
      finds: [
        {
          url: `${url}c`,
          message: 'Low Lighthouse performance score: 60 of 100 on mobile',
          evidence: [
            categoryTable(
              ['Performance', '60', 'Needs Improvement'],
              ['Accessibility', '100', 'Good'],
              ['Best practices', '100', 'Good'],
              ['SEO', '92', 'Good'],
            ),
            metricTable(
              ['Time to First Byte (TTFB)', '90 ms', 'Good'],
              ['First Contentful Paint (FCP)', '800 ms', 'Good'],
              ['Largest Contentful Paint (LCP)', '1.2 s', 'Good'],
              ['Total Blocking Time (TBT)', '40 ms', 'Good'],
              ['Cumulative Layout Shift (CLS)', '0.01', 'Good'],
              ['Speed Index', '1.0 s', ''],
            ),
            {
              kind: 'text',
              label: 'Measurement settings',
              text: 'Lighthouse 13.5.0, 1 run, mobile (a phone on a slow connection), by Lighthouse on this server',
            },
          ],
        },
        {
          url: `${url}a`,
          message: 'Low Lighthouse performance score: 60 of 100 on mobile',
          evidence: [
            categoryTable(
              ['Performance', '60', 'Needs Improvement'],
              ['Accessibility', '100', 'Good'],
              ['Best practices', '100', 'Good'],
              ['SEO', '92', 'Good'],
            ),
            metricTable(
              ['Time to First Byte (TTFB)', '90 ms', 'Good'],
              ['First Contentful Paint (FCP)', '800 ms', 'Good'],
              ['Largest Contentful Paint (LCP)', '1.2 s', 'Good'],
              ['Total Blocking Time (TBT)', '40 ms', 'Good'],
              ['Cumulative Layout Shift (CLS)', '0.01', 'Good'],
              ['Speed Index', '1.0 s', ''],
            ),
            {
              kind: 'text',
              label: 'Measurement settings',
              text: 'Lighthouse 13.5.0, 1 run, mobile (a phone on a slow connection), by Lighthouse on this server',
            },
          ],
        },
        {
          url: `${url}b`,
          message: 'Low Lighthouse performance score: 60 of 100 on mobile',
          evidence: [
            categoryTable(
              ['Performance', '60', 'Needs Improvement'],
              ['Accessibility', '100', 'Good'],
              ['Best practices', '100', 'Good'],
              ['SEO', '92', 'Good'],
            ),
            metricTable(
              ['Time to First Byte (TTFB)', '90 ms', 'Good'],
              ['First Contentful Paint (FCP)', '800 ms', 'Good'],
              ['Largest Contentful Paint (LCP)', '1.2 s', 'Good'],
              ['Total Blocking Time (TBT)', '40 ms', 'Good'],
              ['Cumulative Layout Shift (CLS)', '0.01', 'Good'],
              ['Speed Index', '1.0 s', ''],
            ),
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
