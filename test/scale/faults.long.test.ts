import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import type { DatabaseLocation } from '#runtime/database.ts'
import { startCuttableProxy } from '../support/cuttable-proxy.ts'
import { ownCheckFlags, ownData } from '../support/own-data.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { openTestProduct, startTestCrawl, type TestProduct, waitForEnd } from '../support/product.ts'
import { textWithSegments } from '../support/report-text.ts'
import { assertSameText } from '../support/same-text.ts'
import { startSlowSite } from '../support/slow-site.ts'
import { until } from '../support/until.ts'
import { startWorker, type WorkerProcess } from '../support/worker-process.ts'

/** How soon a crawl of a worker that is gone goes to another. */
const flags = { ...(await ownCheckFlags()), 'claim-seconds': '2' }

describe('workers on one database', () => {
  let server: PostgresServer
  /** With all tables and no row of a crawl: copied, as making them takes a second each time. */
  let empty: string
  let site: DemoSite
  /** The report of one undisturbed process with its own file. */
  let expected: string
  let requests = 0
  let onRequest: (count: number) => void = () => {}

  before(async () => {
    server = await startPostgres()
    empty = await server.createDatabase()
    await (await openTestProduct({ shared: sharedAt(empty) }))[Symbol.asyncDispose]()
    site = await startDemoSite({ onRequest: () => onRequest(++requests) })
    await using alone = await openTestProduct({ flags })
    const crawl = await waitForEnd(alone.product, await startTestCrawl(alone.product, request()))
    expected = await textWithSegments(alone.product.store, crawl)
  })
  after(async () => {
    await site[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })

  const sharedAt = (url: string): DatabaseLocation => ({ kind: 'postgres', url, maxConnections: 4 })
  const request = (owner = 'test') => ({ url: site.url, owner, ...ownData })

  /** A database of its own, the process that shows it, and what ends with it. */
  async function installation() {
    requests = 0
    onRequest = () => {}
    const databaseUrl = await server.createDatabase(empty)
    const parts = new AsyncDisposableStack()
    const opened = parts.use(await openTestProduct({ shared: sharedAt(databaseUrl), flags }))
    return {
      databaseUrl,
      opened,
      worker: async () => parts.use(await startWorker(databaseUrl, flags)),
      [Symbol.asyncDispose]: () => parts.disposeAsync(),
    }
  }

  /** When that many requests have come. */
  async function requested(count: number): Promise<void> {
    await until(() => requests >= count)
  }

  async function assertSameReport({ product }: TestProduct, crawlId: number): Promise<void> {
    const crawl = await waitForEnd(product, crawlId)
    assertSameText(await textWithSegments(product.store, crawl), expected)
  }

  it('crawl as one process with a file does', async () => {
    await using running = await installation()
    await running.worker()
    await assertSameReport(running.opened, await startTestCrawl(running.opened.product, request()))
  })

  it('share many crawls: each is worked by one of them, and ends in the same report', async () => {
    await using running = await installation()
    const workers = [await running.worker(), await running.worker()]
    const crawls = await Promise.all(
      ['one', 'two', 'three', 'four', 'five', 'six'].map(owner =>
        startTestCrawl(running.opened.product, request(owner)),
      ),
    )
    for (const crawlId of crawls) await assertSameReport(running.opened, crawlId)
    assert.deepEqual(
      workers.map(worker => worker.log().includes('taken over')),
      [false, false],
    )
  })

  for (const count of [5, 60, 120])
    it(`go on with the crawl of one that is killed at request ${count}`, async () => {
      await using running = await installation()
      const first = await running.worker()
      onRequest = came => came === count && first.child.kill('SIGKILL')
      const crawlId = await startTestCrawl(running.opened.product, request())
      await requested(count)
      await running.worker()
      await assertSameReport(running.opened, crawlId)
    })

  it('refuse the late writes of one that was frozen past its claim', async () => {
    await using running = await installation()
    const frozen = await running.worker()
    onRequest = came => came === 40 && frozen.child.kill('SIGSTOP')
    const crawlId = await startTestCrawl(running.opened.product, request())
    await requested(40)
    const second = await running.worker()
    await assertSameReport(running.opened, crawlId)
    await second[Symbol.asyncDispose]()
    frozen.child.kill('SIGCONT')
    // Thawed, it does what it still has in hand, then the next crawl.
    await assertSameReport(running.opened, await startTestCrawl(running.opened.product, request('another')))
    await assertSameReport(running.opened, crawlId)
  })

  it('outlive a restart of the database', async () => {
    await using running = await installation()
    await running.worker()
    const crawlId = await startTestCrawl(running.opened.product, request())
    await requested(40)
    await server.restart()
    await assertSameReport(running.opened, crawlId)
  })

  it('outlive a network that is cut', async () => {
    await using network = await startCuttableProxy(server.port)
    await using running = await installation()
    const url = new URL(running.databaseUrl)
    url.port = String(network.port)
    await using worker = await startWorker(url.href, flags)
    const crawlId = await startTestCrawl(running.opened.product, request())
    await requested(40)
    network.cut()
    await logged(worker, /waits for the database/)
    network.fix()
    await assertSameReport(running.opened, crawlId)
  })

  it('do not mind what their clocks say', async () => {
    await using running = await installation()
    await using first = await startWorker(running.databaseUrl, flags, { preload: 'jumping-clock.ts' })
    await running.worker()
    const crawls = await Promise.all(
      ['one', 'two', 'three', 'four'].map(owner => startTestCrawl(running.opened.product, request(owner))),
    )
    for (const crawlId of crawls) await assertSameReport(running.opened, crawlId)
    assert.ok(!first.log().includes('taken over'), first.log())
  })

  it('find crawls whose jobs were lost', async () => {
    await using running = await installation()
    const crawlIds = await Promise.all(
      ['one', 'two'].map(owner => startTestCrawl(running.opened.product, request(owner))),
    )
    await emptyQueue(running.databaseUrl)
    await running.worker()
    for (const crawlId of crawlIds) await assertSameReport(running.opened, crawlId)
  })

  it('hand their crawls on when they are stopped', async () => {
    await using running = await installation()
    const first = await running.worker()
    const crawlId = await startTestCrawl(running.opened.product, request())
    await requested(40)
    await first[Symbol.asyncDispose]()
    await running.worker()
    await assertSameReport(running.opened, crawlId)
  })

  it('stop a crawl that another process was to stop', async () => {
    await using slow = await startSlowSite()
    await using running = await installation()
    await running.worker()
    const { store } = running.opened.product
    const crawlId = await startTestCrawl(running.opened.product, { url: `${slow.origin}/start` })
    await until(() => slow.requested.has('/one'))
    await store.crawls.requestStop(crawlId)
    const crawl = await waitForEnd(running.opened.product, crawlId)
    assert.equal(crawl.endReason, 'stopped')
  })
})

async function logged(worker: WorkerProcess, words: RegExp): Promise<void> {
  await until(() => words.test(worker.log()))
}

async function emptyQueue(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('truncate pgboss.job')
  } finally {
    await client.end()
  }
}
