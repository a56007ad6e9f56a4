import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { collect, ownerOf, SITE, startTestCrawl } from './contract/test-crawl.ts'
import { openSqliteStore } from './sqlite.ts'
import { storeContract } from './store.contract.ts'
import type { Store } from './store.ts'

const BUSY_TIMEOUT_MS = 2_000

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'sitesounder-store-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** A store in a folder of its own, which goes with it. */
async function openTemporary(): Promise<Store> {
  const folder = await temporaryFolder()
  const store = await openSqliteStore({ file: join(folder.path, 'test.sqlite'), busyTimeoutMs: BUSY_TIMEOUT_MS })
  return {
    ...store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

describe('the store in SQLite', () => {
  storeContract(openTemporary)

  it('keeps everything when it is closed and opened again', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'test.sqlite')
    const first = await openSqliteStore({ file, busyTimeoutMs: BUSY_TIMEOUT_MS })
    const { crawlId, settle } = await startTestCrawl(first)
    await settle([{ path: '/', number: 1 }])
    await first[Symbol.asyncDispose]()
    await using second = await openSqliteStore({ file, busyTimeoutMs: BUSY_TIMEOUT_MS })
    assert.equal((await second.reading.pages(crawlId, {}))[0]?.url, `${SITE}/`)
  })

  it('may be opened several times at once: a commit of one is seen by the others', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'test.sqlite')
    const open = (isReadOnly: boolean) => openSqliteStore({ file, isReadOnly, busyTimeoutMs: BUSY_TIMEOUT_MS })
    await using engine = await open(false)
    await using main = await open(false)
    await using report = await open(true)
    const crawl = await startTestCrawl(engine)
    await crawl.settle([{ path: '/', number: 1 }])
    assert.equal((await report.reading.pages(crawl.crawlId, {})).length, 1)
    assert.equal(await main.websites.clear(crawl.websiteId, await ownerOf(main, 'owner')), true)
    await assert.rejects(crawl.settle([{ path: '/b', number: 2 }]))
    assert.deepEqual(await report.reading.pages(crawl.crawlId, {}), [])
    await assert.rejects(report.visitors.createOwner('x', 1), /readonly/)
  })

  it('serves reads and writes that are asked for at the same time', async () => {
    await using store = await openTemporary()
    const crawl = await startTestCrawl(store)
    const ownerId = await ownerOf(store, 'owner')
    await Promise.all([
      crawl.settle([{ path: '/', number: 1, links: [{ url: `${SITE}/b` }] }]),
      store.websites.list(ownerId),
      store.visitors.createOwner('other', 1_000),
      store.reading.pages(crawl.crawlId, {}),
      store.websites.sweep(1_000, 10),
    ])
    assert.equal((await collect(store.crawls.urls(crawl.claim))).length, 2)
  })

  it('refuses a database of a newer version', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'test.sqlite')
    const store = await openSqliteStore({ file, busyTimeoutMs: BUSY_TIMEOUT_MS })
    await store[Symbol.asyncDispose]()
    const raw = new DatabaseSync(file)
    raw.exec(`insert into schema_migration (name) values ('9999-later')`)
    raw.close()
    await assert.rejects(openSqliteStore({ file, busyTimeoutMs: BUSY_TIMEOUT_MS }), /newer version/)
  })

  it('keeps any text whole, and leaves the statement to be a statement', async () => {
    await using store = await openTemporary()
    const crawl = await startTestCrawl(store)
    const title = `'; drop table page; -- \u0000 \u{1F600} ${'x'.repeat(2_000)}`
    await crawl.settle([{ path: '/', number: 1, columns: { title, titleKey: title } }])
    const [page] = await store.reading.pages(crawl.crawlId, { search: "'; DROP" })
    assert.equal(page?.columns?.title, title)
  })
})
