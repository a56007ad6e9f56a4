import type { LaterResponses } from '#shared/site-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { responseSlow } from './response-slow.ts'

const home = 'https://site.test/'
const site = (...slow: LaterResponses['slow']) => ({ crawl: { laterResponses: { slow } } })

testSiteCheck(responseSlow, {
  skips: {
    'a private host': {
      site: { crawl: { isPrivateHost: true } },
      reason: 'The site was crawled on a private host, whose speed differs from the public one.',
    },
  },
  passes: {
    'a page that was slow once': site({ url: home, samplesMs: [2_400, 90, 110] }),
    'a page that was requested only once': site({ url: home, samplesMs: [2_400] }),
    'a median at the bound': site({ url: home, samplesMs: [900, 800, 700] }),
    'a median within the tolerance': site({ url: home, samplesMs: [900, 840, 700] }),
  },
  fails: {
    'a page that is slow again': {
      site: site({ url: home, samplesMs: [900, 1_200, 1_000] }),
      finds: [
        {
          url: home,
          severity: 'warning',
          message: `Slow server response time: 1.0 s to the first byte of ${home}, 1 slow page in total`,
          evidence: [
            {
              kind: 'table',
              label: 'Time to first byte in milliseconds (one request at a time, except the first)',
              columns: ['Page', 'Samples', 'Median'],
              rows: [[home, '900, 1200, 1000', '1000']],
            },
          ],
        },
      ],
    },
    'several pages of one host, told once, the slowest first': {
      site: site({ url: home, samplesMs: [900, 900, 900] }, { url: `${home}a`, samplesMs: [2_000, 1_900] }),
      finds: [
        {
          url: `${home}a`,
          severity: 'error',
          message: 'Slow server response time: 1.9 s to the first byte of https://site.test/a, 2 slow pages in total',
          affectedUrls: [`${home}a`, home],
          evidence: [
            {
              kind: 'table',
              label: 'Time to first byte in milliseconds (one request at a time, except the first)',
              columns: ['Page', 'Samples', 'Median'],
              rows: [
                ['https://site.test/a', '2000, 1900', '1950'],
                [home, '900, 900, 900', '900'],
              ],
            },
          ],
        },
      ],
    },
  },
})
