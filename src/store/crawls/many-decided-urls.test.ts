import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import { Kysely } from 'kysely'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { ownerOf, SITE, startTestCrawl, testCheckpoint } from '../contract/test-crawl.ts'
import { foundRow, loggedRows, TestUrls } from '../contract/test-urls.ts'
import type { ClaimedDatabase } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { openSqliteStore, sqliteSpecifics } from '../database/sqlite.ts'
import { sqliteDialect } from '../database/sqlite-dialect.ts'
import { type Claim, type CrawlBatch, newUrlCounts, type Store } from '../store.ts'
import { commit } from './commit-batch.ts'

/** A batch with more rows than one transaction takes, whose process dies after any of its transactions. */

const ROWS = 5_000
const SKIPPED = 4_500
const BUSY_TIMEOUT_MS = 2_000
const options = defaultCrawlOptions

const folder = mkdtempSync(join(tmpdir(), 'sitesounder-staged-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const found = (index: number) =>
  foundRow({ id: index + 1, url: `${SITE}/${index}`, depth: 1, firstNumber: 1, firstPosition: index })

/** Two batches of one crawl, always the same. */
function twoBatches(): { first: CrawlBatch; level: CrawlBatch } {
  const urls = new TestUrls()
  const batch = (lastNumber: number): CrawlBatch => {
    const checkpoint = testCheckpoint({ lastNumber })
    return { ...urls.take(), records: [], counters: {}, checkpoint, nowMs: 3_000 }
  }
  for (let index = 0; index < ROWS; index++) urls.put(found(index))
  const first = batch(0)
  // A level: one in ten is numbered, the others are skipped.
  for (let index = 0; index < ROWS; index++) {
    urls.put(
      index % 10 === 0
        ? { ...found(index), state: 'queued', number: index + 1 }
        : { ...found(index), state: 'skipped', skipReason: 'robots' },
    )
  }
  urls.put(found(ROWS))
  return { first, level: batch(ROWS) }
}

/** Lets so many transactions through; then the process is as good as dead. */
function dyingAfter(transactions: number): { opened: (claim: Claim) => ClaimedDatabase; close(): Promise<void> } {
  const raw = new DatabaseSync(file(), { timeout: BUSY_TIMEOUT_MS })
  const db = new Kysely<Schema>({ dialect: sqliteDialect(raw) })
  let left = transactions
  const dying = new Proxy(db, {
    get(target, name) {
      if (name === 'transaction' && left-- <= 0) throw new Error('the process died')
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const specifics = sqliteSpecifics(raw)
  return {
    opened: claim => ({
      db: dying,
      specifics,
      extraction: { extract: async () => null, key: null },
      crawlId: claim.crawlId,
      claim,
    }),
    close: () => db.destroy(),
  }
}

let files = 0
function file(): string {
  return join(folder, `${files}.sqlite`)
}

async function crawl(store: Store): Promise<Claim> {
  const ownerId = await ownerOf(store, 'owner')
  await store.websites.startCrawl({ ownerId, url: `${SITE}/`, crawlLimit: 100, options, nowMs: 1_000 })
  const claim = await store.crawls.claim('worker', 2_000, 30_000)
  if (!claim) throw new Error('there is no crawl to claim')
  return claim
}

/** All that a claimant and a reader see of the URLs. */
async function standing(store: Store, claim: Claim) {
  const { checkpoint } = await store.crawls.state(claim)
  const rows = await loggedRows(store.crawls.urlLog(claim))
  const { counts } = (await store.reading.crawl(claim.crawlId)) ?? {}
  const skipped = await store.reading.skippedCounts(claim.crawlId)
  return { checkpoint, rows, counts, skipped }
}

/** Writes the rows that the log says may be missing, as a frontier does that takes it in. */
async function writeMissing(store: Store, claim: Claim): Promise<void> {
  const entries = await Array.fromAsync(store.crawls.urlLog(claim))
  if (!entries.some(({ areRowsLeft }) => areRowsLeft)) return
  const again = new TestUrls()
  for (const row of await loggedRows(store.crawls.urlLog(claim))) again.put(row)
  const checkpoint = testCheckpoint({ lastNumber: ROWS })
  const changed = { ...again.take(), found: [], urlCounts: newUrlCounts() }
  await store.crawls.commit(claim, { ...changed, records: [], counters: {}, checkpoint, nowMs: 3_000 })
}

async function withStore<T>(read: (store: Store) => Promise<T>): Promise<T> {
  await using store = await openSqliteStore({ file: file(), busyTimeoutMs: BUSY_TIMEOUT_MS })
  return await read(store)
}

describe('a batch that decides many URLs', () => {
  const shown = async (store: Store, claim: Claim) =>
    (await store.reading.skippedUrls(claim.crawlId, { limit: 2 * ROWS })).length

  it('holds whole or not at all, and its rows are complete when it is taken up again, whichever transaction its process dies after', async () => {
    const undisturbed = await withStore(async store => {
      const claim = await crawl(store)
      const { first, level } = twoBatches()
      await store.crawls.commit(claim, first)
      const before = await standing(store, claim)
      await store.crawls.commit(claim, level)
      return { before, after: await standing(store, claim), shown: await shown(store, claim) }
    })
    assert.equal(undisturbed.shown, SKIPPED)
    const records: ('before' | 'after')[] = []
    for (let transactions = 0; ; transactions++) {
      files++
      const { first, level } = twoBatches()
      const claim = await withStore(async store => {
        const started = await crawl(store)
        await store.crawls.commit(started, first)
        return started
      })
      const dying = dyingAfter(transactions)
      const isCut = await commit(dying.opened(claim), level).then(
        () => false,
        () => true,
      )
      await dying.close()
      await withStore(async store => {
        const now = await standing(store, claim)
        const moment = now.checkpoint?.lastNumber === ROWS ? 'after' : 'before'
        assert.deepEqual(now, undisturbed[moment])
        records.push(moment)
        // What comes next finds nothing in its way.
        if (moment === 'before') await store.crawls.commit(claim, level)
        else await writeMissing(store, claim)
        assert.deepEqual(await standing(store, claim), undisturbed.after)
        assert.equal(await shown(store, claim), undisturbed.shown)
      })
      if (!isCut) break
    }
    // The commit; then three parts of rows, and the mark that they are written.
    assert.deepEqual(records, ['before', ...Array(5).fill('after')])
  })

  it('has what its records are about before what they name', async () => {
    files++
    await withStore(async store => {
      const crawl = await startTestCrawl(store)
      const links = Array.from({ length: ROWS }, (_, index) => ({ url: `${SITE}/${index}` }))
      await crawl.commit([{ path: '/', number: 1, links }])
      const [page] = await store.reading.pages(crawl.crawlId, {})
      assert.deepEqual([page?.url, page?.finalStatusCode], [`${SITE}/`, 200])
      assert.equal((await loggedRows(store.crawls.urlLog(crawl.claim))).length, ROWS + 1)
    })
  })

  it('leaves nothing behind when its crawl is cleared', async () => {
    files++
    const claim = await withStore(async store => {
      const started = await crawl(store)
      await store.crawls.commit(started, twoBatches().first)
      return started
    })
    const dying = dyingAfter(2)
    await assert.rejects(commit(dying.opened(claim), twoBatches().level), /the process died/)
    await dying.close()
    await withStore(async store => {
      assert.ok(await store.websites.clear(1, await ownerOf(store, 'owner')))
      while (await store.sweep(9_000, 100_000));
    })
    using raw = new DatabaseSync(file(), { readOnly: true })
    assert.equal(raw.prepare('select count(*) as rows from url_log').get()?.rows, 0)
  })

  it('is refused whole when another process has claimed the crawl', async () => {
    files++
    await withStore(async store => {
      const claim = await crawl(store)
      const { first, level } = twoBatches()
      await store.crawls.commit(claim, first)
      await store.crawls.releaseAllClaims()
      await assert.rejects(store.crawls.commit(claim, level), { name: 'StaleClaimError' })
    })
  })
})
