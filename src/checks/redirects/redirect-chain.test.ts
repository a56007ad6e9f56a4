import { testSiteCheck } from '../test-site-check.ts'
import { gets, hops, type TestSite } from '../test-site-facts.ts'
import { redirectChain } from './redirect-chain.ts'

const [a, b, c] = ['https://site.test/a', 'https://site.test/b', 'https://site.test/c'] as const
const source = 'https://site.test/source'
const links = [{ from: source, to: a }]
const sixHops = Array.from({ length: 7 }, (_, index) => `https://site.test/${index}`)

/** http to https to www, as a server sends every address. */
const canonicalising = (path: string) => {
  const url = `http://site.test${path}`
  return { url, hops: hops([301, 301], url, `https://site.test${path}`, `https://www.site.test${path}`) }
}
const folding = (...paths: string[]): TestSite => ({
  targets: paths.map(canonicalising),
  links: paths.map(path => ({ from: source, to: `http://site.test${path}` })),
})

testSiteCheck(redirectChain, {
  passes: {
    'one hop': { targets: [{ url: a, hops: hops([301], a, b) }], links },
    'a chain that ends at a missing page': {
      targets: [{ url: a, hops: hops([301, 301], a, b, c), finalStatus: 404, attempts: gets(404, 404) }],
      links,
    },
    'a loop': { targets: [{ url: a, hops: hops([301, 301], a, b, a), failure: 'redirect-loop' }], links },
    'a chain of another site': {
      targets: [{ url: 'https://other.test/', hops: hops([301, 301], 'https://other.test/', a, b) }],
      links: [{ from: source, to: 'https://other.test/' }],
    },
    'a chain that nobody links to': { targets: [{ url: a, hops: hops([301, 301], a, b, c), kinds: ['redirect'] }] },
  },
  fails: {
    'two hops': {
      site: { targets: [{ url: a, hops: hops([301, 302], a, b, c) }], links },
      finds: [
        {
          url: a,
          severity: 'warning',
          message: `Redirect chain: 2 hops from ${a} to ${c} (linked from 1 page)`,
          details: { statusCode: 301, sourceUrl: source },
          evidence: [
            { kind: 'hops', hops: [{ url: a }, { url: b }] },
            { kind: 'url', url: c },
          ],
        },
      ],
    },
    'more than five hops, as an error': {
      site: {
        targets: [{ url: a, hops: hops([301, 301, 301, 301, 301, 301], a, ...sixHops) }],
        links,
      },
      finds: [{ url: a, severity: 'error' }],
    },
    'more hops than the crawler follows, as an error': {
      site: { targets: [{ url: a, hops: hops([301, 301], a, b, c), failure: 'too-many-redirects' }], links },
      finds: [{ url: a, severity: 'error' }],
    },
    'a chain that ends at a page closed to crawlers': {
      site: {
        targets: [{ url: a, hops: hops([301, 301], a, b, c), finalStatus: 403, attempts: gets(403, 403) }],
        links,
      },
      finds: [{ url: a }],
    },
    'the chain through which a host sends every address, once': {
      site: folding('/', '/x', '/y'),
      finds: [
        {
          url: 'http://site.test/',
          message:
            'Redirect chain: 2 hops from every address of http://site.test to https://www.site.test (linked from 1 page)',
          evidence: [{ kind: 'urls', total: 3 }],
        },
      ],
    },
    'such a chain of a single address under its own name': {
      site: folding('/x'),
      finds: [
        {
          url: 'http://site.test/x',
          message: 'Redirect chain: 2 hops from http://site.test/x to https://www.site.test/x (linked from 1 page)',
        },
      ],
    },
  },
})
