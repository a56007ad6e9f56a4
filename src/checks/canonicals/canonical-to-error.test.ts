import { listOf, namedOn, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { gets, headThenGets, hops, type TestTarget } from '../test-site-facts.ts'
import { canonicalToError } from './canonical-to-error.ts'

const own = 'https://site.test/gone'
const foreign = 'https://other.test/gone'
const naming = (target: Partial<TestTarget>, url = own) => ({
  targets: [{ url, ...target }],
  links: [{ from: 'https://site.test/a', to: url, kind: 'canonical' as const }],
})

const canonicalTo = (to: string, status: number) => ({
  targets: ['list', 'map'].map(name => ({
    url: `https://site.test${to}/${name}`,
    status,
    attempts: gets(status, status),
  })),
  links: ['list', 'map'].map(name => ({
    from: `https://site.test/docs/v3/${name}`,
    to: `https://site.test${to}/${name}`,
    kind: 'canonical' as const,
  })),
})

testSiteCheck(canonicalToError, {
  passes: {
    'a canonical that responds': naming({}),
    'a canonical that redirects to a page': naming({ hops: hops([301], own, 'https://site.test/') }),
    'a canonical that was missing once': naming({ status: 404, attempts: headThenGets(404, 404) }),
    'a canonical that needs a login': naming({ status: 401, attempts: gets(401, 401) }),
    'a canonical that is closed to crawlers': naming({ status: 403, attempts: gets(403, 403) }),
    'a canonical behind a challenge': naming({ status: 404, attempts: gets(404, 404), isBotChallenge: true }),
    'a canonical of another site that fails': naming({ status: 503, attempts: gets(503, 503, 503) }, foreign),
    'a missing page that is only linked': {
      targets: [{ url: own, status: 404, attempts: gets(404, 404) }],
      links: [{ from: 'https://site.test/a', to: own }],
    },
  },
  fails: {
    'a missing canonical': {
      site: naming({ status: 404, attempts: gets(404, 404) }),
      finds: [
        {
          url: own,
          severity: 'error',
          message: `Canonical points to an error page (status 404): ${own} (named by 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: own, statusCode: 404 },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 404, failure: null },
                { atMs: 2000, method: 'GET', status: 404, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'URLs that a template makes wrongly, one page each, once': {
      site: canonicalTo('/docs/v5', 404),
      finds: [
        {
          url: 'https://site.test/docs/v5/list',
          message:
            'Canonical points to an error page (status 404) at 2 URLs of one directory, such as https://site.test/docs/v5/list; together named by 2 pages',
          affectedUrls: ['https://site.test/docs/v3/list', 'https://site.test/docs/v3/map'],
          affectedCount: 2,
          details: {
            ...referredBy(['https://site.test/docs/v3/list', 'https://site.test/docs/v3/map']),
            targetUrl: 'https://site.test/docs/v5/list',
            statusCode: 404,
          },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 404, failure: null },
                { atMs: 2000, method: 'GET', status: 404, failure: null },
              ],
            },
            listOf('URLs', ['https://site.test/docs/v5/list', 'https://site.test/docs/v5/map']),
            namedOn('https://site.test/docs/v3/list', 'https://site.test/docs/v3/map'),
          ],
        },
      ],
    },
    'a URL that several pages name, apart from those of one page each': {
      site: {
        targets: [...canonicalTo('/docs/v5', 404).targets, { url: `${own}/x`, status: 404, attempts: gets(404, 404) }],
        links: [
          ...canonicalTo('/docs/v5', 404).links,
          ...['a', 'b'].map(name => ({
            from: `https://site.test/${name}`,
            to: `${own}/x`,
            kind: 'canonical' as const,
          })),
        ],
      },
      finds: [
        {
          url: `${own}/x`,
          message: 'Canonical points to an error page (status 404): https://site.test/gone/x (named by 2 pages)',
          affectedUrls: ['https://site.test/a', 'https://site.test/b'],
          details: {
            ...referredBy(['https://site.test/a', 'https://site.test/b']),
            targetUrl: 'https://site.test/gone/x',
            statusCode: 404,
          },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 404, failure: null },
                { atMs: 2000, method: 'GET', status: 404, failure: null },
              ],
            },
            namedOn('https://site.test/a', 'https://site.test/b'),
          ],
        },
        {
          url: 'https://site.test/docs/v5/list',
          message:
            'Canonical points to an error page (status 404) at 2 URLs of one directory, such as https://site.test/docs/v5/list; together named by 2 pages',
          affectedUrls: ['https://site.test/docs/v3/list', 'https://site.test/docs/v3/map'],
          details: {
            ...referredBy(['https://site.test/docs/v3/list', 'https://site.test/docs/v3/map']),
            targetUrl: 'https://site.test/docs/v5/list',
            statusCode: 404,
          },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 404, failure: null },
                { atMs: 2000, method: 'GET', status: 404, failure: null },
              ],
            },
            listOf('URLs', ['https://site.test/docs/v5/list', 'https://site.test/docs/v5/map']),
            namedOn('https://site.test/docs/v3/list', 'https://site.test/docs/v3/map'),
          ],
        },
      ],
    },
    'URLs with different directories or status codes, each by itself': {
      site: {
        targets: [
          ...canonicalTo('/docs/v5', 404).targets.slice(1),
          ...canonicalTo('/blog', 404).targets.slice(1),
          ...canonicalTo('/docs/v6', 410).targets.slice(1),
        ],
        links: [
          ...canonicalTo('/docs/v5', 404).links,
          ...canonicalTo('/blog', 404).links,
          ...canonicalTo('/docs/v6', 410).links,
        ],
      },
      finds: [
        {
          url: 'https://site.test/docs/v5/map',
          message: 'Canonical points to an error page (status 404): https://site.test/docs/v5/map (named by 1 page)',
          affectedUrls: ['https://site.test/docs/v3/map'],
          details: {
            ...referredBy(['https://site.test/docs/v3/map']),
            targetUrl: 'https://site.test/docs/v5/map',
            statusCode: 404,
          },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 404, failure: null },
                { atMs: 2000, method: 'GET', status: 404, failure: null },
              ],
            },
            namedOn('https://site.test/docs/v3/map'),
          ],
        },
        {
          url: 'https://site.test/blog/map',
          message: 'Canonical points to an error page (status 404): https://site.test/blog/map (named by 1 page)',
          affectedUrls: ['https://site.test/docs/v3/map'],
          details: {
            ...referredBy(['https://site.test/docs/v3/map']),
            targetUrl: 'https://site.test/blog/map',
            statusCode: 404,
          },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 404, failure: null },
                { atMs: 2000, method: 'GET', status: 404, failure: null },
              ],
            },
            namedOn('https://site.test/docs/v3/map'),
          ],
        },
        {
          url: 'https://site.test/docs/v6/map',
          message: 'Canonical points to an error page (status 410): https://site.test/docs/v6/map (named by 1 page)',
          affectedUrls: ['https://site.test/docs/v3/map'],
          details: {
            ...referredBy(['https://site.test/docs/v3/map']),
            targetUrl: 'https://site.test/docs/v6/map',
            statusCode: 410,
          },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 410, failure: null },
                { atMs: 2000, method: 'GET', status: 410, failure: null },
              ],
            },
            namedOn('https://site.test/docs/v3/map'),
          ],
        },
      ],
    },
    'a canonical that is refused': {
      site: naming({ status: 400, attempts: gets(400, 400) }),
      finds: [
        {
          url: own,
          message: 'Canonical points to an error page (status 400): https://site.test/gone (named by 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: own, statusCode: 400 },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 400, failure: null },
                { atMs: 2000, method: 'GET', status: 400, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a canonical that redirects to a server error': {
      site: naming({ hops: hops([301], own, 'https://site.test/'), finalStatus: 500, attempts: gets(500, 500, 500) }),
      finds: [
        {
          url: own,
          message: 'Canonical points to an error page (status 500): https://site.test/gone (named by 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: own, statusCode: 500 },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 500, failure: null },
                { atMs: 2000, method: 'GET', status: 500, failure: null },
                { atMs: 4000, method: 'GET', status: 500, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a missing canonical of another site': {
      site: naming({ status: 404, attempts: headThenGets(404, 404) }, foreign),
      finds: [
        {
          url: foreign,
          message: 'Canonical points to an error page (status 404): https://other.test/gone (named by 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: foreign, statusCode: 404 },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'HEAD', status: 404, failure: null },
                { atMs: 2000, method: 'GET', status: 404, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
  },
})
