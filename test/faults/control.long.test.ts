import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { describe, it, test } from 'node:test'
import { startDemoSite } from '#demo-site/site.ts'
import { serveHttp } from '#fetch/test-server.ts'
import { exportFormats } from '#report/export/index.ts'
import type { Product } from '#runtime/product.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import type { CrawlRow } from '#store/store.ts'
import { openTestProduct, startTestCrawl, waitForEnd } from '../support/product.ts'
import { assertSameText } from '../support/same-text.ts'
import { startSlowSite } from '../support/slow-site.ts'
import { openTestStore, temporaryFolder } from '../support/storage.ts'
import { until } from '../support/until.ts'

/** Crawls that rest, that go on, that visit a list, and that have had enough. */

async function reportOf({ store }: Product, crawl: CrawlRow): Promise<string> {
  const parts = exportFormats.json.write({ reading: store.reading, crawl, isStable: true })
  return (await Array.fromAsync(parts)).join('')
}

async function pause({ store, control }: Product, crawlId: number): Promise<void> {
  if ((await store.crawls.requestPause(crawlId)) === 'pausing') control.pause(crawlId)
}

async function resume({ store, control }: Product, crawlId: number): Promise<void> {
  assert.equal(await store.crawls.resume(crawlId), true)
  control.wake()
}

async function statusOf({ store }: Product, crawlId: number) {
  return (await store.reading.crawl(crawlId))?.status
}

/** The crawl is paused when the site gets these requests: at the start, among the pages, among the probes, at the end. */
const pauseAtRequests = [1, 25, 60, 120, 170]

test('a crawl that was paused again and again ends in the same report', async () => {
  let onRequest: (count: number) => unknown = () => {}
  let requests = 0
  await using site = await startDemoSite({ onRequest: () => onRequest(++requests) })
  await using undisturbed = await openTestProduct()
  const expectedCrawl = await waitForEnd(undisturbed.product, await startTestCrawl(undisturbed.product, site))
  const expected = await reportOf(undisturbed.product, expectedCrawl)

  const folder = temporaryFolder()
  let opened = await openTestProduct({ folder })
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }))
  cleanUp.defer(() => opened[Symbol.asyncDispose]())
  requests = 0
  let pauses = 0
  let crawlId = 0
  for (const [index, atRequest] of pauseAtRequests.entries()) {
    const reached = Promise.withResolvers<void>()
    onRequest = count => count === atRequest && reached.resolve()
    if (crawlId === 0) crawlId = await startTestCrawl(opened.product, site)
    else await resume(opened.product, crawlId)
    await Promise.race([reached.promise, waitForEnd(opened.product, crawlId)])
    await pause(opened.product, crawlId)
    const { product } = opened
    await until(async () => ['paused', 'complete'].includes((await statusOf(product, crawlId)) ?? ''))
    if ((await statusOf(product, crawlId)) === 'complete') break
    pauses++
    // Every other time the server ends meanwhile, and no worker takes the crawl up when it begins again.
    if (index % 2 === 1) {
      await opened[Symbol.asyncDispose]()
      const before = requests
      opened = await openTestProduct({ folder })
      const other = await startTestCrawl(opened.product, { url: site.url.replace('127.0.0.1', 'localhost'), limit: 1 })
      await waitForEnd(opened.product, other)
      assert.equal(await statusOf(opened.product, crawlId), 'paused')
      requests = before
    }
  }
  onRequest = () => {}
  if ((await statusOf(opened.product, crawlId)) === 'paused') await resume(opened.product, crawlId)
  const crawl = await waitForEnd(opened.product, crawlId)
  assertSameText(await reportOf(opened.product, crawl), expected)
  assert.ok(pauses >= pauseAtRequests.length - 1, `it was paused only ${pauses} times`)
  assert.deepEqual(opened.logged, [])
})

describe('a crawl that rests', () => {
  it('requests nothing, takes no other crawl’s turn, and ends with checked pages when it is stopped', async () => {
    await using site = await startSlowSite()
    await using opened = await openTestProduct({ flags: { 'crawls-at-once': '1' } })
    const { product } = opened
    const crawlId = await startTestCrawl(product, { url: `${site.origin}/start` })
    await until(async () => site.requested.has('/one'))
    await pause(product, crawlId)
    await until(async () => (await statusOf(product, crawlId)) === 'paused')
    const requestCount = site.requested.size
    assert.equal((await product.store.reading.crawl(crawlId))?.counts.pagesCrawled, 1, 'what was read is kept')

    site.letGo()
    const other = await startTestCrawl(product, { url: `${site.origin}/other/start`, limit: 1 })
    assert.equal((await waitForEnd(product, other)).endReason, 'limit')
    assert.equal(await statusOf(product, crawlId), 'paused')
    assert.ok(site.requested.size > requestCount)

    await product.store.crawls.requestStop(crawlId)
    product.control.wake()
    const crawl = await waitForEnd(product, crawlId)
    assert.deepEqual(
      [crawl.endReason, crawl.endSentence],
      ['stopped', 'The crawl was stopped after 1 page: the report is partial.'],
    )
    const counters = await product.store.reading.checkCounters(crawlId)
    assert.ok(
      counters.some(({ checkId }) => checkId === 'page-single-inlink'),
      'site checks ran',
    )
  })
})

describe('a crawl of a list', () => {
  const page = (title: string, links: string[]) =>
    `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${links.map(url => `<a href="${url}">${url}</a>`).join(' ')}</html>`
  const pages = new Map([
    ['/', page('Home', ['/a', '/b', '/elsewhere'])],
    ['/a', page('A', ['/b', '/c', '/gone', '/'])],
    ['/b', page('B', ['/a'])],
    ['/c', page('C', ['/d'])],
  ])
  async function startListSite() {
    const requested: string[] = []
    const server = await serveHttp(({ url = '', method = '' }, response) => {
      requested.push(`${method} ${url}`)
      if (url === '/moved') return response.writeHead(301, { location: '/c' }).end()
      const html = pages.get(url)
      response.writeHead(html ? 200 : 404, { 'content-type': 'text/html' }).end(html ?? page('Gone', []))
    })
    return { origin: server.origin, requested, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
  }

  it('visits exactly its URLs in their order, and checks the status of what they link to', async () => {
    await using site = await startListSite()
    await using opened = await openTestProduct()
    const { product } = opened
    const urls = ['/moved', '/b', '/a', '/not-there'].map(each => site.origin + each)
    const crawlId = await startTestCrawl(product, { url: `${site.origin}/`, urls, readsSitemaps: true })
    const crawl = await waitForEnd(product, crawlId)
    assert.deepEqual([crawl.endReason, crawl.endSentence], ['finished', 'The URLs of the list were visited: 2 pages.'])
    const { reading } = product.store
    const rows = await reading.pages(crawlId, {})
    assert.deepEqual(
      rows.map(row => [row.url, row.statusCode, row.depth]),
      urls.map((url, index) => [url, [301, 200, 200, 404][index], -1]),
    )
    assert.deepEqual(await reading.skippedCounts(crawlId), [{ reason: 'not-listed', count: 3 }])
    assert.equal((await reading.target(crawlId, `${site.origin}/gone`))?.status, 404, 'links are requested')
    assert.equal((await reading.target(crawlId, `${site.origin}/d`)) ?? null, null, 'and nothing beyond them')
    assert.ok(!site.requested.some(each => each.includes('sitemap')))
    const counters = await reading.checkCounters(crawlId)
    const alone = counters.find(({ checkId }) => checkId === 'page-single-inlink')
    assert.deepEqual(Object.keys(alone?.skipped ?? {}), [
      'The crawl was limited to a list of URLs, so more links may exist.',
    ])
    assert.deepEqual(opened.logged, [])
  })

  it('ends in the same report when it is paused in the midst of it', async () => {
    await using site = await startListSite()
    await using opened = await openTestProduct()
    const { product } = opened
    const request = { url: `${site.origin}/`, urls: ['/a', '/', '/b'].map(each => site.origin + each) }
    const undisturbed = await waitForEnd(product, await startTestCrawl(product, request))
    const crawlId = await startTestCrawl(product, { ...request, owner: 'another' })
    await pause(product, crawlId)
    await until(async () => ['paused', 'complete'].includes((await statusOf(product, crawlId)) ?? ''))
    if ((await statusOf(product, crawlId)) === 'paused') await resume(product, crawlId)
    const crawl = await waitForEnd(product, crawlId)
    assertSameText(await reportOf(product, crawl), await reportOf(product, undisturbed))
    assert.equal(crawl.counts.pagesCrawled, 3)
  })
})

describe('a crawl that has had enough', () => {
  it('ends with what it has when it has received all that it may', async () => {
    const heavy = 'x'.repeat(300_000)
    let pages = 0
    await using site = await serveHttp(({ url = '' }, response) => {
      if (url === '/robots.txt') return response.writeHead(404).end()
      const next = ++pages
      const links = `<a href="/${next}a">a</a> <a href="/${next}b">b</a>`
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(`<!doctype html><html lang="en"><title>${next}</title><p>${links}</p><!-- ${heavy} --></html>`)
    })
    await using opened = await openTestProduct({ flags: { 'crawl-megabytes': '1', 'crawl-megabytes-per-page': '0' } })
    const { product } = opened
    const crawl = await waitForEnd(product, await startTestCrawl(product, { url: `${site.origin}/` }))
    assert.equal(crawl.endReason, 'transfer-limit')
    assert.match(
      crawl.endSentence,
      /^A crawl of this size may receive 1 megabyte on this server, so the crawl ended after \d+ pages?: the report is partial\.$/,
    )
    assert.ok(crawl.counts.pagesCrawled >= 1 && pages < 100)
    const counters = await product.store.reading.checkCounters(crawl.id)
    assert.ok(
      counters.some(({ checkId }) => checkId === 'page-single-inlink'),
      'site checks ran',
    )
  })

  it('ends as failed when its worker is lost every time', async () => {
    await using site = await startSlowSite()
    site.letGo()
    const folder = temporaryFolder()
    {
      await using store = await openTestStore({ folder })
      const ownerId = await store.visitors.createOwner('test', 1)
      const options = defaultCrawlOptions
      for (const [name, claims] of [
        ['stuck', 5],
        ['tried', 4],
      ] as const) {
        const start = { ownerId, url: `${site.origin}/${name}/start`, crawlLimit: 5, options, nowMs: 1 }
        await store.websites.startCrawl(start)
        // The last claim holds: the next crawl's turn comes.
        for (let time = 1; time <= claims; time++)
          assert.ok(await store.crawls.claim('lost', time * 10, time === claims ? 1_000_000 : 10))
      }
    }
    await using opened = await openTestProduct({ folder })
    const [stuck, tried] = [await waitForEnd(opened.product, 1), await waitForEnd(opened.product, 2)]
    assert.deepEqual(
      [stuck.endReason, stuck.endSentence],
      [
        'failed',
        'The crawl ended early after 0 pages because of an internal error: its work broke off 5 times in a row without getting any further.',
      ],
    )
    assert.equal(tried.endReason, 'finished')
    await rm(folder, { recursive: true, force: true })
  })
})
