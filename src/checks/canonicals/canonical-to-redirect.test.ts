import { causedBy, listOf, namedOn, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { gets, hops, type TestSite } from '../test-site-facts.ts'
import { canonicalToRedirect } from './canonical-to-redirect.ts'

const source = 'https://site.test/a'
const redirecting = (...pairs: [from: string, to: string][]): TestSite => ({
  targets: pairs.map(([from, to]) => ({ url: from, hops: hops([301], from, to) })),
  links: pairs.map(([from]) => ({ from: source, to: from, kind: 'canonical' })),
})
const insecure = (target: { url: string }, from = source): TestSite => ({
  targets: [target],
  links: [{ from, to: target.url, kind: 'canonical' }],
})

const missingSlash = causedBy('canonical-to-redirect', '301 https://site.test slash-missing https://site.test')
const siteWide = Array.from({ length: 10 }, (_, index): [string, string] => [
  `https://site.test/p${index}`,
  `https://site.test/p${index}/`,
])
const siteWideFinding = (severity: 'error' | 'warning') => ({
  url: 'https://site.test/p0',
  severity,
  message:
    'Canonical points to a redirect at 10 URLs for the same reason (the link lacks the trailing slash), such as https://site.test/p0; together named by 1 page',
  affectedUrls: [source],
  details: { ...referredBy([source]), targetUrl: 'https://site.test/p0', ...missingSlash },
  evidence: [
    {
      kind: 'hops',
      label: 'Redirect',
      hops: [{ url: 'https://site.test/p0', status: 301, location: 'https://site.test/p0/', elapsedMs: 5 }],
    },
    { kind: 'url', label: 'Final URL', url: 'https://site.test/p0/' },
    listOf(
      'URLs',
      siteWide.map(([from]) => from),
    ),
    {
      kind: 'places',
      label: 'Linked from',
      places: siteWide.map(() => ({ sourceUrl: source, text: 'link', region: 'main', path: '', line: 1 })),
      total: 1,
    },
  ],
})

testSiteCheck(canonicalToRedirect, {
  passes: {
    'a canonical that responds': insecure({ url: 'https://site.test/x' }),
    'a canonical that redirects to a missing page, which is reported as such': {
      targets: [
        {
          url: 'https://site.test/x',
          hops: hops([301], 'https://site.test/x', 'https://site.test/y'),
          finalStatus: 404,
          attempts: gets(404, 404),
        },
      ],
      links: [{ from: source, to: 'https://site.test/x', kind: 'canonical' }],
    },
    'an http canonical on an http site': {
      crawl: { homeUrl: 'http://site.test/' },
      ...insecure({ url: 'http://site.test/x' }, 'http://site.test/a'),
    },
    'an http canonical of an https page where the home page has http': {
      crawl: { homeUrl: 'http://site.test/' },
      ...insecure({ url: 'http://site.test/x' }),
    },
    'an http canonical where no home page is known': {
      crawl: { homeUrl: null },
      ...insecure({ url: 'http://site.test/x' }),
    },
    'an http canonical named by an http page': insecure({ url: 'http://site.test/x' }, 'http://site.test/a'),
  },
  fails: {
    'a canonical that has moved': {
      site: redirecting(['https://site.test/old', 'https://site.test/new']),
      finds: [
        {
          url: 'https://site.test/old',
          severity: 'warning',
          message:
            'Canonical points to a redirect: https://site.test/old redirects to https://site.test/new (named by 1 page)',
          affectedUrls: [source],
          details: { ...referredBy([source]), targetUrl: 'https://site.test/old' },
          evidence: [
            {
              kind: 'hops',
              label: 'Redirect',
              hops: [{ url: 'https://site.test/old', status: 301, location: 'https://site.test/new', elapsedMs: 5 }],
            },
            { kind: 'url', label: 'Final URL', url: 'https://site.test/new' },
            namedOn(source),
          ],
        },
      ],
    },
    'two canonicals that have moved, each': {
      site: redirecting(
        ['https://site.test/old', 'https://site.test/new'],
        ['https://site.test/past', 'https://site.test/now'],
      ),
      finds: [
        {
          url: 'https://site.test/old',
          message:
            'Canonical points to a redirect: https://site.test/old redirects to https://site.test/new (named by 1 page)',
          affectedUrls: [source],
          details: { ...referredBy([source]), targetUrl: 'https://site.test/old' },
          evidence: [
            {
              kind: 'hops',
              label: 'Redirect',
              hops: [{ url: 'https://site.test/old', status: 301, location: 'https://site.test/new', elapsedMs: 5 }],
            },
            { kind: 'url', label: 'Final URL', url: 'https://site.test/new' },
            namedOn(source),
          ],
        },
        {
          url: 'https://site.test/past',
          message:
            'Canonical points to a redirect: https://site.test/past redirects to https://site.test/now (named by 1 page)',
          affectedUrls: [source],
          details: { ...referredBy([source]), targetUrl: 'https://site.test/past' },
          evidence: [
            {
              kind: 'hops',
              label: 'Redirect',
              hops: [{ url: 'https://site.test/past', status: 301, location: 'https://site.test/now', elapsedMs: 5 }],
            },
            { kind: 'url', label: 'Final URL', url: 'https://site.test/now' },
            namedOn(source),
          ],
        },
      ],
    },
    'canonicals that redirect on most pages of the site, as an error': {
      site: { ...redirecting(...siteWide), pages: siteWide.map(([, to]) => ({ url: to })) },
      finds: [siteWideFinding('error')],
    },
    'the same on half of the pages': {
      site: {
        ...redirecting(...siteWide),
        pages: [...siteWide, ...siteWide].map(([, to], index) => ({ url: `${to}${index}` })),
      },
      finds: [siteWideFinding('error')],
    },
    'the same on less than half of the pages': {
      site: {
        ...redirecting(...siteWide),
        pages: [...siteWide, ...siteWide, ...siteWide].map(([, to], index) => ({ url: `${to}${index}` })),
      },
      finds: [siteWideFinding('warning')],
    },
    'a mistake of the template on many canonicals, once': {
      site: redirecting(
        ['https://site.test/x', 'https://site.test/x/'],
        ['https://site.test/y', 'https://site.test/y/'],
        ['https://site.test/z', 'https://site.test/z/'],
      ),
      finds: [
        {
          url: 'https://site.test/x',
          message:
            'Canonical points to a redirect at 3 URLs for the same reason (the link lacks the trailing slash), such as https://site.test/x; together named by 1 page',
          affectedUrls: [source],
          details: { ...referredBy([source]), targetUrl: 'https://site.test/x', ...missingSlash },
          evidence: [
            {
              kind: 'hops',
              label: 'Redirect',
              hops: [{ url: 'https://site.test/x', status: 301, location: 'https://site.test/x/', elapsedMs: 5 }],
            },
            { kind: 'url', label: 'Final URL', url: 'https://site.test/x/' },
            listOf('URLs', ['https://site.test/x', 'https://site.test/y', 'https://site.test/z']),
            {
              kind: 'places',
              label: 'Linked from',
              places: [
                { sourceUrl: source, text: 'link', region: 'main', path: '', line: 1 },
                { sourceUrl: source, text: 'link', region: 'main', path: '', line: 1 },
                { sourceUrl: source, text: 'link', region: 'main', path: '', line: 1 },
              ],
              total: 1,
            },
          ],
        },
      ],
    },
    'an https page that names the http URL, which does not lead back': {
      site: insecure({ url: 'http://site.test/x' }),
      finds: [
        {
          url: 'http://site.test/x',
          severity: 'error',
          message: 'Canonical points from https to http: http://site.test/x does not redirect back (named by 1 page)',
          affectedUrls: [source],
          details: { ...referredBy([source]), targetUrl: 'http://site.test/x' },
          evidence: [namedOn(source)],
        },
      ],
    },
  },
})
