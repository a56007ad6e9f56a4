import { measuredPageWith } from '../test-page-speed.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { lighthousePerformanceLow } from './lighthouse-performance-low.ts'

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
          message: 'Low performance score: 89 of 100 on mobile',
          affectedUrls: [url],
          evidence: [
            { kind: 'table', label: 'Scores', rows: [['Performance', '89', 'Needs Improvement']] },
            {
              kind: 'table',
              label: 'Metrics of the lab, one load under set conditions',
              rows: [
                ['Time to First Byte (TTFB)', '90 ms', 'Good'],
                ['First Contentful Paint (FCP)', '800 ms', 'Good'],
                ['Largest Contentful Paint (LCP)', '1.2 s', 'Good'],
                ['Total Blocking Time (TBT)', '40 ms', 'Good'],
                ['Cumulative Layout Shift (CLS)', '0.01', 'Good'],
                ['Speed Index', '1.0 s', ''],
              ],
            },
            {
              kind: 'text',
              text: 'Lighthouse 13.5.0, 3 runs, mobile (a phone on a slow connection), by Lighthouse on this server',
            },
            { kind: 'text', text: 'The page was measured for 1,200 pages with addresses like /*' },
          ],
        },
      ],
    },
    'a score of 50, as a warning': { site: measured(50), finds: [{ url, severity: 'warning' }] },
    'a score of 49, as an error': { site: measured(49), finds: [{ url, severity: 'error' }] },
    'a score of 0, and says what may have spoilt it': {
      site: { measured: [measuredPageWith({ url, performance: 0, warnings: ['It loaded too slowly.'] })] },
      finds: [{ url, severity: 'error', evidence: [{ kind: 'table', rows: [['It loaded too slowly.']] }] }],
    },
    'each measured page, in the order of measuring': {
      site: {
        measured: ['c', 'a', 'b'].map(path => measuredPageWith({ url: url + path, performance: 60 })),
      },
      finds: [{ url: `${url}c` }, { url: `${url}a` }, { url: `${url}b` }],
    },
  },
  skips: { 'a crawl that measured nothing': {} },
})
