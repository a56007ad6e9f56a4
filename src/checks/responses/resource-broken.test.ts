import type { LinkKind } from '#shared/model.ts'
import { namedOn, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { gets, headThenGets, type TestTarget } from '../test-site-facts.ts'
import { resourceBroken } from './resource-broken.ts'

const own = 'https://site.test/file'
const foreign = 'https://cdn.test/file'
const naming = (url: string, kind: LinkKind, target: Partial<TestTarget>) => ({
  targets: [{ url, ...target }],
  links: [{ from: 'https://site.test/a', to: url, kind }],
})
const missing = { status: 404, attempts: gets(404, 404) }

testSiteCheck(resourceBroken, {
  passes: {
    'a style sheet that loads': naming(own, 'stylesheet', { status: 200 }),
    'a missing page': naming(own, 'anchor', missing),
    'a missing image, which has a check of its own': naming(own, 'image', missing),
    'a missing icon, which has a check of its own': naming(own, 'icon', missing),
    'a script that is refused to crawlers': naming(foreign, 'script', { status: 403, attempts: gets(403, 403, 403) }),
    'a script that was missing once': naming(own, 'script', { status: 404, attempts: headThenGets(404, 404) }),
    'a script whose error passed': naming(own, 'script', { status: 500, attempts: gets(500, 200, 500) }),
    'a script behind a challenge': naming(own, 'script', { ...missing, isBotChallenge: true }),
  },
  fails: {
    'a missing style sheet': {
      site: naming(own, 'stylesheet', missing),
      finds: [
        {
          url: own,
          severity: 'error',
          message: `Broken link: 404 Not Found: stylesheet ${own} (loaded by 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: {
            sourceUrl: 'https://site.test/a',
            directReferrer: 'https://site.test/a',
            referringSources: ['https://site.test/a'],
            highPrioritySource: false,
            targetUrl: own,
            statusCode: 404,
            resourceType: 'stylesheet',
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
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a script that fails three times': {
      site: naming(own, 'script', { status: 500, attempts: gets(500, 500, 500) }),
      finds: [
        {
          url: own,
          severity: 'error',
          message: 'Broken link: 500 Internal Server Error: script https://site.test/file (loaded by 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: own, statusCode: 500, resourceType: 'script' },
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
    'a missing font, as a warning': {
      site: naming(own, 'font', missing),
      finds: [
        {
          url: own,
          severity: 'warning',
          message: 'Broken link: 404 Not Found: font https://site.test/file (loaded by 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: own, statusCode: 404, resourceType: 'font' },
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
    'a missing script of another site, as a warning': {
      site: naming(foreign, 'script', { status: 404, attempts: headThenGets(404, 404) }),
      finds: [
        {
          url: foreign,
          severity: 'warning',
          message: 'Broken link: 404 Not Found: script https://cdn.test/file (loaded by 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: {
            ...referredBy(['https://site.test/a']),
            targetUrl: foreign,
            statusCode: 404,
            resourceType: 'script',
          },
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
