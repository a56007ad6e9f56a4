import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'
import { randomChinese, randomLetters } from '#store/contract/test-random-text.ts'
import type { CrawlRow, IssueRow, PageRow } from '#store/store.ts'
import { openTestProduct, startTestCrawl, type TestProduct, waitForEnd } from '../support/product.ts'
import { textOf } from '../support/report-text.ts'

/** Ordinary text that is longer than a row of an index: URLs, titles, headings and descriptions, in letters of one to four bytes. */

const stem = `/${randomLetters(3_000)}`
const description = randomChinese(1_000, 2)
const title = randomChinese(1_500, 3)

interface Served {
  status?: number
  location?: string
  body: string
}

const page = (head: string, body: string): Served => ({
  body: `<!doctype html><html lang="zh"><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`,
})
const described = (heading: string) =>
  page(`<title>${title}</title><meta name="description" content="${description}">`, `<h1>${heading}</h1><p>text</p>`)

const resources: Record<string, Served> = {
  [`${stem}/1`]: described(title),
  [`${stem}/2`]: described(title),
  [`${stem}/moved`]: { status: 301, location: `${stem}/2`, body: '' },
  [`/search?q=${encodeURIComponent(randomChinese(300, 4))}`]: described(String.raw`\x41 ' " % _ \ `),
  '/emoji': page(`<title>${'😀'.repeat(900)}</title>`, `<h1>${'\u202e'.repeat(9)}${randomLetters(3_000, 5)}</h1>`),
  '/controls': page(`<title>a&#0;b${randomLetters(3_000, 6)}</title>`, `<h1>\ufffd</h1>`),
  '/closed': described('closed'),
}
const gone = `${stem}/gone`
const image = `/${randomLetters(3_000, 7)}.png`
const closed = `/closed/${randomLetters(3_000, 8)}`
const links = [...Object.keys(resources), gone, closed]

let server: LoopbackServer
let opened: TestProduct
let crawl: CrawlRow
let pages: PageRow[]
let issues: IssueRow[]

before(async () => {
  server = await serveHttp((request, response) => {
    const path = request.url ?? ''
    const found = resources[path]
    const start = page(
      '<title>Start</title>',
      `<h1>Start</h1>${links.map(href => `<a href="${href}">a link</a>`).join(' ')}<img src="${image}" alt="x">`,
    )
    const served = path === '/' ? start : found
    const location = served?.location === undefined ? {} : { location: served.location }
    if (served) response.writeHead(served.status ?? 200, { 'content-type': 'text/html', ...location }).end(served.body)
    else if (path === '/robots.txt')
      response
        .writeHead(200, { 'content-type': 'text/plain' })
        .end(`User-agent: *\nDisallow: /closed/\nSitemap: ${server.origin}/sitemap.xml\n`)
    else if (path === '/sitemap.xml')
      response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(
          `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${links
            .map(href => `<url><loc>${server.origin}${href}</loc></url>`)
            .join('')}</urlset>`,
        )
    else response.writeHead(404).end()
  })
  opened = await openTestProduct()
  const { product } = opened
  const crawlId = await startTestCrawl(product, { url: `${server.origin}/` })
  crawl = await waitForEnd(product, crawlId)
  pages = await product.store.reading.pages(crawlId, { sort: { column: 'url', isDescending: false }, limit: 100 })
  issues = await product.store.reading.issues(crawlId, { limit: 1_000 })
})
after(async () => {
  await opened[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const urlsOf = (paths: readonly string[]) => paths.map(path => new URL(path, server.origin).href)
const issueOf = (checkId: string) => issues.find(issue => issue.checkId === checkId)

describe('a site with long values', () => {
  it('is crawled to its end, and nothing goes to the log', () => {
    assert.deepEqual([crawl.endReason, opened.logged], ['finished', []])
    assert.deepEqual(
      pages.map(({ url }) => url),
      urlsOf(['/', gone, ...Object.keys(resources)]).sort(),
    )
  })

  it('has the texts of its pages', () => {
    const found = pages.find(({ url }) => url === `${server.origin}${stem}/1`)
    assert.deepEqual([found?.statusCode, found?.columns?.title], [200, title])
    assert.equal(found?.columns?.metaDescription, description)
  })

  it('has the pages that share a text grouped, and its broken link reported', () => {
    const shared = urlsOf([`${stem}/1`, `${stem}/2`])
    for (const checkId of ['title-duplicate', 'meta-description-duplicate']) {
      const { duplicateUrls = [] } = issueOf(checkId)?.details ?? {}
      assert.deepEqual(
        shared.filter(url => duplicateUrls.includes(url)),
        shared,
        checkId,
      )
    }
    assert.equal(issueOf('internal-link-broken')?.pageUrl, server.origin + gone)
  })

  it('is exported whole', async () => {
    const text = await textOf(opened.product.store.reading, crawl)
    for (const url of urlsOf([gone, `${stem}/1`])) assert.ok(text.includes(url))
  })
})
