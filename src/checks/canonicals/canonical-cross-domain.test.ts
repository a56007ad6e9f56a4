import { testSiteCheck } from '../test-site-check.ts'
import { canonicalCrossDomain } from './canonical-cross-domain.ts'

const page = (path: string, canonicalUrl: string | null) => ({
  url: `https://www.shop.example.com/${path}`,
  canonicalUrl,
})
const own = Array.from({ length: 6 }, (_, index) => page(`own${index}`, null))

testSiteCheck(canonicalCrossDomain, {
  passes: {
    'canonicals of the own domain, also on another host of it': {
      pages: [page('a', 'https://www.shop.example.com/a'), page('b', 'https://example.com/b')],
    },
    'hosts that are no domain': { pages: [{ url: 'http://10.0.0.1/a', canonicalUrl: 'http://10.0.0.2/a' }] },
  },
  fails: {
    'an article taken from elsewhere': {
      site: { pages: [...own, page('a', 'https://news.example.org/a')] },
      finds: [
        {
          url: 'https://www.shop.example.com/a',
          severity: 'info',
          message:
            'Canonical names another domain: 1 page of 7 pages names example.org, such as https://www.shop.example.com/a',
          details: { targetUrl: 'https://news.example.org/a' },
        },
      ],
    },
    'a setting that was copied': {
      site: {
        pages: [...own, ...own].map(({ url }, n) => ({ url: `${url}${n}`, canonicalUrl: `https://example.net/${n}` })),
      },
      finds: [{ url: 'https://www.shop.example.com/own00', severity: 'warning', affectedCount: 12 }],
    },
    'two pages, of which half is one': {
      site: { pages: [page('a', 'https://example.org/'), page('b', null)] },
      finds: [{ url: 'https://www.shop.example.com/a', severity: 'info' }],
    },
    'sites of a shared host, which are foreign to each other': {
      site: { pages: [{ url: 'https://one.github.io/', canonicalUrl: 'https://two.github.io/' }] },
      finds: [{ url: 'https://one.github.io/' }],
    },
  },
  skips: { 'a copy on a private host': { crawl: { isPrivateHost: true }, pages: [page('a', 'https://example.org/')] } },
})
