import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type FactOverrides, imageWith } from '#checks/test-facts.ts'
import type { HreflangFact } from '#shared/element-facts.ts'
import { AppError } from '#shared/errors.ts'
import { normalizeUrl } from '#shared/url.ts'
import type { Store } from '#store/store.ts'
import { xssCorpus } from '../../../test/attack/xss-corpus.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import { addCrawl, type TestPage } from '../test-crawl.ts'
import { planSitemap, sitemapLimits } from './sitemap-plan.ts'
import { assertValid, problemsOf } from './test-schemas.ts'
import { writeSitemap } from './write-sitemap.ts'

const home = 'https://example.com/'
const partUrl = (part: number) => `https://audit.example/api/sitemap/7?crawl=3&part=${part}`

const language = (code: string, url: string | null): HreflangFact => ({
  code,
  raw: url ?? '',
  url,
  isAbsolute: true,
  source: 'tag',
  line: 3,
})

let store: Store
let visitors = 0

before(async () => {
  store = await openTestStore()
})
after(async () => {
  await store[Symbol.asyncDispose]()
})

async function crawlOf(pages: TestPage[]): Promise<number> {
  visitors++
  const ownerId = await store.visitors.createOwner(`visitor ${visitors}`, 0)
  const { crawlId } = await addCrawl(store, { ownerId, url: home, pages, nowMs: 1_000 })
  return crawlId
}

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  return (await Array.fromAsync(parts)).join('')
}

async function sitemapOf(pages: TestPage[], limits?: typeof sitemapLimits): Promise<string> {
  const crawlId = await crawlOf(pages)
  const plan = await planSitemap(store.reading, crawlId, limits)
  return textOf(writeSitemap({ reading: store.reading, crawlId, plan, part: null, partUrl }))
}

const locs = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(match => match[1])
const at = (name: string, facts: FactOverrides = {}, rest: Partial<TestPage> = {}): TestPage => ({
  url: home + name,
  facts,
  ...rest,
})

describe('an index of sitemaps', () => {
  it('names no part by what is no URL', async () => {
    const crawlId = await crawlOf([at(''), at('a')])
    const plan = await planSitemap(store.reading, crawlId, { ...sitemapLimits, urls: 1 })
    const request = { reading: store.reading, crawlId, plan, part: null, partUrl: (part: number) => `part ${part}` }
    await assert.rejects(textOf(writeSitemap(request)), { message: 'part 1 is no valid URL for a part of a sitemap' })
  })
})

describe('a sitemap', () => {
  it('lists the pages that may be indexed under their own URL, in the order of the pages list', async () => {
    const xml = await sitemapOf([
      at(''),
      at('own', { canonicalUrl: `${home}own` }),
      at('noindex', { isNoindex: true }),
      at('copy', { canonicalUrl: `${home}own` }),
      at('sent-on', { refresh: { delay: 0, url: `${home}own`, raw: '', source: 'tag', line: 1 } }),
      at('reloads', { refresh: { delay: 300, url: null, raw: '', source: 'tag', line: 1 } }),
      at('protected', { isBotChallenge: true }),
      at('text', { response: { mediaType: 'text/plain' } }),
      at('created', { response: { status: 201 } }, { status: 201 }),
      at('gone', {}, { status: 404 }),
      at('moved', {}, { status: 301 }),
      { url: 'http://example.com/plain' },
      { url: 'https://www.example.com/other-host' },
      { url: 'https://example.com:8443/other-port' },
      at('a?b=1&c=2'),
      at('100%'),
      at('a'.repeat(2_100)),
    ])
    assert.deepEqual(locs(xml), [home, `${home}own`, `${home}reloads`, `${home}a?b=1&amp;c=2`])
    assert.match(
      xml,
      /<!-- 8 of 12 pages are not listed\. Noindex: 1\. Canonicalised to another URL: 1\. Bot protection page: 1\. Indexable, but on another host or with a URL that a sitemap cannot hold: 5\. -->/,
    )
    await assertValid(xml, 'sitemap')
  })

  it('says when a page was modified, in which languages it is there, and what images it has', async () => {
    const xml = await sitemapOf([
      at('', {
        response: { headers: [['last-modified', 'Sun, 06 Nov 1994 08:49:37 GMT']] },
        hreflangs: [
          language(' en-GB ', home),
          language('de', `${home}de?a=1&b='2'`),
          language('DE', `${home}second`),
          language('x-default', home),
          language('en_UK', `${home}uk`),
          language('en"><script>', `${home}script`),
          language('fr', null),
        ],
        images: [
          imageWith({ src: `${home}a.jpg?w=1&h=2` }),
          imageWith({ src: `${home}a.jpg?w=1&h=2` }),
          imageWith({ src: 'https://cdn.example/b.png' }),
          imageWith({ src: null }),
          imageWith({ src: `${home}pixel.gif`, isTiny: true }),
          imageWith({ src: `${home}${'a'.repeat(2_100)}` }),
        ],
      }),
    ])
    assert.equal(
      xml,
      `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url>
<loc>https://example.com/</loc>
<lastmod>1994-11-06T08:49:37Z</lastmod>
<xhtml:link rel="alternate" hreflang="en-GB" href="https://example.com/"/>
<xhtml:link rel="alternate" hreflang="de" href="https://example.com/de?a=1&amp;b=%272%27"/>
<xhtml:link rel="alternate" hreflang="x-default" href="https://example.com/"/>
<image:image><image:loc>https://example.com/a.jpg?w=1&amp;h=2</image:loc></image:image>
<image:image><image:loc>https://cdn.example/b.png</image:loc></image:image>
</url>
</urlset>
`,
    )
    await assertValid(xml, 'sitemap')
  })

  it('is valid whatever stands in URLs and language codes', async () => {
    const pages = xssCorpus.flatMap(({ text }, index): TestPage[] => {
      const urls = [`${home}${index}/${text}`, `${home}?${index}=${text}`].flatMap(each => normalizeUrl(each) ?? [])
      const [image = null] = urls
      const facts = { images: [imageWith({ src: image })], hreflangs: [language(text, image), language('en', text)] }
      return urls.map(url => ({ url, facts }))
    })
    const xml = await sitemapOf(pages)
    assert.ok(locs(xml).length > xssCorpus.length)
    await assertValid(xml, 'sitemap')
  })

  it('names at most 1,000 images of a page', async () => {
    const images = Array.from({ length: 1_500 }, (_, index) => imageWith({ src: `${home}${index}.png` }))
    const xml = await sitemapOf([at('', { images })])
    assert.equal(xml.match(/<image:image>/g)?.length, 1_000)
    await assertValid(xml, 'sitemap')
  })

  it('is not made of no page', async () => {
    await assert.rejects(
      sitemapOf([at('', { isNoindex: true })]),
      (error: unknown) => error instanceof AppError && error.code === 'not-found' && /sitemap/.test(error.message),
    )
  })

  it('is divided where the next entry would make a file too large', async () => {
    const images = Array.from({ length: 100 }, (_, index) => imageWith({ src: `${home}${index}.png` }))
    const crawlId = await crawlOf(Array.from({ length: 30 }, (_, index) => at(`${index}`, { images })))
    const limits = { urls: 1_000, bytes: 50_000 }
    const plan = await planSitemap(store.reading, crawlId, limits)
    assert.ok(plan.parts.length > 3)
    for (const part of plan.parts.keys()) {
      const xml = await textOf(writeSitemap({ reading: store.reading, crawlId, plan, part: part + 1, partUrl }))
      assert.ok(Buffer.byteLength(xml) <= limits.bytes)
      await assertValid(xml, 'sitemap')
    }
  })

  it('is refused by the schemas when it is wrong, so that they prove something', async () => {
    const right = await sitemapOf([at('', { images: [imageWith()], hreflangs: [language('en', home)] })])
    const wrong: [string, string][] = [
      ['https://example.com/</loc>', `${home}${'a'.repeat(2_048)}</loc>`],
      ['<image:loc>https:', '<image:loc>javascript:'],
      ['hreflang="en"', 'hreflang="e n"'],
      ['</image:image>', '<image:title>x</image:title></image:image>'],
      ['<url>', '<url><changefreq>now</changefreq>'],
    ]
    for (const [from, to] of wrong) {
      assert.ok(right.includes(from), from)
      assert.notDeepEqual(await problemsOf(right.replace(from, to), 'sitemap'), [], to)
    }
  })
})

describe('a sitemap of more pages than a file holds', () => {
  const COUNT = 1_200
  const limits = { ...sitemapLimits, urls: 500 }

  it('has at most 50,000 of them in a file, and 50 MB', () =>
    assert.deepEqual(sitemapLimits, { urls: 50_000, bytes: 52_428_800 }))

  it('is an index of parts that hold every page once, the same each time', async () => {
    const pages = Array.from({ length: COUNT }, (_, index) => ({
      url: `${home}page/${index}?a=1&b=${index % 7}`,
      ...(index % 10 === 9 ? { facts: { isNoindex: true } } : {}),
    }))
    const crawlId = await crawlOf(pages)
    const plan = await planSitemap(store.reading, crawlId, limits)
    assert.deepEqual(
      plan.parts.map(part => part.urlCount),
      [500, 500, 80],
    )
    const write = (part: number | null) =>
      textOf(writeSitemap({ reading: store.reading, crawlId, plan, part, partUrl }))
    const index = await write(null)
    await assertValid(index, 'siteindex')
    assert.deepEqual(
      locs(index),
      [1, 2, 3].map(part => partUrl(part).replaceAll('&', '&amp;')),
    )
    const listed: unknown[] = []
    for (const part of [1, 2, 3]) {
      const xml = await write(part)
      await assertValid(xml, 'sitemap')
      listed.push(...locs(xml))
    }
    const expected = pages.filter((_, number) => number % 10 !== 9).map(page => page.url.replaceAll('&', '&amp;'))
    assert.deepEqual(listed, expected)
    assert.equal(await write(3), await write(3))
    for (const part of [0, 4, 1.5])
      assert.throws(() => writeSitemap({ reading: store.reading, crawlId, plan, part, partUrl }), AppError)
  })
})
