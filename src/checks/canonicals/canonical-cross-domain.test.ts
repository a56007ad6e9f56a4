import { listOf } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { canonicalCrossDomain } from './canonical-cross-domain.ts'

const page = (path: string, canonicalUrl: string | null) => ({
  url: `https://www.shop.example.com/${path}`,
  canonicalUrl,
})
const own = Array.from({ length: 6 }, (_, index) => page(`own${index}`, null))
const foreign = (count: number) =>
  Array.from({ length: count }, (_, index) => page(`${index}`, `https://example.net/${index}`))
const foreignFinding = (severity: 'info' | 'warning', { count, pages }: { count: number; pages: string }) => {
  const urls = foreign(count).map(({ url }) => url)
  return {
    url: 'https://www.shop.example.com/0',
    severity,
    message: `Canonical points to another domain: ${count} pages of ${pages} pages point to example.net, such as https://www.shop.example.com/0`,
    affectedUrls: urls,
    details: { targetUrl: 'https://example.net/0' },
    evidence: [listOf('Pages', urls), { kind: 'url', label: 'Canonical of the first', url: 'https://example.net/0' }],
  }
}

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
            'Canonical points to another domain: 1 page of 7 pages points to example.org, such as https://www.shop.example.com/a',
          details: { targetUrl: 'https://news.example.org/a' },
          evidence: [
            listOf('Pages', ['https://www.shop.example.com/a']),
            { kind: 'url', label: 'Canonical of the first', url: 'https://news.example.org/a' },
          ],
        },
      ],
    },
    'a setting that was copied': {
      site: {
        pages: [...own, ...own].map(({ url }, n) => ({ url: `${url}${n}`, canonicalUrl: `https://example.net/${n}` })),
      },
      finds: [
        {
          url: 'https://www.shop.example.com/own00',
          severity: 'warning',
          message:
            'Canonical points to another domain: 12 pages of 12 pages point to example.net, such as https://www.shop.example.com/own00',
          affectedUrls: [
            'https://www.shop.example.com/own00',
            'https://www.shop.example.com/own11',
            'https://www.shop.example.com/own22',
            'https://www.shop.example.com/own33',
            'https://www.shop.example.com/own44',
            'https://www.shop.example.com/own55',
            'https://www.shop.example.com/own06',
            'https://www.shop.example.com/own17',
            'https://www.shop.example.com/own28',
            'https://www.shop.example.com/own39',
            'https://www.shop.example.com/own410',
            'https://www.shop.example.com/own511',
          ],
          affectedCount: 12,
          details: { targetUrl: 'https://example.net/0' },
          evidence: [
            listOf('Pages', [
              'https://www.shop.example.com/own00',
              'https://www.shop.example.com/own11',
              'https://www.shop.example.com/own22',
              'https://www.shop.example.com/own33',
              'https://www.shop.example.com/own44',
              'https://www.shop.example.com/own55',
              'https://www.shop.example.com/own06',
              'https://www.shop.example.com/own17',
              'https://www.shop.example.com/own28',
              'https://www.shop.example.com/own39',
              'https://www.shop.example.com/own410',
              'https://www.shop.example.com/own511',
            ]),
            { kind: 'url', label: 'Canonical of the first', url: 'https://example.net/0' },
          ],
        },
      ],
    },
    'half of the pages': {
      site: { pages: [...own, ...foreign(6)] },
      finds: [foreignFinding('warning', { count: 6, pages: '12' })],
    },
    'a little less than half of the pages': {
      site: { pages: [...foreign(50), ...Array.from({ length: 51 }, (_, index) => page(`own${index}`, null))] },
      finds: [foreignFinding('info', { count: 50, pages: 'more than 100' })],
    },
    'a site of five pages': {
      site: { pages: foreign(5) },
      finds: [foreignFinding('warning', { count: 5, pages: '5' })],
    },
    'two pages, of which half is one': {
      site: { pages: [page('a', 'https://example.org/'), page('b', null)] },
      finds: [
        {
          url: 'https://www.shop.example.com/a',
          severity: 'info',
          message:
            'Canonical points to another domain: 1 page of 2 pages points to example.org, such as https://www.shop.example.com/a',
          details: { targetUrl: 'https://example.org/' },
          evidence: [
            listOf('Pages', ['https://www.shop.example.com/a']),
            { kind: 'url', label: 'Canonical of the first', url: 'https://example.org/' },
          ],
        },
      ],
    },
    'sites of a shared host, which are foreign to each other': {
      site: { pages: [{ url: 'https://one.github.io/', canonicalUrl: 'https://two.github.io/' }] },
      finds: [
        {
          url: 'https://one.github.io/',
          message:
            'Canonical points to another domain: 1 page of 1 page points to two.github.io, such as https://one.github.io/',
          details: { targetUrl: 'https://two.github.io/' },
          evidence: [
            listOf('Pages', ['https://one.github.io/']),
            { kind: 'url', label: 'Canonical of the first', url: 'https://two.github.io/' },
          ],
        },
      ],
    },
  },
  skips: {
    'a copy on a private host': {
      site: { crawl: { isPrivateHost: true }, pages: [page('a', 'https://example.org/')] },
      reason: 'The site was crawled on a private host, and its public domain is another.',
    },
  },
})
