import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_MISSING_PER_TARGET } from '#shared/limits.ts'
import { listOf, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite } from '../test-site-facts.ts'
import { fragmentLinkBroken, nearestIds } from './fragment-link-broken.ts'

const table = (label: string, ...rows: string[][]) => ({
  kind: 'table',
  label,
  columns: ['Missing id', 'Linked from', 'Similar ids on the page'],
  rows,
})
const url = 'https://site.test/help'
const place = { sourceUrl: 'https://site.test/a', text: 'Returns', region: 'main' as const, path: 'main > a', line: 3 }
const missing = (fragment: string, page: NonNullable<TestSite['pages']>[number] = { url }): TestSite => ({
  pages: [page],
  missingFragments: [{ targetUrl: url, fragment, places: [place] }],
})
const inHeader = (fragment: string): TestSite => ({
  pages: [{ url }],
  missingFragments: [{ targetUrl: url, fragment, places: [{ ...place, region: 'header' as const }] }],
})

testSiteCheck(fragmentLinkBroken, {
  passes: {
    'the top of a page': missing('Top'),
    'an empty fragment': missing(''),
    'a route of a script': missing('/inbox'),
    'a hashbang route': missing('!inbox'),
    'a text directive': missing(':~:text=returns'),
    'a state that a script reads': missing('tab=returns'),
    'the switch of a menu': inHeader('mobile-menu-toggle'),
    'the close button of a menu': inHeader('menu_Close'),
    'a target that is no page of the crawl': {
      missingFragments: [{ targetUrl: url, fragment: 'returns', places: [place] }],
    },
    'a page that a script draws': missing('returns', { url, isEligible: false, wordCount: 12 }),
  },
  fails: {
    'a section of the text whose name ends in the same way': {
      site: missing('market-close'),
      finds: [
        {
          url,
          message: `Broken link: no element with the id “market-close” on ${url} (fragment of a link on 1 page)`,
          affectedUrls: [place.sourceUrl],
          details: { ...referredBy([place.sourceUrl]), targetUrl: `${url}#market-close` },
          evidence: [{ kind: 'places', label: 'Linked from', places: [{ ...place, region: 'main' }], total: 1 }],
        },
      ],
    },
    'another link of the header': {
      site: inHeader('opening'),
      finds: [
        {
          url,
          message: `Broken link: no element with the id “opening” on ${url} (fragment of a link on 1 page)`,
          affectedUrls: [place.sourceUrl],
          details: { ...referredBy([place.sourceUrl]), highPrioritySource: true, targetUrl: `${url}#opening` },
          evidence: [{ kind: 'places', label: 'Linked from', places: [{ ...place, region: 'header' }], total: 1 }],
        },
      ],
    },
    'an id that is spelled otherwise, with the nearest': {
      site: missing('Returns', { url, ids: ['contact', 'returns', 'return_s'] }),
      finds: [
        {
          url,
          severity: 'info',
          message: `Broken link: no element with the id “Returns” on ${url} (fragment of a link on 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: {
            sourceUrl: 'https://site.test/a',
            directReferrer: 'https://site.test/a',
            referringSources: ['https://site.test/a'],
            highPrioritySource: false,
            targetUrl: `${url}#Returns`,
          },
          evidence: [
            { kind: 'text', label: 'Similar ids on the page', text: 'returns, return_s' },
            {
              kind: 'places',
              label: 'Linked from',
              places: [
                { sourceUrl: 'https://site.test/a', text: 'Returns', region: 'main', path: 'main > a', line: 3 },
              ],
              total: 1,
            },
          ],
        },
      ],
    },
    'more pages than places are kept of': {
      site: {
        pages: [{ url }],
        missingFragments: [
          { targetUrl: url, fragment: 'x', total: 36, places: [place, { ...place, sourceUrl: 'https://site.test/b' }] },
        ],
      },
      finds: [
        {
          url,
          message: `Broken link: no element with the id “x” on ${url} (fragment of a link on 36 pages)`,
          affectedUrls: ['https://site.test/a', 'https://site.test/b'],
          affectedCount: 36,
          details: { ...referredBy(['https://site.test/a', 'https://site.test/b'], true), targetUrl: `${url}#x` },
          evidence: [
            placesOf([place, { ...place, sourceUrl: 'https://site.test/b' }], 36),
            {
              kind: 'table',
              label: 'Shared template elements',
              columns: ['Region', 'Element', 'On'],
              rows: [['main', 'main > a', 'at least 2 pages']],
            },
          ],
        },
      ],
    },
    'a link of the start page, which counts for more': {
      site: { ...missing('returns'), pages: [{ url }, { url: place.sourceUrl, depth: 0 }] },
      finds: [
        {
          url,
          message:
            'Broken link: no element with the id “returns” on https://site.test/help (fragment of a link on 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: {
            sourceUrl: 'https://site.test/a',
            directReferrer: 'https://site.test/a',
            referringSources: ['https://site.test/a'],
            highPrioritySource: true,
            targetUrl: 'https://site.test/help#returns',
          },
          evidence: [
            {
              kind: 'places',
              label: 'Linked from',
              places: [
                { sourceUrl: 'https://site.test/a', text: 'Returns', region: 'main', path: 'main > a', line: 3 },
              ],
              total: 1,
            },
          ],
        },
      ],
    },
    'a link of a page far from it, which does not': {
      site: { ...missing('returns'), pages: [{ url }, { url: place.sourceUrl, depth: 2 }] },
      finds: [
        {
          url,
          message:
            'Broken link: no element with the id “returns” on https://site.test/help (fragment of a link on 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: {
            sourceUrl: 'https://site.test/a',
            directReferrer: 'https://site.test/a',
            referringSources: ['https://site.test/a'],
            highPrioritySource: false,
            targetUrl: 'https://site.test/help#returns',
          },
          evidence: [
            {
              kind: 'places',
              label: 'Linked from',
              places: [
                { sourceUrl: 'https://site.test/a', text: 'Returns', region: 'main', path: 'main > a', line: 3 },
              ],
              total: 1,
            },
          ],
        },
      ],
    },
    'a page that search engines may not show': {
      site: missing('returns', { url, isEligible: false, isNoindex: true, wordCount: 300 }),
      finds: [
        {
          url,
          message:
            'Broken link: no element with the id “returns” on https://site.test/help (fragment of a link on 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: 'https://site.test/help#returns' },
          evidence: [
            {
              kind: 'places',
              label: 'Linked from',
              places: [
                { sourceUrl: 'https://site.test/a', text: 'Returns', region: 'main', path: 'main > a', line: 3 },
              ],
              total: 1,
            },
          ],
        },
      ],
    },
    'the same fragment missing on many pages, linked from one place, once': {
      site: {
        pages: ['a', 'b', 'c'].map(name => ({ url: `https://site.test/${name}` })),
        missingFragments: ['a', 'b', 'c'].map(name => ({
          targetUrl: `https://site.test/${name}`,
          fragment: 'content',
          places: [{ ...place, sourceUrl: `https://site.test/${name}`, path: 'body > a', region: 'header' as const }],
        })),
      },
      finds: [
        {
          url: 'https://site.test/a',
          message:
            'Broken link: no element with the id “content” on 3 pages linked from the same template element (fragment)',
          affectedUrls: ['https://site.test/a', 'https://site.test/b', 'https://site.test/c'],
          affectedCount: 3,
          details: {
            sourceUrl: 'https://site.test/a',
            directReferrer: 'https://site.test/a',
            referringSources: ['https://site.test/a', 'https://site.test/b', 'https://site.test/c'],
            highPrioritySource: true,
            targetUrl: 'https://site.test/a#content',
          },
          evidence: [
            listOf('Pages without the id', ['https://site.test/a', 'https://site.test/b', 'https://site.test/c']),
            {
              kind: 'places',
              label: 'Linked from',
              places: [
                { sourceUrl: 'https://site.test/a', text: 'Returns', region: 'header', path: 'body > a', line: 3 },
                { sourceUrl: 'https://site.test/b', text: 'Returns', region: 'header', path: 'body > a', line: 3 },
                { sourceUrl: 'https://site.test/c', text: 'Returns', region: 'header', path: 'body > a', line: 3 },
              ],
              total: 3,
            },
            {
              kind: 'table',
              label: 'Shared template elements',
              columns: ['Region', 'Element', 'On'],
              rows: [['header', 'body > a', '3 pages']],
            },
          ],
        },
      ],
    },
    'three pages that lack a fragment, each, when the links stand in their texts': {
      site: {
        pages: ['a', 'b', 'c'].map(name => ({ url: `https://site.test/${name}` })),
        missingFragments: ['a', 'b', 'c'].map(name => ({
          targetUrl: `https://site.test/${name}`,
          fragment: 'part-1',
          places: [place],
        })),
      },
      finds: ['a', 'b', 'c'].map(name => lacking(name, 'part-1')),
    },
    'two pages that lack a fragment, each': {
      site: {
        pages: ['a', 'b'].map(name => ({ url: `https://site.test/${name}` })),
        missingFragments: ['a', 'b'].map(name => ({
          targetUrl: `https://site.test/${name}`,
          fragment: 'x',
          places: [place],
        })),
      },
      finds: [
        {
          url: 'https://site.test/a',
          message: 'Broken link: no element with the id “x” on https://site.test/a (fragment of a link on 1 page)',
          details: { ...referredBy(['https://site.test/a']), targetUrl: 'https://site.test/a#x' },
          evidence: [
            {
              kind: 'places',
              label: 'Linked from',
              places: [
                { sourceUrl: 'https://site.test/a', text: 'Returns', region: 'main', path: 'main > a', line: 3 },
              ],
              total: 1,
            },
          ],
        },
        {
          url: 'https://site.test/b',
          message: 'Broken link: no element with the id “x” on https://site.test/b (fragment of a link on 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: 'https://site.test/b#x' },
          evidence: [
            {
              kind: 'places',
              label: 'Linked from',
              places: [
                { sourceUrl: 'https://site.test/a', text: 'Returns', region: 'main', path: 'main > a', line: 3 },
              ],
              total: 1,
            },
          ],
        },
      ],
    },
    'several ids that one page lacks, once, with each of them': {
      site: {
        pages: [{ url, ids: ['returns', 'contact'] }],
        missingFragments: ['Returns', 'warranty'].map((fragment, index) => ({
          targetUrl: url,
          fragment,
          places: [place, { ...place, sourceUrl: `https://site.test/b${index}` }],
        })),
      },
      finds: [
        {
          url,
          severity: 'info',
          message: `Broken link: no elements with the ids “Returns” and “warranty” on ${url} (fragments of links)`,
          affectedUrls: ['https://site.test/a', 'https://site.test/b0', 'https://site.test/b1'],
          affectedCount: 3,
          details: {
            ...referredBy(['https://site.test/a', 'https://site.test/b0', 'https://site.test/b1']),
            targetUrl: url,
          },
          evidence: [
            table('Missing ids', ['Returns', '2 pages', 'returns'], ['warranty', '2 pages', '']),
            {
              kind: 'places',
              label: 'Linked from',
              places: [
                { sourceUrl: 'https://site.test/a', text: 'Returns', region: 'main', path: 'main > a', line: 3 },
                { sourceUrl: 'https://site.test/b0', text: 'Returns', region: 'main', path: 'main > a', line: 3 },
                { sourceUrl: 'https://site.test/a', text: 'Returns', region: 'main', path: 'main > a', line: 3 },
                { sourceUrl: 'https://site.test/b1', text: 'Returns', region: 'main', path: 'main > a', line: 3 },
              ],
              total: 3,
            },
            {
              kind: 'table',
              label: 'Shared template elements',
              columns: ['Region', 'Element', 'On'],
              rows: [['main', 'main > a', '3 pages']],
            },
          ],
        },
      ],
    },
    'a hundred ids, the first of them by name': {
      site: manyMissing(120),
      finds: [
        {
          url,
          message: `Broken link: no elements with the ids “id-0”, “id-1”, “id-2” and more than 100 others on ${url} (fragments of links)`,
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url },
          evidence: [
            {
              ...table('Missing ids', ...Array.from({ length: 100 }, (_, index) => [`id-${index}`, '1 page', ''])),
              total: 120,
            },
            placesOf(
              Array.from({ length: 100 }, () => place),
              1,
            ),
          ],
        },
      ],
    },
    'more ids than are counted': {
      site: manyMissing(MAX_MISSING_PER_TARGET),
      finds: [
        {
          url,
          message: `Broken link: no elements with the ids “id-0”, “id-1”, “id-2” and many others on ${url} (fragments of links)`,
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url },
          evidence: [
            {
              ...table('Missing ids', ...Array.from({ length: 100 }, (_, index) => [`id-${index}`, '1 page', ''])),
              total: 500,
            },
            placesOf(
              Array.from({ length: 100 }, () => place),
              1,
            ),
          ],
        },
      ],
    },
    'a mistake of the template and, for each page, what only it lacks': {
      site: {
        pages: ['a', 'b', 'c'].map(name => ({ url: `https://site.test/${name}` })),
        missingFragments: ['a', 'b', 'c'].flatMap(name => [
          {
            targetUrl: `https://site.test/${name}`,
            fragment: 'content',
            places: [{ ...place, path: 'body > a', region: 'header' as const }],
          },
          { targetUrl: `https://site.test/${name}`, fragment: `one-${name}`, places: [place] },
        ]),
      },
      finds: [
        {
          url: 'https://site.test/a',
          message:
            'Broken link: no element with the id “content” on 3 pages linked from the same template element (fragment)',
          affectedCount: 3,
          details: { ...referredBy(['https://site.test/a'], true), targetUrl: 'https://site.test/a#content' },
          evidence: [
            listOf('Pages without the id', ['https://site.test/a', 'https://site.test/b', 'https://site.test/c']),
            placesOf(Array.from({ length: 3 }, () => ({ ...place, path: 'body > a', region: 'header' }))),
          ],
        },
        ...['a', 'b', 'c'].map(name => lacking(name, `one-${name}`)),
      ],
    },
  },
})

function manyMissing(count: number): TestSite {
  const missingFragments = Array.from({ length: count }, (_, index) => ({
    targetUrl: url,
    fragment: `id-${index}`,
    places: [place],
  }))
  return { pages: [{ url }], missingFragments }
}

function lacking(name: string, fragment: string) {
  const lackingUrl = `https://site.test/${name}`
  return {
    url: lackingUrl,
    message: `Broken link: no element with the id “${fragment}” on ${lackingUrl} (fragment of a link on 1 page)`,
    affectedUrls: ['https://site.test/a'],
    details: { ...referredBy(['https://site.test/a']), targetUrl: `${lackingUrl}#${fragment}` },
    evidence: [placesOf([place])],
  }
}

function placesOf(places: object[], total = places.length) {
  return { kind: 'places', label: 'Linked from', places, total }
}

const cases: [wanted: string, ids: string[], nearest: string[]][] = [
  ['Getting_Started', ['intro', 'getting-started'], ['getting-started']],
  ['returns', ['return', 'contact', 'returns2', 'retuns'], ['return', 'returns2', 'retuns']],
  ['returns', ['contact', 'footer'], []],
  ['x'.repeat(100), ['x'.repeat(99)], []],
]
for (const [wanted, ids, nearest] of cases) {
  test(`nearestIds() suggests ${nearest.join(', ') || 'nothing'} for ${wanted.slice(0, 20)}`, () => {
    assert.deepEqual(nearestIds(wanted, ids), nearest)
  })
}
