import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { Kysely } from 'kysely'
import { exportFormats } from '#report/export/index.ts'
import { ownerOf, SITE, startTestCrawl, type TestOutcome, testCheckpoint } from '#store/contract/test-crawl.ts'
import { migrations } from '#store/database/migrations/index.ts'
import { openSqliteStore } from '#store/database/sqlite.ts'
import { sqliteDialect } from '#store/database/sqlite-dialect.ts'
import { sqliteSchemaWords } from '#store/database/sqlite-schema-types.ts'
import type { Store } from '#store/store.ts'
import { assertSameText } from '../support/same-text.ts'
import { temporaryFolder } from '../support/storage.ts'

/** Databases of every earlier version, with an ended crawl and one in mid-crawl, are brought up to date and go on. */

const BUSY_TIMEOUT_MS = 2_000
const folder = temporaryFolder()
after(() => rmSync(folder, { recursive: true, force: true }))

const newest = path.join(folder, 'newest.sqlite')
let expected: string

const pages: TestOutcome[] = [
  {
    path: '/',
    number: 1,
    links: [{ url: `${SITE}/a` }, { url: `${SITE}/gone` }, { url: 'https://elsewhere.test/' }],
    issues: [
      {
        checkId: 'title-missing',
        type: 'meta_issue',
        severity: 'error',
        pageUrl: `${SITE}/`,
        message: 'Missing title',
        details: { evidence: [] },
        affectedCount: 1,
        isHostWide: false,
      },
    ],
  },
  { path: '/a', number: 2, depth: 1, links: [{ url: `${SITE}/` }] },
  { path: '/gone', number: 3, depth: 1, fetched: { status: 404 } },
]

before(async () => {
  await using store = await openStore(newest)
  const done = await startTestCrawl(store)
  await done.settle(pages)
  await store.crawls.indexLinks(done.claim)
  await store.crawls.end(done.claim, { reason: 'finished', sentence: 'Done.', endedMs: 9_000 })
  const half = await startTestCrawl(store, { url: `${SITE}/other` })
  await half.settle(pages.slice(0, 1))
  assert.deepEqual([done.crawlId, half.crawlId], [1, 2])
  expected = await report(store)
})

function openStore(file: string): Promise<Store> {
  return openSqliteStore({ file, busyTimeoutMs: BUSY_TIMEOUT_MS })
}

async function report({ reading }: Store): Promise<string> {
  const crawl = await reading.crawl(1)
  assert.ok(crawl)
  return (await Array.fromAsync(exportFormats.json.write({ reading, crawl, isStable: false }))).join('')
}

/** A file as the version with so many steps left it: of the newest one's rows, what its tables can hold. */
async function makeVersion(steps: number): Promise<string> {
  const file = path.join(folder, `${steps}.sqlite`)
  const raw = new DatabaseSync(file)
  const db = new Kysely<Record<never, never>>({ dialect: sqliteDialect(raw) })
  raw.exec('create table schema_migration (name text primary key)')
  for (const { name, up } of migrations.slice(0, steps)) {
    await up(db, sqliteSchemaWords)
    raw.prepare('insert into schema_migration (name) values (?)').run(name)
  }
  raw.exec(`attach '${newest}' as newest; pragma foreign_keys = off`)
  for (const table of tablesOf(raw)) {
    const columns = columnsOf(raw, table).join(', ')
    raw.exec(`insert or ignore into main.${table} (${columns}) select ${columns} from newest.${table}`)
  }
  await db.destroy()
  return file
}

function tablesOf(raw: DatabaseSync): string[] {
  const tables = raw
    .prepare(`select name from main.sqlite_master where type = 'table' and name not like 'sqlite_%'`)
    .all()
    .map(({ name }) => String(name))
  return tables.filter(name => name !== 'schema_migration')
}

function columnsOf(raw: DatabaseSync, table: string): string[] {
  return raw
    .prepare(`select name from pragma_table_info(?, 'main')`)
    .all(table)
    .map(({ name }) => String(name))
}

describe('a database of an earlier version', () => {
  for (const steps of migrations.keys()) {
    if (steps === 0) continue
    const { name = '' } = migrations[steps - 1] ?? {}
    it(`(the one with ${name}) keeps its reports, and its crawls go on`, async () => {
      const file = await makeVersion(steps)
      {
        await using store = await openStore(file)
        assertSameText(await report(store), expected)
        await store.crawls.releaseAllClaims()
        const claim = await store.crawls.claim('worker', 3_000, 30_000)
        assert.equal(claim?.crawlId, 2)
        const { checkpoint } = await store.crawls.state(claim)
        const rows = (await Array.fromAsync(store.crawls.urls(claim))).flat()
        assert.equal(rows.length, 4)
        const updated = rows
          .slice(1, 2)
          .map(row => ({ ...row, state: 'skipped' as const, skipReason: 'robots' as const }))
        const settlement = { inserted: [], updated, restated: [], outcomes: [], counters: {}, nowMs: 4_000 }
        await store.crawls.settle(claim, { ...settlement, checkpoint: checkpoint ?? testCheckpoint() })
        await store.crawls.end(claim, { reason: 'finished', sentence: 'Done.', endedMs: 5_000 })
        assert.deepEqual(await store.reading.skippedCounts(2), [{ reason: 'robots', count: 1 }])
      }
      // Nothing is applied twice, and what the newest version writes is there to stay.
      await using again = await openStore(file)
      assertSameText(await report(again), expected)
      assert.equal((await again.reading.crawl(2))?.endReason, 'finished')
      assert.ok(await ownerOf(again, 'owner'))
    })
  }
})
