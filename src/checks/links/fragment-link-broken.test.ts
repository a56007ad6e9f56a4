import { MAX_MISSING_PER_TARGET } from '#shared/limits.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite } from '../test-site-facts.ts'
import { fragmentLinkBroken } from './fragment-link-broken.ts'

const url = 'https://site.test/help'
const place = { sourceUrl: 'https://site.test/a', text: 'Returns', region: 'main' as const, path: 'main > a', line: 3 }
const missing = (fragment: string, page: NonNullable<TestSite['pages']>[number] = { url }): TestSite => ({
  pages: [page],
  missingFragments: [{ targetUrl: url, fragment, places: [place] }],
})

testSiteCheck(fragmentLinkBroken, {
  passes: {
    'the top of a page': missing('Top'),
    'an empty fragment': missing(''),
    'a route of a script': missing('/inbox'),
    'a hashbang route': missing('!inbox'),
    'a text directive': missing(':~:text=returns'),
    'a state that a script reads': missing('tab=returns'),
    'a target that is no page of the crawl': {
      missingFragments: [{ targetUrl: url, fragment: 'returns', places: [place] }],
    },
    'a page that a script draws': missing('returns', { url, isEligible: false, wordCount: 12 }),
  },
  fails: {
    'an id that is spelled otherwise, with the nearest': {
      site: missing('Returns', { url, ids: ['contact', 'returns', 'return_s'] }),
      finds: [
        {
          url,
          severity: 'info',
          message: `Broken link: no element with the id “Returns” on ${url} (fragment of a link on 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: {
            targetUrl: `${url}#Returns`,
            sourceUrl: 'https://site.test/a',
            referringSources: ['https://site.test/a'],
          },
          evidence: [{ kind: 'text', text: 'returns, return_s' }, { kind: 'places' }],
        },
      ],
    },
    'a link of a page near the start, which counts for more': {
      site: { ...missing('returns'), pages: [{ url }, { url: place.sourceUrl, depth: 1 }] },
      finds: [{ url, details: { highPrioritySource: true } }],
    },
    'a link of a page far from it, which does not': {
      site: { ...missing('returns'), pages: [{ url }, { url: place.sourceUrl, depth: 2 }] },
      finds: [{ url, details: { highPrioritySource: false } }],
    },
    'a page that search engines may not show': {
      site: missing('returns', { url, isEligible: false, isNoindex: true, wordCount: 300 }),
      finds: [{ url }],
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
          affectedCount: 3,
          details: { highPrioritySource: true },
          evidence: [{ kind: 'urls', total: 3 }],
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
      finds: ['a', 'b', 'c'].map(name => ({ url: `https://site.test/${name}` })),
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
      finds: [{ url: 'https://site.test/a' }, { url: 'https://site.test/b' }],
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
          details: { targetUrl: url },
          evidence: [
            {
              kind: 'table',
              rows: [
                ['Returns', '2 pages', 'returns'],
                ['warranty', '2 pages', ''],
              ],
            },
            { kind: 'places', total: 3 },
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
          evidence: [{ kind: 'table', label: 'Ids that links name and the page does not have (first 100 of 120)' }],
        },
      ],
    },
    'more ids than are counted': {
      site: manyMissing(MAX_MISSING_PER_TARGET),
      finds: [
        {
          url,
          message: `Broken link: no elements with the ids “id-0”, “id-1”, “id-2” and many others on ${url} (fragments of links)`,
        },
      ],
    },
    'a slip of the template and, for each page, what only it lacks': {
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
      finds: ['a', 'a', 'b', 'c'].map(name => ({ url: `https://site.test/${name}` })),
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
