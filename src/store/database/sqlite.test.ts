import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { openTestStore } from '../../../test/support/storage.ts'
import { crawlOnce, start } from '../contract/crawl-once.ts'
import { samplesGoWithTheirCrawl } from '../contract/page-speed-samples.contract.ts'
import { ownerOf, SITE, startTestCrawl } from '../contract/test-crawl.ts'
import { loggedRows } from '../contract/test-urls.ts'
import { storeContract } from '../store.contract.ts'
import { compiledQuery } from './compiled-query.ts'
import { isText } from './indexed-text.ts'
import { manyRows, openSqliteDatabase, openSqliteStore } from './sqlite.ts'

const BUSY_TIMEOUT_MS = 2_000

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'sitesounder-store-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** A file as versions before the first release wrote it: what names them is the first step of its schema. */
function makeEarlierVersion(file: string): void {
  const raw = new DatabaseSync(file)
  raw.exec(`create table schema_migration (name text primary key);
    insert into schema_migration (name) values ('0001-initial'), ('0002-accounts');
    create table owner (id integer primary key, cookie_hash text);
    insert into owner (id, cookie_hash) values (1, 'visitor')`)
  raw.close()
}

describe('the store in SQLite', () => {
  storeContract(openTestStore)
  samplesGoWithTheirCrawl(openTestStore)

  it('keeps everything when it is closed and opened again', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'test.sqlite')
    const first = await openSqliteStore({ file, busyTimeoutMs: BUSY_TIMEOUT_MS })
    const { crawlId, commit } = await startTestCrawl(first)
    await commit([{ path: '/', number: 1 }])
    await first[Symbol.asyncDispose]()
    await using second = await openSqliteStore({ file, busyTimeoutMs: BUSY_TIMEOUT_MS })
    assert.equal((await second.reading.pages(crawlId, {}))[0]?.url, `${SITE}/`)
    const account = await second.accounts.create({ username: 'ada', role: 'user', passwordHash: 'x', nowMs: 1_000 })
    await using third = await openSqliteStore({ file, busyTimeoutMs: BUSY_TIMEOUT_MS })
    assert.deepEqual(await third.accounts.list(), [account], 'no step is applied twice')
  })

  it('keeps no log of a temporary file, and takes back a transaction that fails', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'test.sqlite')
    await using database = await openSqliteDatabase({ file, isTemporary: true, busyTimeoutMs: BUSY_TIMEOUT_MS })
    await sql`create table note (text text)`.execute(database.db)
    await sql`insert into note values ('kept')`.execute(database.db)
    const failing = database.db.transaction().execute(async transaction => {
      await sql`delete from note`.execute(transaction)
      throw new Error('it fails')
    })
    await assert.rejects(failing, /it fails/)
    const { rows } = await sql<{ text: string }>`select text from note`.execute(database.db)
    assert.deepEqual([rows.map(({ text }) => text), await readdir(folder.path)], [['kept'], ['test.sqlite']])
  })

  it('may be opened several times at once: a commit of one is seen by the others', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'test.sqlite')
    const open = (isReadOnly: boolean) => openSqliteStore({ file, isReadOnly, busyTimeoutMs: BUSY_TIMEOUT_MS })
    await using engine = await open(false)
    await using main = await open(false)
    await using report = await open(true)
    const crawl = await startTestCrawl(engine)
    await crawl.commit([{ path: '/', number: 1 }])
    assert.equal((await report.reading.pages(crawl.crawlId, {})).length, 1)
    assert.equal(await main.websites.clear(crawl.websiteId, await ownerOf(main, 'owner')), true)
    await assert.rejects(crawl.commit([{ path: '/b', number: 2 }]))
    assert.deepEqual(await report.reading.pages(crawl.crawlId, {}), [])
    await assert.rejects(report.visitors.createOwner('x', 1), /readonly/)
  })

  it('runs reads and writes at the same time', async () => {
    await using store = await openTestStore()
    const crawl = await startTestCrawl(store)
    const ownerId = await ownerOf(store, 'owner')
    await Promise.all([
      crawl.commit([{ path: '/', number: 1, links: [{ url: `${SITE}/b` }] }]),
      store.websites.list(ownerId),
      store.visitors.createOwner('other', 1_000),
      store.reading.pages(crawl.crawlId, {}),
      store.sweep(1_000, 10),
    ])
    assert.equal((await loggedRows(store.crawls.urlLog(crawl.claim))).length, 2)
  })

  it('refuses a database of an earlier version in a sentence that says what to do, and leaves it as it is', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'test.sqlite')
    makeEarlierVersion(file)
    await assert.rejects(openSqliteStore({ file, busyTimeoutMs: BUSY_TIMEOUT_MS }), {
      name: 'AppError',
      code: 'unavailable',
      message:
        'An earlier version of Sitesounder wrote the data folder, and this version cannot read it: export your crawls with the version that wrote it, or remove the data folder and start again.',
    })
    const raw = new DatabaseSync(file)
    const tables = raw.prepare(`select name from sqlite_master where type = 'table' order by name`).all()
    assert.deepEqual(
      tables.map(({ name }) => name),
      ['owner', 'schema_migration'],
    )
    assert.deepEqual(
      raw
        .prepare('select id, cookie_hash as hash from owner')
        .all()
        .map(row => ({ ...row })),
      [{ id: 1, hash: 'visitor' }],
    )
    raw.close()
  })

  it('counts as used what rows take, not what deleted ones left', async () => {
    await using store = await openTestStore()
    const emptyBytes = await store.operations.usedBytes()
    const crawl = await startTestCrawl(store)
    const columns = { title: 'x'.repeat(2_000) }
    await crawl.commit(Array.from({ length: 200 }, (_, index) => ({ path: `/${index}`, number: index + 1, columns })))
    const fullBytes = await store.operations.usedBytes()
    await store.websites.clear(crawl.websiteId, await ownerOf(store, 'owner'))
    await store.sweep(9_000, 100_000)
    const sweptBytes = await store.operations.usedBytes()
    assert.ok(fullBytes > emptyBytes + 400_000, `${emptyBytes} bytes grew to ${fullBytes}`)
    assert.ok(sweptBytes < emptyBytes + 100_000, `${fullBytes} bytes shrank to ${sweptBytes}`)
  })

  it('keeps as many ended crawls as configured, of transferred websites too', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'test.sqlite')
    await using store = await openSqliteStore({ file, busyTimeoutMs: BUSY_TIMEOUT_MS, keptCrawls: 2 })
    const visitorId = await ownerOf(store, 'visitor')
    const accountId = await ownerOf(store, 'account')
    for (const ownerId of [visitorId, visitorId, visitorId, accountId])
      await crawlOnce(store, { ownerId, url: start.url, nowMs: 1_000 })
    assert.equal((await store.operations.counts()).crawls, 3)
    await store.websites.transfer({ fromOwnerId: visitorId, toOwnerId: accountId })
    assert.equal((await store.operations.counts()).crawls, 2)
  })

  it('brings a database of the first release up to date', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'test.sqlite')
    const first = await openSqliteStore({ file, busyTimeoutMs: BUSY_TIMEOUT_MS })
    const { crawlId, commit } = await startTestCrawl(first)
    await commit([{ path: '/', number: 1 }])
    await first[Symbol.asyncDispose]()
    const raw = new DatabaseSync(file)
    raw.exec(`alter table page_body drop column result;
      delete from schema_migration where name = '0002-page-results'`)
    raw.close()
    await using store = await openSqliteStore({ file, busyTimeoutMs: BUSY_TIMEOUT_MS })
    const page = await store.reading.storedPage(crawlId, start.url)
    assert.equal(page?.result, null)
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
    await using store = await openTestStore()
    const crawl = await startTestCrawl(store)
    const title = `'; drop table page; -- \u0000 \u{1F600} ${'x'.repeat(2_000)}`
    await crawl.commit([{ path: '/', number: 1, columns: { title, titleKey: title } }])
    const [page] = await store.reading.pages(crawl.crawlId, { search: "'; DROP" })
    assert.equal(page?.columns?.title, title)
  })
})

describe('manyRows()', () => {
  const cases: [string, string, string | null][] = [
    ['an insert', 'insert into a (b, c) values (?, ?)', 'insert into a (b, c) values (?, ?), (?, ?)'],
    ['fixed values', 'insert into a\n  (b, c)\n  values (?, 0)', 'insert into a\n  (b, c)\n  values (?, 0), (?, 0)'],
    [
      'what becomes of rows that are there',
      'insert into a (b) values (?)\n  on conflict (b) do update set b = excluded.b',
      'insert into a (b) values (?), (?)\n  on conflict (b) do update set b = excluded.b',
    ],
    ['no statement that returns rows', 'insert into a (b) values (?) returning id', null],
    [
      'no statement that returns rows after a conflict',
      'insert into a (b) values (?) on conflict do nothing returning id',
      null,
    ],
    ['no update', 'update a set b = ? where c = ?', null],
    ['no insert of what is selected', 'insert into a (b) select ? from c', null],
  ]
  for (const [name, statement, expected] of cases)
    it(`repeats ${name}`, () => {
      assert.equal(manyRows(statement, 2), expected)
    })
})

it('compiledQuery() is built once for each database, and runs with the values of each call', async () => {
  await using first = await openSqliteDatabase({ file: ':memory:', busyTimeoutMs: 0 })
  await using second = await openSqliteDatabase({ file: ':memory:', busyTimeoutMs: 0 })
  const builtFor: unknown[] = []
  const query = compiledQuery((database, { crawlId, url }) => {
    builtFor.push(database)
    return database.db
      .selectNoFrom([crawlId.as('crawl'), sql<string>`'https://a.test/'`.as('url'), sql.lit(3).as('fixed')])
      .where(isText(database, 'url', url))
  })
  const rows = async (...[database, values]: Parameters<typeof query>) =>
    (await query(database, values)).map(row => ({ ...row }))
  const found = (crawl: number) => [{ crawl, url: 'https://a.test/', fixed: 3 }]
  assert.deepEqual(await rows(first, { crawlId: 1, url: 'https://a.test/' }), found(1))
  assert.deepEqual(await rows(first, { crawlId: 1, url: 'https://b.test/' }), [])
  assert.deepEqual(await rows(first, { crawlId: 2 }), [])
  assert.deepEqual(await rows(second, { crawlId: 2, url: 'https://a.test/' }), found(2))
  assert.deepEqual(builtFor, [first, second])
})
