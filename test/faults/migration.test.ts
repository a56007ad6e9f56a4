import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { exportFormats } from '#report/export/index.ts'
import { databasePath } from '#runtime/database.ts'
import { ownerOf, SITE, startTestCrawl, type TestRecord, testCheckpoint } from '#store/contract/test-crawl.ts'
import { loggedRows, TestUrls } from '#store/contract/test-urls.ts'
import { openSqliteStore } from '#store/database/sqlite.ts'
import type { Store } from '#store/store.ts'
import { runCommand } from '../support/command.ts'
import { assertSameText } from '../support/same-text.ts'
import { temporaryFolder } from '../support/storage.ts'

/** A data folder that is opened again keeps its reports and goes on; one of another version is refused and left as it is. */

const BUSY_TIMEOUT_MS = 2_000
const folder = temporaryFolder()
after(() => rmSync(folder, { recursive: true, force: true }))

const newest = path.join(folder, 'newest.sqlite')
let expected: string

const pages: TestRecord[] = [
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
  await done.commit(pages)
  await store.crawls.indexLinks(done.claim)
  await store.crawls.end(done.claim, { reason: 'finished', sentence: 'Done.', endedMs: 9_000 })
  const half = await startTestCrawl(store, { url: `${SITE}/other` })
  await half.commit(pages.slice(0, 1))
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

it('a data folder that is opened again keeps its reports, and its crawls go on', async () => {
  {
    await using store = await openStore(newest)
    assertSameText(await report(store), expected)
    await store.crawls.releaseAllClaims()
    const claim = await store.crawls.claim('worker', 3_000, 30_000)
    assert.equal(claim?.crawlId, 2)
    const { checkpoint } = await store.crawls.state(claim)
    const rows = await loggedRows(store.crawls.urlLog(claim))
    assert.equal(rows.length, 4)
    const urls = new TestUrls()
    for (const row of rows) urls.put(row)
    urls.take()
    for (const row of rows.slice(1, 2)) urls.put({ ...row, state: 'skipped', skipReason: 'robots' })
    const batch = { ...urls.take(), records: [], counters: {}, nowMs: 4_000 }
    await store.crawls.commit(claim, { ...batch, checkpoint: checkpoint ?? testCheckpoint() })
    await store.crawls.end(claim, { reason: 'finished', sentence: 'Done.', endedMs: 5_000 })
    assert.deepEqual(await store.reading.skippedCounts(2), [{ reason: 'robots', count: 1 }])
  }
  // Nothing is applied twice, and what the newest version writes is there to stay.
  await using again = await openStore(newest)
  assertSameText(await report(again), expected)
  assert.equal((await again.reading.crawl(2))?.endReason, 'finished')
  assert.ok(await ownerOf(again, 'owner'))
})

function contentsOf(file: string) {
  const raw = new DatabaseSync(file, { readOnly: true })
  const tables = raw.prepare('select name, sql from sqlite_master order by name').all()
  const steps = raw.prepare('select name from schema_migration order by name').all()
  raw.close()
  return { tables, steps }
}

describe('a data folder of another version', () => {
  const refused = async (folderOfOther: string, steps: readonly string[]) => {
    const file = databasePath(folderOfOther)
    const raw = new DatabaseSync(file)
    raw.exec('create table schema_migration (name text primary key)')
    for (const step of steps) raw.prepare('insert into schema_migration (name) values (?)').run(step)
    raw.close()
    const before = contentsOf(file)
    const started = await runCommand(['serve', '--port', '0', '--data', folderOfOther])
    assert.deepEqual(contentsOf(file), before, 'nothing is added or removed')
    return started
  }

  it('is refused when it is earlier, in one sentence that says what to do', async () => {
    const { code, stderr } = await refused(temporaryFolder(), ['0001-initial', '0002-accounts', '0015-restated-urls'])
    assert.equal(code, 1)
    assert.equal(
      stderr,
      'An earlier version of Sitesounder wrote the data folder, and this version cannot read it: export your crawls with the version that wrote it, or remove the data folder and start again.\n',
    )
  })

  it('is refused when it is newer', async () => {
    const { code, stderr } = await refused(temporaryFolder(), ['0001-schema', '9999-later'])
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^A newer version of Sitesounder wrote the data folder \(it has the step 9999-later\): [^\n]+\n$/,
    )
  })
})
