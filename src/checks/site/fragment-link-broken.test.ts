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
  },
})
