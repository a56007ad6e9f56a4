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
const siteUrls = (...names: string[]) => names.map(name => `https://site.test/${name}`)
const headerPlace = { ...place, region: 'header' as const }
type LinkPlace = Omit<typeof place, 'region'> & { region: 'main' | 'header' }
const missing = (fragment: string, page: NonNullable<TestSite['pages']>[number] = { url }): TestSite => ({
  pages: [page],
  missingFragments: [{ targetUrl: url, fragment, places: [place] }],
})
const inHeader = (fragment: string): TestSite => ({
  pages: [{ url }],
  missingFragments: [{ targetUrl: url, fragment, places: [headerPlace] }],
})
/** Pages of these names that lack the same id. */
const eachLacks = (names: string[], fragment: string, placeOn = (_name: string): LinkPlace => place): TestSite => ({
  pages: siteUrls(...names).map(each => ({ url: each })),
  missingFragments: names.map(name => ({
    targetUrl: `https://site.test/${name}`,
    fragment,
    places: [placeOn(name)],
  })),
})
/** The finding of one id that one page lacks, linked from one place. */
const lacking = (fragment: string, from: LinkPlace = place, on = url) => ({
  url: on,
  message: `Broken link: no element with the id “${fragment}” on ${on} (fragment of a link on 1 page)`,
  affectedUrls: [place.sourceUrl],
  details: { ...referredBy([place.sourceUrl]), targetUrl: `${on}#${fragment}` },
  evidence: [placesOf([from])],
})
const shared = (...row: string[]) => ({
  kind: 'table',
  label: 'Shared template elements',
  columns: ['Region', 'Element', 'On'],
  rows: [row],
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
    'a page that a script draws': missing('returns', { url, isEligible: false, wordCount: 49 }),
  },
  fails: {
    'a section of the text whose name ends in the same way': {
      site: missing('market-close'),
      finds: [lacking('market-close')],
    },
    'another link of the header': {
      site: inHeader('opening'),
      finds: [ofPrioritySource(lacking('opening', headerPlace))],
    },
    'an id that is spelled otherwise, with the nearest': {
      site: missing('Returns', { url, ids: ['contact', 'returns', 'return_s'] }),
      finds: [
        {
          ...lacking('Returns'),
          severity: 'info',
          evidence: [{ kind: 'text', label: 'Similar ids on the page', text: 'returns, return_s' }, placesOf([place])],
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
            shared('main', 'main > a', 'at least 2 pages'),
          ],
        },
      ],
    },
    'a link of the start page, which counts for more': {
      site: { ...missing('returns'), pages: [{ url }, { url: place.sourceUrl, depth: 0 }] },
      finds: [ofPrioritySource(lacking('returns'))],
    },
    'a link of a page far from it, which does not': {
      site: { ...missing('returns'), pages: [{ url }, { url: place.sourceUrl, depth: 2 }] },
      finds: [lacking('returns')],
    },
    'a page that search engines may not show': {
      site: missing('returns', { url, isEligible: false, isNoindex: true, wordCount: 50 }),
      finds: [lacking('returns')],
    },
    'the same fragment missing on many pages, linked from one place, once': {
      site: eachLacks(['a', 'b', 'c'], 'content', ofTemplate),
      finds: [
        {
          url: 'https://site.test/a',
          message:
            'Broken link: no element with the id “content” on 3 pages linked from the same template element (fragment)',
          affectedUrls: siteUrls('a', 'b', 'c'),
          affectedCount: 3,
          details: { ...referredBy(siteUrls('a', 'b', 'c'), true), targetUrl: 'https://site.test/a#content' },
          evidence: [
            listOf('Pages without the id', siteUrls('a', 'b', 'c')),
            placesOf(['a', 'b', 'c'].map(ofTemplate)),
            shared('header', 'body > a', '3 pages'),
          ],
        },
      ],
    },
    'three pages that lack a fragment, each, when the links stand in their texts': {
      site: eachLacks(['a', 'b', 'c'], 'part-1'),
      finds: siteUrls('a', 'b', 'c').map(on => lacking('part-1', place, on)),
    },
    'two pages that lack a fragment, each': {
      site: eachLacks(['a', 'b'], 'x'),
      finds: siteUrls('a', 'b').map(on => lacking('x', place, on)),
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
          affectedUrls: siteUrls('a', 'b0', 'b1'),
          affectedCount: 3,
          details: { ...referredBy(siteUrls('a', 'b0', 'b1')), targetUrl: url },
          evidence: [
            table('Missing ids', ['Returns', '2 pages', 'returns'], ['warranty', '2 pages', '']),
            placesOf(
              siteUrls('a', 'b0', 'a', 'b1').map(sourceUrl => ({ ...place, sourceUrl })),
              3,
            ),
            shared('main', 'main > a', '3 pages'),
          ],
        },
      ],
    },
    'four ids, of which three are named': {
      site: manyMissing(4),
      finds: [manyLacking('1 other', 4)],
    },
    'ids beyond the 20 of which the nearest are looked for': {
      site: { ...manyMissing(21), pages: [{ url, ids: ['id-'] }] },
      finds: [
        {
          ...manyLacking('18 others', 21),
          evidence: [
            table(
              'Missing ids',
              ...Array.from({ length: 21 }, (_, index) => [`id-${index}`, '1 page', index < 20 ? 'id-' : '']),
            ),
            placesOf(
              Array.from({ length: 21 }, () => place),
              1,
            ),
          ],
        },
      ],
    },
    'a hundred ids, the first of them by name': {
      site: manyMissing(120),
      finds: [manyLacking('more than 100 others', 120)],
    },
    'more ids than are counted': {
      site: manyMissing(MAX_MISSING_PER_TARGET),
      finds: [manyLacking('many others', 500)],
    },
    'a mistake of the template and, for each page, what only it lacks': {
      site: {
        pages: siteUrls('a', 'b', 'c').map(each => ({ url: each })),
        missingFragments: ['a', 'b', 'c'].flatMap(name => [
          {
            targetUrl: `https://site.test/${name}`,
            fragment: 'content',
            places: [ofTemplate('a')],
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
            listOf('Pages without the id', siteUrls('a', 'b', 'c')),
            placesOf(['a', 'a', 'a'].map(ofTemplate)),
          ],
        },
        ...['a', 'b', 'c'].map(name => lacking(`one-${name}`, place, `https://site.test/${name}`)),
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

function manyLacking(others: string, total: number) {
  const shown = Math.min(total, 100)
  return {
    url,
    message: `Broken link: no elements with the ids “id-0”, “id-1”, “id-2” and ${others} on ${url} (fragments of links)`,
    affectedUrls: ['https://site.test/a'],
    details: { ...referredBy(['https://site.test/a']), targetUrl: url },
    evidence: [
      {
        ...table('Missing ids', ...Array.from({ length: shown }, (_, index) => [`id-${index}`, '1 page', ''])),
        ...(total > shown && { total }),
      },
      placesOf(
        Array.from({ length: shown }, () => place),
        1,
      ),
    ],
  }
}

/** A link of the template, on the page of this name. */
function ofTemplate(name: string): LinkPlace {
  return { ...place, sourceUrl: `https://site.test/${name}`, path: 'body > a', region: 'header' }
}

/** The same finding, of a link that counts for more. */
function ofPrioritySource(finding: ReturnType<typeof lacking>) {
  return { ...finding, details: { ...finding.details, highPrioritySource: true } }
}

function placesOf(places: object[], total = places.length) {
  return { kind: 'places', label: 'Linked from', places, total }
}

const cases: [wanted: string, ids: string[], nearest: string[]][] = [
  ['Getting_Started', ['intro', 'getting-started'], ['getting-started']],
  ['returns', ['return', 'contact', 'returns2', 'retuns'], ['return', 'returns2', 'retuns']],
  ['returns', ['return', 'returns2', 'retuns', 'returnss'], ['return', 'returns2', 'retuns']],
  ['returns', [...Array.from({ length: 499 }, (_, index) => `part-${index}`), 'return'], ['return']],
  ['returns', [...Array.from({ length: 500 }, (_, index) => `part-${index}`), 'return'], []],
  ['returns', ['contact', 'footer'], []],
  ['x'.repeat(100), ['x'.repeat(99)], []],
]
for (const [wanted, ids, nearest] of cases) {
  test(`nearestIds() suggests ${nearest.join(', ') || 'nothing'} of ${ids.length} ids for ${wanted.slice(0, 20)}`, () => {
    assert.deepEqual(nearestIds(wanted, ids), nearest)
  })
}
