import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { assertValid } from '#report/sitemap/test-schemas.ts'
import { addCrawl, type TestPage } from '#report/test-crawl.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import type { TestVisitor } from '../test-visitor.ts'
import { sitemapPartUrl } from './sitemap.ts'

const home = 'https://example.com/'
const FILE = 'sitesounder-example.com-sitemap-2026-01-02'

async function openWith(pages: TestPage[]) {
  const test = await openTestApp()
  const visitor = test.visitor()
  await visitor.get('/')
  const crawl = { ownerId: await visitor.ownerId(), url: home, pages, nowMs: test.clock.nowMs }
  return { test, visitor, ...(await addCrawl(test.store, crawl)) }
}

describe('GET /api/sitemap/{id}', () => {
  let test: TestApp
  let visitor: TestVisitor
  let websiteId = 0

  before(async () => {
    const pages = [{ url: home }, { url: `${home}a?b=1&c=2` }, { url: `${home}gone`, status: 404 }]
    const opened = await openWith(pages)
    test = opened.test
    visitor = opened.visitor
    websiteId = opened.websiteId
  })
  after(() => test[Symbol.asyncDispose]())

  const send = (query: string) => visitor.get(`/api/sitemap/${websiteId}?${query}`)

  it('is XML to look at, of the pages that may be indexed', async () => {
    const response = await send('')
    const text = await response.text()
    assert.equal(response.headers.get('content-type'), 'application/xml; charset=utf-8')
    assert.equal(
      response.headers.get('content-disposition'),
      `inline; filename="${FILE}.xml"; filename*=UTF-8''${FILE}.xml`,
    )
    await assertValid(text, 'sitemap')
    assert.deepEqual(
      [...text.matchAll(/<loc>(.*)<\/loc>/g)].map(match => match[1]),
      [home, `${home}a?b=1&amp;c=2`],
    )
    assert.equal(await (await send('part=1')).text(), text)
  })

  it('brings the look with which a browser shows it, and nothing else is loaded', async () => {
    const response = await send('')
    const policy = "default-src 'none'; style-src data:; frame-ancestors 'none'"
    assert.equal(response.headers.get('content-security-policy'), policy)
    const look =
      /^<\?xml [^>]*\?>\n<\?xml-stylesheet type="text\/css" href="data:text\/css,([^"<>&]*)"\?>\n<urlset /.exec(
        await response.text(),
      )
    assert.match(decodeURIComponent(look?.[1] ?? ''), /^:root \{.*\burl, sitemap \{/s)
  })

  it('is a compressed download when requested', async () => {
    const response = await send('gzip=true')
    assert.equal(response.headers.get('content-type'), 'application/gzip')
    assert.equal(response.headers.get('content-encoding'), null)
    assert.match(
      response.headers.get('content-disposition') ?? '',
      /^attachment; filename="sitesounder-.*-sitemap-.*\.xml\.gz"/,
    )
    const xml = gunzipSync(await response.arrayBuffer()).toString()
    assert.match(xml, /^<\?xml [^>]*\?>\n<urlset /)
    assert.equal(xml, (await (await send('')).text()).replace(/<\?xml-stylesheet .*\?>\n/, ''))
  })

  const refused: [string, number, string | RegExp][] = [
    ['part=2', 404, /^This sitemap has one part\./],
    ['part=0', 400, 'part must be a whole number from 1 to 50000'],
    ['gzip=yes', 400, 'gzip must be one of true, false'],
    ['crawl=4711', 404, 'Crawl not found'],
  ]
  for (const [query, status, words] of refused)
    it(`responds with ${status} to ?${query}`, async () => {
      const response = await send(query)
      const text = await response.text()
      assert.equal(response.status, status)
      if (typeof words === 'string') assert.equal(text, words)
      else assert.match(text, words)
    })

  it('says so where there is nothing to put in', async () => {
    const opened = await openWith([{ url: home, status: 500 }])
    await using _ = opened.test
    const response = await opened.visitor.get(`/api/sitemap/${opened.websiteId}`)
    assert.equal(response.status, 404)
    assert.match(await response.text(), /^There is nothing to put into a sitemap/)
  })

  it('is not whole when the crawl is cleared meanwhile, compressed or not', async () => {
    for (const query of ['', 'gzip=true']) {
      // As long as several chunks, and as compressed ones.
      const pages = Array.from({ length: 1_500 }, (_, index) => ({ url: `${home}${unlike(index)}` }))
      const opened = await openWith(pages)
      await using _ = opened.test
      const response = await opened.visitor.get(`/api/sitemap/${opened.websiteId}?${query}`)
      await opened.visitor.post(`/api/crawl/${opened.websiteId}/clear`)
      await assert.rejects(response.arrayBuffer(), { message: 'The response was aborted.' })
      assert.match(String(opened.test.logged[0]?.cause), /cleared while it was being read/)
    }
  })
})

/** A path that does not compress. */
function unlike(index: number): string {
  return createHash('sha512').update(String(index)).digest('hex')
}

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
