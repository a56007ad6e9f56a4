import { listOf } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { hreflangClusterIncomplete } from './hreflang-cluster-incomplete.ts'

const [en, de, fr] = ['https://site.test/en/', 'https://site.test/de/', 'https://site.test/fr/'] as const
const pages = (sets: Record<string, string[]>) => ({
  pages: Object.entries(sets).map(([url, alternates]) => ({ url, alternates })),
})

testSiteCheck(hreflangClusterIncomplete, {
  passes: {
    'pages without versions': pages({ [en]: [], [de]: [] }),
    'versions that list the same set': pages({ [en]: [en, de, fr], [de]: [en, de, fr], [fr]: [en, de, fr] }),
    'versions that only leave out themselves': pages({ [en]: [de, fr], [de]: [en, fr], [fr]: [en, de] }),
    'a link that is not returned, which has its own check': pages({ [en]: [en, de, fr], [de]: [en, de], [fr]: [] }),
    'a version that was not read': pages({ [en]: [en, de, fr], [de]: [en, de] }),
    'two sets that have nothing in common': pages({ [en]: [en], [de]: [de] }),
    'a set that only a page which is not to be indexed connects': {
      pages: [
        { url: en, alternates: [en, de, fr], isEligible: false },
        { url: de, alternates: [en, de] },
        { url: fr, alternates: [en, fr] },
      ],
    },
  },
  fails: {
    'sets that differ though all links are mutual': {
      site: pages({ [en]: [en, de, fr], [de]: [en, de], [fr]: [en, fr] }),
      finds: [
        {
          url: de,
          severity: 'warning',
          message: `Incomplete hreflang annotations: 2 pages of 3 do not list all versions, such as ${de}`,
          affectedUrls: [de, fr],
          evidence: [
            {
              kind: 'table',
              label: 'Missing annotations',
              columns: ['Page', 'Does not list'],
              rows: [
                [de, fr],
                [fr, de],
              ],
            },
            listOf('All language versions', [
              'https://site.test/en/',
              'https://site.test/de/',
              'https://site.test/fr/',
            ]),
          ],
        },
      ],
    },
    'a set of which the first page lists one version': {
      site: pages({ [en]: [de], [de]: [en, de, fr], [fr]: [de, fr] }),
      finds: [
        {
          url: en,
          message: `Incomplete hreflang annotations: 2 pages of 3 do not list all versions, such as ${en}`,
          affectedUrls: [en, fr],
          evidence: [
            {
              kind: 'table',
              label: 'Missing annotations',
              columns: ['Page', 'Does not list'],
              rows: [
                [en, fr],
                [fr, en],
              ],
            },
            listOf('All language versions', [en, de, fr]),
          ],
        },
      ],
    },
  },
})
