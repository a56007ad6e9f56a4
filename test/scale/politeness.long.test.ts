import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { serveHttp } from '#fetch/test-server.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { openTestProduct, startTestCrawl, type TestProduct, waitForEnd } from '../support/product.ts'
import { startWorker } from '../support/worker-process.ts'

const PAGES = 12
const PLACES = 3
const CRAWL_DELAY_MS = 200
/** More than this makes a crawl a long one. */
const LONG_CRAWL_PAGES = 10_000

/** A site that keeps a record of who sends requests: how many at once, and when. Its responses take a moment, so that requests overlap. */
async function startRecordingSite({ robots, pages }: { robots: string; pages: number }) {
  const record = { most: 0, now: 0, sentMs: [] as number[] }
  const links = Array.from({ length: pages }, (_, index) => `<a href="/${index}">Page ${index}</a>`).join(' ')
  const server = await serveHttp(({ url = '' }, response) => {
    record.sentMs.push(performance.now())
    record.most = Math.max(record.most, ++record.now)
    const isRobots = url === '/robots.txt'
    const isPage = /^\/\d*$/.test(url)
    setTimeout(() => {
      record.now--
      response.writeHead(isRobots || isPage ? 200 : 404, { 'content-type': isRobots ? 'text/plain' : 'text/html' })
      response.end(isRobots ? robots : `<!doctype html><title>Page ${url}</title>${links}`)
    }, 20)
  })
  return { ...server, record, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

describe('workers that share hosts and turns', () => {
  let server: PostgresServer
  let opened: TestProduct
  let url: string
  before(async () => {
    server = await startPostgres()
    url = await server.createDatabase()
    opened = await openTestProduct({ shared: { kind: 'postgres', url, maxConnections: 4 } })
  })
  after(async () => {
    await opened[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })

  /** One crawl for each owner, of all pages; gives how many each has seen. */
  async function crawlAs(owners: readonly string[], siteUrl: string): Promise<number[]> {
    const ids = await Promise.all(owners.map(owner => startTestCrawl(opened.product, { url: siteUrl, owner })))
    const crawls = await Promise.all(ids.map(id => waitForEnd(opened.product, id)))
    return crawls.map(crawl => crawl.counts.pagesCrawled)
  }

  it('have no more requests under way at one host than one of them may, and keep its Crawl-delay', async () => {
    const flags = { 'requests-per-loopback-host': String(PLACES) }
    await using _first = await startWorker(url, flags)
    await using _second = await startWorker(url, flags)
    await using busy = await startRecordingSite({ robots: '', pages: PAGES })
    const seen = await crawlAs(['a', 'b', 'c'], `${busy.origin}/`)
    assert.deepEqual(new Set(seen), new Set([PAGES + 1]))
    assert.equal(busy.record.most, PLACES)

    const robots = `User-agent: *\nCrawl-delay: ${CRAWL_DELAY_MS / 1_000}\n`
    await using slow = await startRecordingSite({ robots, pages: 2 })
    assert.deepEqual(await crawlAs(['a', 'b'], `${slow.origin}/`), [3, 3])
    // Two may request robots.txt before either has read it.
    const known = slow.record.sentMs.slice(2)
    const spanMs = (known.at(-1) ?? 0) - (known[0] ?? 0)
    // Requests are counted in all: how long each is on its way is not ours to say.
    assert.ok(known.length - 1 <= (spanMs + CRAWL_DELAY_MS / 2) / CRAWL_DELAY_MS, `${known.length} in ${spanMs} ms`)
    assert.ok(slow.record.most <= 2)
  })

  it('take crawls owner by owner, and short ones before long ones', async () => {
    await using site = await startRecordingSite({ robots: '', pages: 0 })
    const { product } = opened
    const start = (owner: string, number: number, limit = 5) =>
      startTestCrawl(product, { url: `${site.origin}/${number}`, owner, limit })
    const ofMany = [await start('many', 1), await start('many', 2), await start('many', 3)]
    const long = await start('many', 4, LONG_CRAWL_PAGES + 1)
    const ofOne = await start('one', 1)
    await using _worker = await startWorker(url, { 'crawls-at-once': '1' })
    const startOf = async (crawlId: number) => (await waitForEnd(product, crawlId)).startedMs ?? Number.NaN
    const starts = await Promise.all(ofMany.map(startOf))
    const last = Math.max(...starts)
    assert.ok((await startOf(ofOne)) < last, 'an owner with one crawl does not wait for all of another’s')
    assert.ok((await startOf(long)) >= last, 'with one slot, short crawls come before a long one')
  })
})
