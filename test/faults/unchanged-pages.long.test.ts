import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'
import { openTestProduct, startTestCrawl, type TestProduct, waitForEnd } from '../support/product.ts'

/** Crawls that download only what changed since the crawl before: what the server sends, and that the report is that of a full crawl. */

const PAGES = 40
const PIXEL = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')
/** In place of a title: the page lacks the image that all others have. */
const WITHOUT_IMAGE = '-'

interface Site {
  /** Content of single pages, by path; a default for the others. */
  changed: Map<string, string>
  /** The server says of each page that it never changes. */
  lies?: boolean
  /** Pages that were sent in full, in the order of their requests. */
  sent: string[]
}

const paths = Array.from({ length: PAGES }, (_, index) => `/page/${index}`)

function pageOf({ changed }: Site, path: string): string {
  const content = changed.get(path)
  const title = content === undefined || content === WITHOUT_IMAGE ? `Page ${path}` : content
  const image = content === WITHOUT_IMAGE ? '' : '<img src="/logo.gif">'
  const links =
    path === '/' ? paths.map(each => `<a href="${each}">${each}</a>`).join(' ') : `<a href="/">home</a>${image}`
  return `<!doctype html><html lang="en"><title>${title}</title><main>${links} ${'word '.repeat(300)}</main></html>`
}

function respond(site: Site, request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? ''
  if (path === '/logo.gif') {
    response.writeHead(200, { 'content-type': 'image/gif' }).end(PIXEL)
    return
  }
  if (path !== '/' && !paths.includes(path)) {
    response.writeHead(404).end()
    return
  }
  const page = pageOf(site, path)
  const etag = site.lies ? '"same"' : `"${hash('sha256', page)}"`
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag, date: 'Tue, 24 Nov 2026 10:00:00 GMT' }).end()
    return
  }
  site.sent.push(path)
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip', etag }
  response.writeHead(200, headers).end(gzipSync(page))
}

async function openSite(site: Site): Promise<LoopbackServer> {
  return await serveHttp((request, response) => respond(site, request, response))
}

async function crawl({ product }: TestProduct, url: string, options: { reusesUnchanged?: boolean }) {
  const crawlId = await startTestCrawl(product, { url, ...options })
  await waitForEnd(product, crawlId)
  const { reading } = product.store
  const crawlRow = await reading.crawl(crawlId)
  const pages = await reading.pages(crawlId, { limit: 100 })
  const issues = await reading.issues(crawlId, { limit: 1_000 })
  return {
    notes: crawlRow?.notes ?? [],
    bytes: crawlRow?.counts.bytes,
    titles: new Map(pages.map(page => [new URL(page.url).pathname, page.columns?.title])),
    report: {
      pages: pages.map(({ url: of, columns, bytes, statusCode, inlinkCount }) => ({
        of,
        columns,
        bytes,
        statusCode,
        inlinkCount,
      })),
      issues: issues.map(({ checkId, pageUrl, message, details }) => ({ checkId, pageUrl, message, details })),
    },
  }
}

describe('a crawl that downloads only what changed', () => {
  it('ends in the report of a full crawl', async () => {
    await using opened = await openTestProduct()
    const site: Site = { changed: new Map(), sent: [] }
    await using server = await openSite(site)
    const url = `${server.origin}/`
    await crawl(opened, url, {})
    site.changed.set('/page/7', 'Another title').set('/page/20', '')
    site.sent.length = 0
    const second = await crawl(opened, url, { reusesUnchanged: true })
    assert.equal(second.titles.get('/page/7'), 'Another title')
    assert.equal(second.titles.get('/page/6'), 'Page /page/6')
    assert.ok(site.sent.includes('/page/7') && site.sent.includes('/page/20'))
    // The changed ones, the first three of the host, and one of 32.
    assert.ok(site.sent.length <= 7, `sent ${site.sent.join(' ')}`)
    const unchanged = PAGES + 1 - site.sent.length
    assert.deepEqual(second.notes, [
      `${unchanged} pages have not changed since the crawl before, by what the server says, and were not downloaded again.`,
    ])
    const full = await crawl(opened, url, {})
    assert.deepEqual(second.report, full.report)
    // What was read from the store is stored again.
    site.sent.length = 0
    await crawl(opened, url, { reusesUnchanged: true })
    const fourth = await crawl(opened, url, { reusesUnchanged: true })
    assert.deepEqual(fourth.report, full.report)
    assert.ok(site.sent.length <= 2 * 5, `sent ${site.sent.join(' ')}`)
  })

  it('takes over the results of unchanged pages, and describes what pages share though the ones that described it have changed', async () => {
    await using opened = await openTestProduct()
    const site: Site = { changed: new Map(), sent: [] }
    await using server = await openSite(site)
    const url = `${server.origin}/`
    await crawl(opened, url, { reusesUnchanged: true })
    for (const path of ['/', ...paths.slice(0, PAGES / 2)]) site.changed.set(path, WITHOUT_IMAGE)
    const second = await crawl(opened, url, { reusesUnchanged: true })
    const full = await crawl(opened, url, {})
    assert.deepEqual(second.report, full.report)
    const shared = second.report.issues.filter(({ checkId }) => checkId === 'image-alt-missing')
    assert.deepEqual(
      shared.map(({ message }) => message),
      ['Missing alt tag on 1 image'],
    )
  })

  it('downloads in full what a server calls unchanged that has called a changed page so', async () => {
    await using opened = await openTestProduct()
    const site: Site = { changed: new Map(), lies: true, sent: [] }
    await using server = await openSite(site)
    const url = `${server.origin}/`
    await crawl(opened, url, {})
    for (const path of ['/', ...paths]) site.changed.set(path, `New ${path}`)
    site.sent.length = 0
    const second = await crawl(opened, url, { reusesUnchanged: true })
    assert.equal(site.sent.length, PAGES + 1)
    for (const path of paths) assert.equal(second.titles.get(path), `New ${path}`)
    assert.deepEqual(second.notes, [
      `${new URL(url).host} says that pages have not changed which have: from then on its pages were downloaded in full.`,
    ])
  })
})
