import { measuredPageWith } from '../test-page-speed.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { pageTooHeavy } from './page-too-heavy.ts'

const url = 'https://site.test/'
const KIB = 1_024
const weighing = (totalBytes: number | null) => ({ measured: [measuredPageWith({ url, totalBytes })] })

testSiteCheck(pageTooHeavy, {
  passes: {
    'a page of 2,667 KiB': weighing(2_667 * KIB),
    'a page of 2,800 KiB, within the tolerance': weighing(2_800 * KIB),
    'a page whose weight is not known': weighing(null),
  },
  fails: {
    'a heavier one, with traffic by type and the largest files': {
      site: {
        measured: [
          measuredPageWith({
            url,
            totalBytes: 2_801 * KIB,
            weight: {
              byType: [
                { type: 'Image', requests: 12, bytes: 2_500 * KIB },
                { type: 'Document', requests: 1, bytes: 168 * KIB },
              ],
              largest: [{ url: `${url}hero.png`, bytes: 2_000 * KIB }],
            },
          }),
        ],
      },
      finds: [
        {
          url,
          severity: 'info',
          message: 'Large page weight: 2,801 KiB on the first visit (mobile)',
          affectedUrls: [url],
          evidence: [
            {
              kind: 'table',
              label: 'Transfer size by type',
              columns: ['Type', 'Requests', 'Transfer size'],
              rows: [
                ['Image', '12', '2,500 KiB'],
                ['Document', '1', '168 KiB'],
              ],
            },
            {
              kind: 'table',
              label: 'Largest resources',
              columns: ['Resource', 'Transfer size'],
              rows: [[`${url}hero.png`, '2,000 KiB']],
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
    'a page of 4,200 KiB, within the tolerance, still as an info': {
      site: weighing(4_200 * KIB),
      finds: [
        {
          url,
          severity: 'info',
          message: 'Large page weight: 4,200 KiB on the first visit (mobile)',
          evidence: [
            {
              kind: 'text',
              label: 'Measurement settings',
              text: 'Lighthouse 13.5.0, 1 run, mobile (a phone on a slow connection), by Lighthouse on this server',
            },
          ],
        },
      ],
    },
    'a heavier one, as a warning': {
      site: weighing(4_200 * KIB + 1),
      finds: [
        {
          url,
          severity: 'warning',
          message: 'Large page weight: 4,200 KiB on the first visit (mobile)',
          evidence: [
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
