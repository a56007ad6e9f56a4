import type { Opportunity } from '#shared/page-speed.ts'
import { measuredPageWith, opportunityWith } from '../test-page-speed.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { lighthouseOpportunity } from './lighthouse-opportunity.ts'

const pageTable = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Measured pages',
  columns: ['Page', 'Time savings', 'Data savings'],
  rows,
})
const opportunityTable = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Advice',
  columns: ['Opportunity', 'Description'],
  rows,
})
const url = 'https://site.test/'
const on = (path: string, ...opportunities: Opportunity[]) => measuredPageWith({ url: url + path, opportunities })
const file = (name: string, bytes: number | null, ms: number | null) => ({ url: `${url}${name}`, bytes, ms })

testSiteCheck(lighthouseOpportunity, {
  passes: {
    'pages without opportunities': { measured: [on('')] },
    'what saves less than 100 ms and 20 KiB': {
      measured: [on('', opportunityWith({ savingsMs: 99, savingsBytes: 20_479 }))],
    },
    'what saves nothing that was estimated': {
      measured: [on('', opportunityWith({ savingsMs: null, savingsBytes: null }))],
    },
  },
  fails: {
    'what saves 100 ms': {
      site: { measured: [on('', opportunityWith({ savingsMs: 100, savingsBytes: null }))] },
      finds: [
        {
          url,
          severity: 'info',
          message: 'Lighthouse opportunity: Reduce unused JavaScript (up to 100 ms on 1 measured page)',
          evidence: [
            pageTable([url, '100 ms', '']),
            opportunityTable(['unused-javascript', 'Load scripts when they are needed.']),
            {
              kind: 'text',
              label: 'Measurement settings',
              text: 'Lighthouse 13.5.0, 1 run, mobile (a phone on a slow connection), by Lighthouse on this server',
            },
          ],
        },
      ],
    },
    'what saves 20 KiB': {
      site: { measured: [on('', opportunityWith({ savingsMs: null, savingsBytes: 20_480 }))] },
      finds: [
        {
          url,
          message: 'Lighthouse opportunity: Reduce unused JavaScript (up to 20 KiB on 1 measured page)',
          evidence: [
            pageTable([url, '', '20 KiB']),
            opportunityTable(['unused-javascript', 'Load scripts when they are needed.']),
            {
              kind: 'text',
              label: 'Measurement settings',
              text: 'Lighthouse 13.5.0, 1 run, mobile (a phone on a slow connection), by Lighthouse on this server',
            },
          ],
        },
      ],
    },
    'one opportunity of several pages once, with pages and files that save most first': {
      site: {
        measured: [
          on('a', opportunityWith({ savingsMs: 200, items: [file('app.js', 40_960, 20), file('a.js', 1_024, null)] })),
          on('b', opportunityWith({ savingsMs: 1_500, items: [file('app.js', 51_200, 10)] })),
          on('c', opportunityWith({ savingsMs: 50, savingsBytes: 0 })),
          on('d', opportunityWith({ id: 'cache-insight', title: 'Use efficient cache lifetimes' })),
        ],
      },
      finds: [
        {
          url: `${url}a`,
          message: 'Lighthouse opportunity: Reduce unused JavaScript (up to 1.5 s and 59 KiB on 2 measured pages)',
          affectedUrls: [`${url}b`, `${url}a`],
          evidence: [
            pageTable([`${url}b`, '1.5 s', '59 KiB'], [`${url}a`, '200 ms', '59 KiB']),
            {
              kind: 'table',
              label: 'Resources',
              columns: ['Resource', 'Time', 'Transfer size', 'Measured pages'],
              rows: [
                [`${url}app.js`, '20 ms', '50 KiB', '2'],
                [`${url}a.js`, '', '1 KiB', '1'],
              ],
            },
            opportunityTable(['unused-javascript', 'Load scripts when they are needed.']),
            {
              kind: 'text',
              label: 'Measurement settings',
              text: 'Lighthouse 13.5.0, 1 run, mobile (a phone on a slow connection), by Lighthouse on this server',
            },
          ],
        },
        {
          url: `${url}d`,
          message: 'Lighthouse opportunity: Use efficient cache lifetimes (up to 300 ms and 59 KiB on 1 measured page)',
          affectedUrls: [`${url}d`],
          evidence: [
            pageTable(['https://site.test/d', '300 ms', '59 KiB']),
            opportunityTable(['cache-insight', 'Load scripts when they are needed.']),
            {
              kind: 'text',
              label: 'Measurement settings',
              text: 'Lighthouse 13.5.0, 1 run, mobile (a phone on a slow connection), by Lighthouse on this server',
            },
          ],
        },
      ],
    },
    'pages and files without an estimate as those that save nothing': {
      site: {
        measured: [
          on('time', opportunityWith({ savingsMs: 100, savingsBytes: 0, items: [file('6.js', 0, 5)] })),
          on('only-time', opportunityWith({ savingsMs: 100, savingsBytes: null, items: [file('7.js', null, 5)] })),
          on('time-again', opportunityWith({ savingsMs: 100, savingsBytes: 0, items: [file('8.js', 0, 5)] })),
          on('small', opportunityWith({ savingsMs: 0, savingsBytes: 20_480, items: [file('1.js', 4_096, 0)] })),
          on('middle', opportunityWith({ savingsMs: null, savingsBytes: 40_960, items: [file('2.js', 3_072, null)] })),
          on('large', opportunityWith({ savingsMs: 0, savingsBytes: 61_440, items: [file('3.js', 2_048, 0)] })),
          on('larger', opportunityWith({ savingsMs: null, savingsBytes: 81_920, items: [file('5.js', 1_024, null)] })),
          on('largest', opportunityWith({ savingsMs: 0, savingsBytes: 102_400, items: [file('8.js', null, 8)] })),
        ],
      },
      finds: [
        {
          url: `${url}time`,
          message: 'Lighthouse opportunity: Reduce unused JavaScript (up to 100 ms and 0 KiB on 8 measured pages)',
          affectedUrls: ['time', 'only-time', 'time-again', 'largest', 'larger', 'large', 'middle', 'small'].map(
            path => url + path,
          ),
          evidence: [
            pageTable(
              [`${url}time`, '100 ms', '0 KiB'],
              [`${url}only-time`, '100 ms', ''],
              [`${url}time-again`, '100 ms', '0 KiB'],
              [`${url}largest`, '0 ms', '100 KiB'],
              [`${url}larger`, '', '80 KiB'],
              [`${url}large`, '0 ms', '60 KiB'],
              [`${url}middle`, '', '40 KiB'],
              [`${url}small`, '0 ms', '20 KiB'],
            ),
            {
              kind: 'table',
              label: 'Resources',
              columns: ['Resource', 'Time', 'Transfer size', 'Measured pages'],
              rows: [
                [`${url}8.js`, '8 ms', '0 KiB', '2'],
                [`${url}6.js`, '5 ms', '0 KiB', '1'],
                [`${url}7.js`, '5 ms', '', '1'],
                [`${url}1.js`, '0 ms', '4 KiB', '1'],
                [`${url}2.js`, '', '3 KiB', '1'],
                [`${url}3.js`, '0 ms', '2 KiB', '1'],
                [`${url}5.js`, '', '1 KiB', '1'],
              ],
            },
            opportunityTable(['unused-javascript', 'Load scripts when they are needed.']),
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
