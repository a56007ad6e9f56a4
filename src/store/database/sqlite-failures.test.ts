import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { AppError } from '#shared/errors.ts'
import { start } from '../contract/crawl-once.ts'
import { addTestAccount } from '../contract/test-account.ts'
import { SITE, startTestCrawl, testIssue } from '../contract/test-crawl.ts'
import { createStore } from '../create-store.ts'
import { StorageFullError } from '../store.ts'
import { openSqliteDatabase, openSqliteStore } from './sqlite.ts'

/** A text that does not compress. */
const unlike = (number: number) => createHash('shake256', { outputLength: 250 }).update(String(number)).digest('hex')

let folder: string
let file: string
const open = (options: { credentialsKey?: Uint8Array } = {}) => openSqliteStore({ file, busyTimeoutMs: 0, ...options })
const key = (byte: number) => new Uint8Array(32).fill(byte)

describe('a file of SQLite', () => {
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sqlite-failures-'))
    file = path.join(folder, 'data.sqlite')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('that is none is refused in a sentence, and stays as it is', async () => {
    writeFileSync(file, 'something else, longer than the name of the format'.repeat(100))
    await assert.rejects(open(), error => {
      assert.ok(error instanceof AppError)
      assert.match(
        error.message,
        /^The database .*data\.sqlite is damaged \(file is not a database\)\. Nothing was changed:/,
      )
      return error.code === 'unavailable'
    })
    assert.doesNotThrow(() => writeFileSync(file, '', { flag: 'r+' }))
  })

  it('that another program has locked is refused in a sentence', async () => {
    await (await open())[Symbol.asyncDispose]()
    using other = new DatabaseSync(file)
    other.exec('pragma journal_mode = delete; begin exclusive')
    await assert.rejects(open(), error => {
      assert.ok(error instanceof AppError)
      assert.match(
        error.message,
        /^Another program is using the database .*data\.sqlite \(database is locked\): wait until/,
      )
      return error.code === 'unavailable'
    })
  })

  it('that cannot be made is refused in a sentence', async () => {
    file = path.join(folder, 'no-such-folder', 'data.sqlite')
    await assert.rejects(open(), error => {
      assert.ok(error instanceof AppError)
      assert.match(
        error.message,
        /^The database .* cannot be opened \(unable to open database file\): check the permissions/,
      )
      return error.code === 'unavailable'
    })
  })

  it('for which there is no room any more refuses what is added, and ends a crawl all the same', async () => {
    await using database = await openSqliteDatabase({ file, busyTimeoutMs: 0 })
    const store = { ...createStore(database, {}), [Symbol.asyncDispose]: async () => undefined }
    const crawl = await startTestCrawl(store)
    const pageOf = (number: number) => {
      const at = `/${number}-${unlike(number)}`
      return { path: at, number, issues: [testIssue({ path: at, message: `Message ${number}` })] }
    }
    await crawl.commit(Array.from({ length: 200 }, (_, index) => pageOf(index + 1)))
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db)
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(database.db)
    await assert.rejects(
      crawl.commit(Array.from({ length: 200 }, (_, index) => pageOf(index + 201))),
      error =>
        error instanceof StorageFullError && error.name === 'StorageFullError' && error.message === 'the disk is full',
    )
    await store.crawls.end(crawl.claim, { reason: 'storage-full', sentence: 'Full.', endedMs: 9_000 })
    const ended = await store.reading.crawl(crawl.crawlId)
    assert.deepEqual([ended?.status, ended?.endReason], ['complete', 'storage-full'])
    assert.deepEqual(await database.db.selectFrom('issue_order').select('part').execute(), [])
    const found = await store.reading.issues(crawl.crawlId, { search: 'message 17', limit: 20 })
    assert.equal(found.length, 11)
  })

  it('has channels and messages that another key has encrypted: they fail, and those behind them are sent', async () => {
    const channelOf = async (store: Awaited<ReturnType<typeof open>>, ownerId: number) => {
      const secrets = { target: 'https://hooks.test/', secret: 'x' }
      const about = { ownerId, name: 'Team', format: 'generic', isConfirmed: true, nowMs: 1, max: 9 } as const
      const channel = await store.channels.add({ ...about, secrets })
      assert.ok(channel)
      const delivery = { deliveryId: `of ${channel.id}`, alerts: [], channelId: channel.id, isDigest: false }
      await store.alerts.add({ ...delivery, dueMs: channel.id }, 1)
      return channel.id
    }
    await using first = await open({ credentialsKey: key(1) })
    const { ownerId } = await addTestAccount(first)
    const unreadable = await channelOf(first, ownerId)
    await using second = await open({ credentialsKey: key(2) })
    const readable = await channelOf(second, ownerId)
    assert.equal(await second.channels.find(unreadable, ownerId), null)
    assert.equal((await second.alerts.claimDue(50, 1_000))?.channel.id, readable)
    const [failed] = await second.alerts.deliveries(unreadable, 5)
    assert.deepEqual([failed?.state, failed?.response], ['failed', 'The channel cannot be read.'])
    await using withoutKey = await open()
    assert.equal(await withoutKey.channels.find(readable, ownerId), null)
  })

  it('notifies a queue of the crawls that wait, within the transaction that adds them', async () => {
    await using database = await openSqliteDatabase({ file, busyTimeoutMs: 0 })
    const announced: [crawlId: number, rows: readonly unknown[]][] = []
    const store = createStore(database, {
      announce: async ({ run }, crawlId) => {
        announced.push([crawlId, await run('select status from crawl where id = ?', [crawlId])])
      },
    })
    const ownerId = await store.visitors.createOwner('owner', 1)
    const { crawlId } = await store.websites.startCrawl({ ...start, ownerId, url: `${SITE}/` })
    assert.deepEqual(
      announced.map(([id, rows]) => [id, rows.map(row => ({ ...Object(row) }))]),
      [[crawlId, [{ status: 'pending' }]]],
    )
  })

  it('lists its tables, and gives rows one by one', async () => {
    await using database = await openSqliteDatabase({ file, busyTimeoutMs: 0 })
    const tables = await database.db.introspection.getTables()
    assert.ok(tables.some(({ name }) => name === 'crawl'))
    await database.db.insertInto('owner').values({ cookie_hash: 'x', created_ms: 1, last_seen_ms: 2 }).execute()
    const owners = database.db.selectFrom('owner').select(['cookie_hash', 'created_ms']).stream()
    assert.deepEqual(
      (await Array.fromAsync(owners)).map(row => ({ ...row })),
      [{ cookie_hash: 'x', created_ms: 1 }],
    )
  })
})
