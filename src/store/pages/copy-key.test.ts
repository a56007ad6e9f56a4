import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageColumns } from '#shared/page-record.ts'
import { copyKey, plainUrl } from './copy-key.ts'

const columns: PageColumns = {
  title: 'Tides',
  metaDescription: '',
  h1: 'Tides',
  lang: 'en',
  canonicalUrl: null,
  robotsDirectives: '',
  isEligible: true,
  isNoindex: false,
  wordCount: 1,
  textHash: 'a',
  titleKey: 'tides',
  metaDescriptionKey: '',
  h1Key: 'tides',
  missingAltTags: 0,
  emptyAltTags: 0,
  totalImages: 0,
  h1Count: 1,
  h2Count: 0,
  h3Count: 0,
  h4Count: 0,
  pCount: 1,
  bodyBytes: 100,
  totalLinks: 0,
  hreflangs: '[]',
  paginationUrls: '[]',
  nofollowUrls: '[]',
  structuredData: '',
  template: '',
  likeness: '',
  shareImages: '[]',
}
const keyOf = (url: string, changed: Partial<PageColumns> = {}) => copyKey(url, { ...columns, ...changed })

describe('copyKey()', () => {
  const plain = keyOf('https://a.test/tides')

  it('is that of the page without parameters and index file', () => {
    assert.ok(plain)
    assert.equal(keyOf('https://a.test/tides?from=mail'), plain)
    assert.notEqual(keyOf('https://a.test/boats'), plain)
    assert.equal(keyOf('https://a.test/index.html?a=1'), keyOf('https://a.test/'))
  })

  it('is another one where the page shows anything else', () => {
    const others: Partial<PageColumns>[] = [
      { titleKey: 'boats' },
      { metaDescriptionKey: 'x' },
      { h1Key: 'boats' },
      { textHash: 'b' },
      { lang: null },
      { isNoindex: true },
      { template: 'x' },
      ...(['totalImages', 'missingAltTags', 'emptyAltTags', 'totalLinks', 'pCount'] as const).map(name => ({
        [name]: 7,
      })),
      ...(['h1Count', 'h2Count', 'h3Count', 'h4Count'] as const).map(name => ({ [name]: 7 })),
    ]
    const keys = others.map(changed => keyOf('https://a.test/tides', changed))
    assert.equal(new Set([plain, ...keys]).size, others.length + 1)
  })

  it('is null for a page without text alone', () => {
    assert.equal(keyOf('https://a.test/tides', { wordCount: 0 }), null)
    assert.equal(keyOf('https://a.test/tides', { wordCount: 2 }), plain)
  })
})

describe('plainUrl()', () => {
  for (const [url, expected] of [
    ['https://a.test/?a=1', 'https://a.test/'],
    ['https://a.test/b?', 'https://a.test/b'],
    ['https://a.test/b/index.php', 'https://a.test/b/'],
    ['https://a.test/b', 'https://a.test/b'],
  ] as const)
    it(`is ${expected} of ${url}`, () => assert.equal(plainUrl(url), expected))
})
