import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sitemapPartUrl } from './sitemap-part-url.ts'

describe('sitemapPartUrl()', () => {
  const part = { server: new URL('https://audit.test'), websiteId: 7, crawlId: 3, part: 2 }
  it('names the crawl and the part', () =>
    assert.equal(sitemapPartUrl({ ...part, isCompressed: false }), 'https://audit.test/api/sitemap/7?crawl=3&part=2'))
  it('leads from a compressed index to compressed parts', () =>
    assert.equal(
      sitemapPartUrl({ ...part, isCompressed: true }),
      'https://audit.test/api/sitemap/7?crawl=3&part=2&gzip=true',
    ))
})
