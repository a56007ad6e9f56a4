import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'
import type { PageRow } from '#store/store.ts'
import { openTestProduct, startTestCrawl, type TestProduct, waitForEnd } from '../support/product.ts'

/** Chains of redirects: which requests the server receives, and that the report is that of each URL requested by itself. */

const HOPS = 30
const LINKS = 60
const positions = Array.from({ length: HOPS }, (_, index) => index)
const links = Array.from({ length: LINKS }, (_, index) => index)

const pageOf = (title: string, hrefs: readonly string[]) =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${hrefs.map(href => `<a href="${href}">to ${href}</a>`).join(' ')}`

/** Path and status of the redirects that a request gets; null for pages. */
function redirectOf(path: string): { status: number; location: string } | null {
  const [, name = '', at = ''] = path.split('/')
  if (name === 'old') return { status: 301, location: `/chain/${Number(at) % HOPS}` }
  if (name === 'elsewhere') return { status: 301, location: '/sign-in' }
  if (name !== 'chain' && name !== 'temporary' && name !== 'alone') return null
  return Number(at) === HOPS
    ? null
    : { status: name === 'temporary' ? 302 : 301, location: `/${name}/${Number(at) + 1}` }
}

let site: LoopbackServer
let other: LoopbackServer
let opened: TestProduct
const requested = new Map<string, number>()

const serve = () =>
  serveHttp((request, response) => {
    const path = request.url ?? ''
    const key = `${request.headers.host} ${path}`
    requested.set(key, (requested.get(key) ?? 0) + 1)
    const redirect = redirectOf(path)
    if (redirect) response.writeHead(redirect.status, { location: redirect.location }).end()
    else if (path === '/robots.txt') response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(path, hrefsOf(path)))
  })

function hrefsOf(path: string): string[] {
  if (path === '/one') return ['/alone/0']
  if (path === '/many') return links.map(index => `/old/${index}`)
  if (path === '/passing') return ['/temporary/0']
  if (path === '/outside') return links.map(index => `${other.origin}/elsewhere/${index}`)
  return []
}

before(async () => {
  site = await serve()
  other = await serve()
  opened = await openTestProduct()
})
after(async () => {
  await opened[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
})

/** Crawls from one page; how often each path was requested, and the pages by path. */
async function crawl(path: string, origin = site.origin) {
  requested.clear()
  const { product } = opened
  const crawlId = await startTestCrawl(product, { url: site.origin + path, probesExternal: true })
  await waitForEnd(product, crawlId)
  const rows = await product.store.reading.pages(crawlId, { limit: 1_000 })
  const pages = new Map<string, PageRow>(rows.map(row => [row.url.slice(site.origin.length), row]))
  const { host } = new URL(origin)
  return { pages, timesOf: (of: string) => requested.get(`${host} ${of}`) ?? 0 }
}

/** `last`: redirects that lead farther from a link are not visited as pages. */
function assertChain(pages: ReadonlyMap<string, PageRow>, { name, last }: { name: string; last: number }): void {
  for (const at of positions.filter(each => each <= last)) {
    const page = pages.get(`/${name}/${at}`)
    const isTooLong = HOPS - at > 20
    assert.equal(page?.hops.length, isTooLong ? 21 : HOPS - at, `hops of /${name}/${at}`)
    assert.equal(page?.finalStatusCode, isTooLong ? null : 200)
    assert.deepEqual(
      page?.hops.map(hop => hop.url),
      page?.hops.map((_, index) => `${site.origin}/${name}/${at + index}`),
    )
  }
}

describe('the hops of redirects', () => {
  it('are requested once each, however long the chain', async () => {
    const { pages, timesOf } = await crawl('/one')
    for (const at of positions) assert.equal(timesOf(`/alone/${at}`), 1, `requests of /alone/${at}`)
    assert.equal(timesOf(`/alone/${HOPS}`), 1)
    assertChain(pages, { name: 'alone', last: 20 })
  })

  it('are requested once each, however many links lead into a chain', async () => {
    const { pages, timesOf } = await crawl('/many')
    for (const index of links) assert.equal(timesOf(`/old/${index}`), 1)
    for (const at of positions) assert.equal(timesOf(`/chain/${at}`), 1, `requests of /chain/${at}`)
    // As the end of redirects, and as a page.
    assert.equal(timesOf(`/chain/${HOPS}`), 2)
    assert.equal(pages.get(`/chain/${HOPS}`)?.statusCode, 200)
    assertChain(pages, { name: 'chain', last: HOPS })
    for (const index of links) {
      const { hops } = pages.get(`/old/${index}`) ?? {}
      assert.equal(hops?.length, Math.min(21, HOPS - (index % HOPS) + 1))
    }
  })

  it('are requested twice each where they may be passing, to confirm them', async () => {
    const { pages, timesOf } = await crawl('/passing')
    // A chain that is too long is no passing trouble.
    for (const at of positions)
      assert.equal(timesOf(`/temporary/${at}`), HOPS - at > 20 ? 1 : 2, `requests of /temporary/${at}`)
    assertChain(pages, { name: 'temporary', last: 20 })
  })

  it('of another site that lead to one page have it requested once', async () => {
    const { timesOf } = await crawl('/outside', other.origin)
    for (const index of links) assert.equal(timesOf(`/elsewhere/${index}`), 1)
    assert.equal(timesOf('/sign-in'), 1)
  })
})
