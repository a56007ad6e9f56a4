import assert from 'node:assert/strict'
import { pipeline, Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { createGzip } from 'node:zlib'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'
import { peakMegabytesOf } from '../support/process-memory.ts'
import { openTestProduct, startTestCrawl, type TestProduct, waitForEnd } from '../support/product.ts'

/** A site of fifty pages whose sitemaps list a million URLs: twenty files of fifty thousand, made while they are requested. */

const FILES = 20
const URLS_PER_FILE = 50_000
const PAGES = 60
const LIMIT = 50
const MOST_MEGABYTES = 250

let server: LoopbackServer
let opened: TestProduct
let requested: string[] = []

/** In parts of a thousand URLs, so that the server itself takes no memory. */
function* sitemap(file: number): Generator<string> {
  yield '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
  for (let first = 0; first < URLS_PER_FILE; first += 1_000) {
    let part = ''
    for (let index = first; index < first + 1_000; index++) {
      const path = file === 1 && index < PAGES ? `/page/${index}` : `/listed/${file}/${index}`
      part += `<url><loc>${server.origin}${path}</loc><lastmod>2026-01-02</lastmod></url>`
    }
    yield part
  }
  yield '</urlset>'
}

function index(): string {
  const files = Array.from({ length: FILES }, (_, file) => `${server.origin}/sitemap-${file + 1}.xml.gz`)
  return `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${files.map(url => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`
}

function page(path: string): string {
  const links = Array.from(
    { length: path === '/page/0' ? 20 : 1 },
    (_, number) => `<a href="/page/${number}">${number}</a>`,
  )
  return `<!doctype html><html lang="en"><title>Page ${path}</title><h1>Page ${path}</h1>${links.join(' ')}</html>`
}

before(async () => {
  server = await serveHttp(({ url = '' }, response) => {
    requested.push(url)
    const file = /^\/sitemap-(\d+)\.xml\.gz$/.exec(url)?.[1]
    if (file !== undefined) {
      response.writeHead(200, { 'content-type': 'application/gzip' })
      pipeline(Readable.from(sitemap(Number(file))), createGzip({ level: 1 }), response, () => {})
    } else if (url === '/robots.txt') response.end(`Sitemap: ${server.origin}/sitemap.xml`)
    else if (url === '/sitemap.xml') response.writeHead(200, { 'content-type': 'application/xml' }).end(index())
    else if (url.startsWith('/page/') || url.startsWith('/listed/'))
      response.writeHead(200, { 'content-type': 'text/html' }).end(page(url))
    else response.writeHead(404).end()
  })
  opened = await openTestProduct()
})
after(async () => {
  await opened[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

async function crawl({ readsSitemaps, path = '/page/0' }: { readsSitemaps: boolean; path?: string }) {
  requested = []
  const { product } = opened
  const crawlId = await startTestCrawl(product, { url: server.origin + path, limit: LIMIT, readsSitemaps })
  const ended = await waitForEnd(product, crawlId)
  assert.deepEqual(opened.logged, [])
  const files = requested.filter(url => /^\/sitemap-\d/.test(url))
  assert.equal(new Set(files).size, files.length, 'no file is requested twice')
  return { ended, files: files.length }
}

describe('sitemaps of a million URLs', () => {
  it('take a bounded part of the time and memory of a small crawl, whether it visits what they list or not', async context => {
    await crawl({ readsSitemaps: false, path: '/alone' })
    const idle = peakMegabytesOf(process.pid)
    const startedMs = performance.now()
    const checkedOnly = await crawl({ readsSitemaps: false })
    const visited = await crawl({ readsSitemaps: true })
    assert.deepEqual([checkedOnly.ended.endReason, checkedOnly.ended.counts.pagesCrawled], ['finished', 20])
    assert.ok(checkedOnly.files <= 5, String(checkedOnly.files))
    assert.deepEqual([visited.ended.endReason, visited.ended.counts.pagesCrawled], ['limit', LIMIT])
    assert.ok(visited.files <= FILES)
    assert.ok(
      visited.ended.notes.some(note => note.includes('sitemap')),
      visited.ended.notes.join(' '),
    )
    const peak = peakMegabytesOf(process.pid)
    if (idle === null || peak === null) return
    context.diagnostic(
      `${checkedOnly.files} and ${visited.files} files, ${Math.round(peak - idle)} MB above ${Math.round(idle)} MB, ${Math.round(performance.now() - startedMs)} ms`,
    )
    assert.ok(peak - idle <= MOST_MEGABYTES, String(peak - idle))
  })
})
