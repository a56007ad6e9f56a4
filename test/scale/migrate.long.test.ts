import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { startDemoSite } from '#demo-site/site.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { openPostgresStore } from '#store/database/postgres.ts'
import { runCommand } from '../support/command.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { openTestProduct, startTestCrawl, waitForEnd } from '../support/product.ts'
import { textOf } from '../support/report-text.ts'
import { assertSameText } from '../support/same-text.ts'
import { extractTestPage, temporaryFolder } from '../support/storage.ts'

describe('migrate --from sqlite --to postgres', () => {
  let server: PostgresServer
  let folder: string
  let crawlId: number
  let report: string

  before(async () => {
    server = await startPostgres()
    folder = temporaryFolder()
    await using site = await startDemoSite()
    await using alone = await openTestProduct({ folder })
    crawlId = await startTestCrawl(alone.product, { url: site.url })
    report = await textOf(alone.product.store.reading, await waitForEnd(alone.product, crawlId))
  })
  after(async () => {
    await server[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  const migrate = (url: string) =>
    runCommand(['migrate', '--from', 'sqlite', '--to', 'postgres', '--data', folder], {
      env: { SITESOUNDER_DATABASE_URL: url },
    })

  it('copies everything: the report is the same, and new rows are numbered on', async () => {
    const url = await server.createDatabase()
    const { code, stdout, stderr } = await migrate(url)
    assert.equal(code, 0)
    assert.match(stderr, /^page_body: [1-9]\d+ rows, sha256 [0-9a-f]{16}$/m)
    assert.match(stdout, /^[1-9]\d+ rows were copied; each table was read again and is the same\./)
    await using store = await openPostgresStore({
      url,
      maxConnections: 2,
      connectTimeoutMs: 5_000,
      extract: extractTestPage,
      onLost: error => {
        throw error
      },
    })
    const crawl = await store.reading.crawl(crawlId)
    assert.ok(crawl)
    assertSameText(await textOf(store.reading, crawl), report)
    const ownerId = await store.visitors.createOwner('another visitor', Date.now())
    const started = await store.websites.startCrawl({
      ownerId,
      url: 'https://site.test/',
      crawlLimit: 1,
      options: defaultCrawlOptions,
      nowMs: Date.now(),
    })
    assert.ok(started.crawlId > crawlId)
  })

  it('leaves a database alone that holds something', async () => {
    const url = await server.createDatabase()
    assert.equal((await migrate(url)).code, 0)
    const again = await migrate(url)
    assert.equal(again.code, 1)
    assert.match(again.stderr, /^The database to copy to is not empty/)
  })

  it('does not wait for a process that uses the folder', async () => {
    await using _running = await openTestProduct({ folder })
    const refused = await migrate(await server.createDatabase())
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /Another Sitesounder is using the data folder/)
  })

  it('names what is missing', async () => {
    const unreachable = await migrate('postgres://unknown@127.0.0.1:1/nothing')
    assert.equal(unreachable.code, 1)
    assert.match(unreachable.stderr, /cannot be reached/)
    assert.ok(!unreachable.stderr.includes('    at '), 'a sentence, no stack')
    const unnamed = await runCommand(['migrate', '--from', 'sqlite', '--to', 'postgres', '--data', folder])
    assert.match(unnamed.stderr, /SITESOUNDER_DATABASE_URL/)
  })
})
