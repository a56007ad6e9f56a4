import { listOf, namedOn, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { gets, type TestTarget } from '../test-site-facts.ts'
import { internalLinkBroken } from './internal-link-broken.ts'
import { linkSchemeMissing } from './link-scheme-missing.ts'

const page = 'https://site.test/a'
const url = 'https://site.test/www.site.test/chairs?red=1'
const deeper = 'https://site.test/shop/www.site.test/chairs?red=1'
const missing = (changes: Partial<TestTarget> & { url: string }): TestTarget => ({
  status: 404,
  attempts: gets(404, 404),
  ...changes,
})
const linked = (target: Partial<TestTarget> & { url: string }, from = page) => ({
  targets: [missing(target)],
  links: [{ from, to: target.url }],
})
const attempts = { kind: 'attempts', label: 'Attempts', attempts: gets(404, 404) }

testSiteCheck(linkSchemeMissing, {
  passes: {
    'another missing page': linked({ url: 'https://site.test/www/chairs' }),
    'a folder that looks like a host but exists': linked({ url, status: 200 }),
    'a response that came at the second attempt': linked({ url, attempts: gets(404, 200) }),
    'a copy of another site that lacks a page': linked(
      { url: 'https://site.test/copy/www.other.test/gone' },
      'https://site.test/copy/www.other.test/',
    ),
    'a file with a dot in its name': linked({ url: 'https://site.test/www.js' }),
    'an image': { targets: [missing({ url })], links: [{ from: page, to: url, kind: 'image' }] },
  },
  fails: {
    'one link on pages of two folders, once': {
      site: {
        targets: [missing({ url }), missing({ url: deeper })],
        links: [
          { from: page, to: url },
          { from: 'https://site.test/shop/b', to: deeper },
        ],
      },
      finds: [
        {
          url,
          message: `Broken link: 404 Not Found: “www.site.test/chairs?red=1” lacks https:// and leads to ${url} (linked from 2 pages)`,
          affectedUrls: [page, 'https://site.test/shop/b'],
          details: { ...referredBy([page, 'https://site.test/shop/b']), targetUrl: url, statusCode: 404 },
          evidence: [attempts, listOf('URLs', [url, deeper]), namedOn(page, 'https://site.test/shop/b')],
        },
      ],
    },
    'the host of the site without www': {
      site: linked({ url: 'https://site.test/site.test/chairs' }),
      finds: [
        {
          url: 'https://site.test/site.test/chairs',
          message:
            'Broken link: 404 Not Found: “site.test/chairs” lacks https:// and leads to https://site.test/site.test/chairs (linked from 1 page)',
          affectedUrls: [page],
          details: { ...referredBy([page]), targetUrl: 'https://site.test/site.test/chairs', statusCode: 404 },
          evidence: [attempts, listOf('URLs', ['https://site.test/site.test/chairs']), namedOn(page)],
        },
      ],
    },
  },
})

testSiteCheck(internalLinkBroken, { passes: { 'a link that only lacks its scheme': linked({ url }) }, fails: {} })
