import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HreflangFact } from '#shared/element-facts.ts'
import { testCheck } from '../test-check.ts'
import { hreflangSelfMissing, ownUrls } from './hreflang-self-missing.ts'

const link = (code: string, url: string): HreflangFact => ({
  code,
  raw: url,
  url,
  isAbsolute: true,
  source: 'tag',
  line: 8,
})
const german = link('de', 'https://example.com/de/page')

testCheck(hreflangSelfMissing, {
  passes: {
    'a page without language links': { hreflangs: [] },
    'a set that lists the page': { hreflangs: [german, link('en', 'https://example.com/page')] },
    'a set that lists the page as the default': { hreflangs: [german, link('x-default', 'https://example.com/page')] },
    'a set that lists the canonical': {
      url: 'https://example.com/page',
      canonicalUrl: 'https://example.com/page',
      hreflangs: [german, link('en', 'https://example.com/page')],
    },
    'a set that lists the URL without its query': {
      url: 'https://example.com/page?ref=1',
      hreflangs: [german, link('en', 'https://example.com/page')],
    },
  },
  fails: {
    'a set of other pages': {
      facts: { hreflangs: [german] },
      finds: {
        severity: 'warning',
        message: 'Missing self-referencing hreflang',
        evidence: [
          { kind: 'url', label: 'Own URL', url: 'https://example.com/page' },
          {
            kind: 'table',
            label: 'Declared hreflang annotations',
            columns: ['hreflang', 'URL', 'Line'],
            rows: [['de', 'https://example.com/de/page', '8']],
          },
        ],
      },
    },
    'a set that names the page with another slash': {
      facts: { hreflangs: [german, link('en', 'https://example.com/page/')] },
      finds: {
        evidence: [
          { kind: 'url', label: 'Own URL', url: 'https://example.com/page' },
          {
            kind: 'table',
            label: 'Declared hreflang annotations',
            columns: ['hreflang', 'URL', 'Line'],
            rows: [
              ['de', 'https://example.com/de/page', '8'],
              ['en', 'https://example.com/page/', '8'],
            ],
          },
        ],
      },
    },
    'a page that is indexed though its canonical is another': {
      facts: { hreflangs: [german], canonicalUrl: 'https://example.com/missing', isCanonicalOwn: true },
      finds: {
        evidence: [
          { kind: 'url', label: 'Own URL', url: 'https://example.com/page' },
          {
            kind: 'table',
            label: 'Declared hreflang annotations',
            columns: ['hreflang', 'URL', 'Line'],
            rows: [['de', 'https://example.com/de/page', '8']],
          },
        ],
      },
    },
  },
  skips: {
    'a page whose canonical is another': {
      facts: { hreflangs: [german], canonicalUrl: 'https://example.com/other' },
      reason: 'The page is canonicalised to another URL',
    },
  },
})

test('ownUrls() are those of the canonical, and of the page unless another page is its canonical', () => {
  const [url, canonicalUrl] = ['https://example.com/page?ref=1', 'https://example.com/other']
  const rows = [
    [{ url, canonicalUrl: null }, [url, 'https://example.com/page']],
    [{ url, canonicalUrl }, [canonicalUrl]],
    [{ url, canonicalUrl, isCanonicalOwn: true }, [canonicalUrl, url]],
  ] as const
  for (const [page, urls] of rows) assert.deepEqual([...ownUrls(page)], urls)
})
