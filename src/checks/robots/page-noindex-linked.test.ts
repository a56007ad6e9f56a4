import { listOf, namedOn, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestLink, TestSite } from '../test-site-facts.ts'
import { pageNoindexLinked } from './page-noindex-linked.ts'

const page = 'https://site.test/author/jane'
const noindex = (url = page, link: Partial<TestLink> = {}): TestSite => ({
  pages: [{ url, isNoindex: true, isEligible: false }],
  links: [{ from: 'https://site.test/a', to: url, ...link }],
})

testSiteCheck(pageNoindexLinked, {
  passes: {
    'a page that may be shown': { pages: [{ url: page }], links: [{ from: 'https://site.test/a', to: page }] },
    'a page that no page links to': { pages: [{ url: page, isNoindex: true }] },
    'a page whose links are not to be followed': noindex(page, { isNofollow: true }),
    'a page that only names itself as canonical': noindex(page, { from: page, kind: 'canonical' }),
    'the home page, which has a check of its own': noindex('https://site.test/'),
    'a page whose noindex crawlers cannot read, which is reported for that': {
      ...noindex(),
      hostFileTargets: [{ url: page, number: 1, googlebotLine: 4 }],
    },
    'the stub of a moved page, which is reported as a redirect': {
      ...noindex(),
      pages: [
        {
          url: page,
          isNoindex: true,
          facts: { refresh: { delay: 0, url: 'https://site.test/b', raw: '0; url=/b', source: 'tag', line: 3 } },
        },
      ],
    },
    'a page that leads on after a few words': {
      ...noindex(),
      pages: [
        {
          url: page,
          isNoindex: true,
          facts: {
            refresh: { delay: 5, url: 'https://site.test/b', raw: '5; url=/b', source: 'tag', line: 3 },
            content: { wordCount: 9 },
          },
        },
      ],
    },
    'a login': noindex('https://site.test/wp-login.php'),
    'a cart': noindex('https://site.test/shop/cart/'),
    'a search': noindex('https://site.test/search?q=chair'),
    'a search of WordPress': noindex('https://site.test/?s=chair'),
    'a page that says thank you': noindex('https://site.test/contact/thank-you'),
  },
  fails: {
    'five pages of one directory, as a list': {
      site: {
        pages: [1, 2, 3, 4, 5].map(number => ({ url: `https://site.test/v1/${number}`, isNoindex: true })),
        links: [1, 2, 3, 4, 5].map(number => ({ from: 'https://site.test/a', to: `https://site.test/v1/${number}` })),
      },
      finds: [
        {
          url: 'https://site.test/v1/1',
          message:
            'Internal links to noindex pages: 5 pages of one directory, such as https://site.test/v1/1; together linked from 1 page',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: 'https://site.test/v1/1' },
          evidence: [
            listOf('URLs', [
              'https://site.test/v1/1',
              'https://site.test/v1/2',
              'https://site.test/v1/3',
              'https://site.test/v1/4',
              'https://site.test/v1/5',
            ]),
            {
              kind: 'places',
              label: 'Linked from',
              places: [
                { sourceUrl: 'https://site.test/a', text: 'link', region: 'main', path: '', line: 1 },
                { sourceUrl: 'https://site.test/a', text: 'link', region: 'main', path: '', line: 1 },
                { sourceUrl: 'https://site.test/a', text: 'link', region: 'main', path: '', line: 1 },
                { sourceUrl: 'https://site.test/a', text: 'link', region: 'main', path: '', line: 1 },
                { sourceUrl: 'https://site.test/a', text: 'link', region: 'main', path: '', line: 1 },
              ],
              total: 1,
            },
          ],
        },
      ],
    },
    'a page that the navigation links to, as a warning': {
      site: { ...noindex(), links: [{ from: 'https://site.test/a', to: page, region: 'nav' }] },
      finds: [
        {
          url: page,
          severity: 'warning',
          message: `Internal link to a noindex page: ${page} (linked from 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a'], true), targetUrl: page },
          evidence: [
            listOf('URLs', [page]),
            {
              kind: 'places',
              label: 'Linked from',
              places: [{ sourceUrl: 'https://site.test/a', text: 'link', region: 'nav', path: '', line: 1 }],
              total: 1,
            },
          ],
        },
      ],
    },
    'a page that is noindex': {
      site: noindex(),
      finds: [
        {
          url: page,
          severity: 'info',
          message: `Internal link to a noindex page: ${page} (linked from 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: page },
          evidence: [listOf('URLs', [page]), namedOn('https://site.test/a')],
        },
      ],
    },
  },
})
