import { listOf, namedOn, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite } from '../test-site-facts.ts'
import { redirectToHomepage } from './redirect-to-homepage.ts'

const home = 'https://site.test/'
const old = (...paths: string[]) => paths.map(path => home + path)
const siteOf = (urls: string[], to = home): TestSite => ({
  pages: [
    { url: home, depth: 0 },
    { url: `${home}deep`, depth: 5 },
  ],
  links: urls.map(url => ({ from: `${home}deep`, to: url })),
  targets: urls.map(url => ({ url, hops: [{ url, status: 301, location: to, elapsedMs: 1 }], finalStatus: 200 })),
})

testSiteCheck(redirectToHomepage, {
  passes: {
    'two old pages': siteOf(old('a', 'b')),
    'redirects to another page': siteOf(old('a', 'b', 'c'), `${home}deep`),
    'other names of the home page': siteOf(old('index.html', 'home', 'start/', 'de', 'en-gb/')),
    'pages that send visitors home': siteOf(old('logout', 'sign-out', 'cart/empty', 'set-language')),
    'redirects that end at an error page': {
      ...siteOf(old('a', 'b', 'c')),
      targets: (siteOf(old('a', 'b', 'c')).targets ?? []).map(target => ({ ...target, finalStatus: 503 })),
    },
    'choices of the home page': siteOf(old('x?a', 'x?b', 'x?c')),
  },
  fails: {
    'three old pages, together': {
      site: siteOf(old('a', 'b', 'c')),
      finds: [
        {
          url: `${home}a`,
          message: `Linked pages redirect to the home page: 3 URLs, such as ${home}a; together linked from 1 page`,
          affectedUrls: [`${home}deep`],
          details: { ...referredBy([`${home}deep`]), targetUrl: `${home}a` },
          evidence: [
            { kind: 'url', label: 'Home page', url: home },
            listOf('URLs', old('a', 'b', 'c')),
            {
              kind: 'places',
              label: 'Linked from',
              places: old('a', 'b', 'c').flatMap(() => namedOn(`${home}deep`).places),
              total: 1,
            },
          ],
        },
      ],
    },
  },
})
