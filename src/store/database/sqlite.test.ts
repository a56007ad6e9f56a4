import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { Kysely } from 'kysely'
import { crawlOnce, start } from '../contract/crawl-once.ts'
import { samplesGoWithTheirCrawl } from '../contract/page-speed-samples.contract.ts'
import { collect, ownerOf, SITE, startTestCrawl } from '../contract/test-crawl.ts'
import { storeContract } from '../store.contract.ts'
import type { Store } from '../store.ts'
import { initial } from './migrations/0001-initial.ts'
import { openSqliteStore } from './sqlite.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { sqliteSchemaWords } from './sqlite-schema-types.ts'

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

/** A file as the first version left it, with a visitor's website and a crawl of it that waits. */
async function makeFirstVersion(file: string): Promise<void> {
  const raw = new DatabaseSync(file)
  const db = new Kysely<Record<never, never>>({ dialect: sqliteDialect(raw) })
  await initial.up(db, sqliteSchemaWords)
  raw.exec(`create table schema_migration (name text primary key);
    insert into schema_migration (name) values ('0001-initial');
    insert into owner (id, cookie_hash, created_ms, last_seen_ms) values (1, 'visitor', 1, 1);
    insert into website (id, owner_id, url, clear_at_ms, is_cleared) values (7, 1, '${start.url}', null, 0);
    insert into crawl (id, website_id, seed_url, crawl_limit, options, status, phase, epoch, worker, lease_until_ms,
      is_stop_requested, is_hidden, created_ms, end_sentence, notes, counts, inlink_part, inlink_number, inlink_url_id)
      values (9, 7, '${start.url}', 5, '${JSON.stringify(start.options)}', 'pending', 'starting', 0, '', 0, 0, 0, 1, '', '[]',
      '{}', 0, 0, 0)`)
  await db.destroy()
}

describe('the store in SQLite', () => {
  storeContract(openTemporary)
  samplesGoWithTheirCrawl(openTemporary)

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
      store.sweep(1_000, 10),
    ])
    assert.equal((await collect(store.crawls.urls(crawl.claim))).length, 2)
  })

  it('keeps the rows of a database that its first version made, and adds accounts to it', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'test.sqlite')
    await makeFirstVersion(file)
    await using store = await openSqliteStore({ file, busyTimeoutMs: BUSY_TIMEOUT_MS })
    const ownerId = await store.visitors.findOwner('visitor', 1_000)
    assert.equal(ownerId, 1)
    const [website] = await store.websites.list(ownerId)
    assert.deepEqual([website?.id, website?.url, website?.crawl.id], [7, start.url, 9])
    assert.deepEqual(website?.crawl.options, start.options)
    const account = await store.accounts.create({ username: 'ada', role: 'user', passwordHash: 'x', nowMs: 1_000 })
    assert.ok(account)
    await store.websites.adopt({ fromOwnerId: ownerId, toOwnerId: account.ownerId })
    assert.deepEqual(await store.websites.list(account.ownerId), [website])
    await using again = await openSqliteStore({ file, busyTimeoutMs: BUSY_TIMEOUT_MS })
    assert.deepEqual(await again.accounts.list(), [account], 'no step is applied twice')
  })

  it('counts as used what rows take, not what deleted ones left', async () => {
    await using store = await openTemporary()
    const emptyBytes = await store.operations.usedBytes()
    const crawl = await startTestCrawl(store)
    const columns = { title: 'x'.repeat(2_000) }
    await crawl.settle(Array.from({ length: 200 }, (_, index) => ({ path: `/${index}`, number: index + 1, columns })))
    const fullBytes = await store.operations.usedBytes()
    await store.websites.clear(crawl.websiteId, await ownerOf(store, 'owner'))
    await store.sweep(9_000, 100_000)
    const sweptBytes = await store.operations.usedBytes()
    assert.ok(fullBytes > emptyBytes + 400_000, `${emptyBytes} bytes grew to ${fullBytes}`)
    assert.ok(sweptBytes < emptyBytes + 100_000, `${fullBytes} bytes shrank to ${sweptBytes}`)
  })

  it('keeps as many ended crawls as it is told, of adopted websites too', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'test.sqlite')
    await using store = await openSqliteStore({ file, busyTimeoutMs: BUSY_TIMEOUT_MS, keptCrawls: 2 })
    const visitorId = await ownerOf(store, 'visitor')
    const accountId = await ownerOf(store, 'account')
    for (const ownerId of [visitorId, visitorId, visitorId, accountId])
      await crawlOnce(store, { ownerId, url: start.url, nowMs: 1_000 })
    assert.equal((await store.operations.counts()).crawls, 3)
    await store.websites.adopt({ fromOwnerId: visitorId, toOwnerId: accountId })
    assert.equal((await store.operations.counts()).crawls, 2)
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
