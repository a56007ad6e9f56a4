import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'
import type { DatabaseLocation } from '#runtime/database.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { openTestProduct, startTestCrawl, type TestProduct, waitForEnd } from '../support/product.ts'
import { textOf } from '../support/report-text.ts'
import { assertSameText } from '../support/same-text.ts'
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'
import { startWorker, type WorkerProcess } from '../support/worker-process.ts'

const CLAIM = { 'claim-seconds': '2' }
const KILOBYTE = 1024
/** What is left when the disk fills up: the crawl goes on for a little, then nothing fits. */
const BYTES_LEFT = 64 * KILOBYTE
/** PostgreSQL makes its log in parts of this size. */
const LOG_PART_BYTES = 16 * KILOBYTE ** 2
const PAGES = 80
const REQUESTS_BEFORE = 30
const CANNOT_MOUNT = 'nothing can be mounted here: only the administrator may'

/** Pages of some weight, so that what is stored of them soon fills what is left. */
function responseOf(url: string): string {
  const links = Array.from({ length: PAGES }, (_, index) => `<a href="/${index}">Page ${index} after ${url}</a>`)
  return `<!doctype html><html lang="en"><title>Page ${url}</title><h1>Page ${url}</h1>${links.join(' ')}</html>`
}

interface Installation extends AsyncDisposable {
  server: PostgresServer
  tables: SmallDisk
  log: SmallDisk
  opened: TestProduct
  worker: WorkerProcess
}

/** Tables and log on a small disk each; null where nothing can be mounted. */
async function openInstallation(): Promise<Installation | null> {
  await using parts = new AsyncDisposableStack()
  const [tables, log] = [mountSmallDisk(32), mountSmallDisk(192)]
  for (const disk of [tables, log]) if (disk) parts.use(disk)
  if (!tables || !log) return null
  const server = parts.use(await startPostgres({ parent: log.folder }))
  const url = await server.createDatabase()
  await runStatement(server.port, `create tablespace small location '${await server.ownFolder(tables.folder)}'`)
  await runStatement(server.port, `alter database ${new URL(url).pathname.slice(1)} set tablespace small`)
  const shared: DatabaseLocation = { kind: 'postgres', url, maxConnections: 4 }
  const opened = parts.use(await openTestProduct({ shared }))
  const worker = parts.use(await startWorker(url, CLAIM))
  const standing = parts.move()
  return { server, tables, log, opened, worker, [Symbol.asyncDispose]: () => standing.disposeAsync() }
}

describe('a disk of the database is full', () => {
  let running: Installation | null
  let site: LoopbackServer
  /** The report of one undisturbed process with its own file. */
  let expected: string
  let requests = 0
  let onRequest: (count: number) => void = () => {}

  before(async () => {
    site = await serveHttp(({ url = '' }, response) => {
      onRequest(++requests)
      const isPage = /^\/\d*$/.test(url)
      response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' }).end(isPage ? responseOf(url) : '')
    })
    running = await openInstallation()
    if (running === null) return
    await using alone = await openTestProduct()
    const crawl = await waitForEnd(alone.product, await startTestCrawl(alone.product, request()))
    expected = await textOf(alone.product.store.reading, crawl)
  })
  after(async () => {
    await running?.[Symbol.asyncDispose]()
    await site[Symbol.asyncDispose]()
  })

  const request = () => ({ url: `${site.origin}/` })

  /** Starts a crawl and calls `fill` in the middle of it. */
  async function crawlUntilFull({ product }: TestProduct, fill: () => void): Promise<number> {
    requests = 0
    onRequest = count => count === REQUESTS_BEFORE && fill()
    const crawlId = await startTestCrawl(product, request())
    await until(() => requests >= REQUESTS_BEFORE)
    return crawlId
  }

  it('that of its tables: the crawl ends with that reason, and what was stored is read', async context => {
    if (running === null) return context.skip(CANNOT_MOUNT)
    const { opened, tables, worker } = running
    const crawlId = await crawlUntilFull(opened, () => tables.fill(BYTES_LEFT))
    await until(() => /a crawl failed/.test(worker.log()))
    assert.match(worker.log(), /disk is full/)
    tables.makeRoom()
    const crawl = await waitForEnd(opened.product, crawlId)
    assert.equal(crawl.endReason, 'storage-full')
    assert.match(crawl.endSentence, /^The storage of this server is full/)
    assert.equal((await opened.product.store.reading.pages(crawlId, {})).length, crawl.counts.pagesListed)
    assert.ok(crawl.counts.pagesListed > 0)
  })

  it('that of its log, so that the database itself ends: a crawl waits, and goes on once it is there again', async context => {
    if (running === null) return context.skip(CANNOT_MOUNT)
    const { opened, log, server, worker } = running
    const crawlId = await crawlUntilFull(opened, () => {
      // Room for everything but the next part of the log.
      log.fill(LOG_PART_BYTES / 2)
      void runStatement(server.port, 'select pg_switch_wal()').catch(() => {})
    })
    await until(() => /waits for the database/.test(worker.log()))
    log.makeRoom()
    await server.restart()
    const crawl = await waitForEnd(opened.product, crawlId)
    assertSameText(await textOf(opened.product.store.reading, crawl), expected)
  })
})

async function runStatement(port: number, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `postgres://sitesounder@127.0.0.1:${port}/postgres` })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end().catch(() => {})
  }
}
