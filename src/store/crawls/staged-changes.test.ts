import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import { Kysely } from 'kysely'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { isFullMeasure, sampled } from '../../../test/support/measure.ts'
import { ownerOf, SITE, startTestCrawl, testCheckpoint } from '../contract/test-crawl.ts'
import type { ClaimedDatabase } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { openSqliteStore, sqliteSpecifics } from '../database/sqlite.ts'
import { sqliteDialect } from '../database/sqlite-dialect.ts'
import type { Claim, CrawlBatch, Store, UrlRow } from '../store.ts'
import { commit } from './commit-batch.ts'

/** A batch of more rows than one transaction takes, whose process dies after any of its transactions. */

const ROWS = 4_500
/** More than this many ids are parted, too. */
const RESTATED = 2_000
const BUSY_TIMEOUT_MS = 2_000
/** Transactions from one death to the next that is tried: the last one that is tried ends the batch. */
const STEP = isFullMeasure ? 1 : 7
const options = defaultCrawlOptions

const folder = mkdtempSync(join(tmpdir(), 'sitesounder-staged-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function found(index: number): UrlRow {
  return {
    id: index + 1,
    url: `${SITE}/${index}`,
    scope: 'internal',
    state: 'found',
    skipReason: null,
    depth: 1,
    redirectDepth: 0,
    number: 0,
    firstNumber: 1,
    firstPosition: index,
    kinds: 1,
    isFollowed: true,
    isInSitemap: false,
  }
}

function batch(rows: Partial<CrawlBatch>, lastNumber: number): CrawlBatch {
  const checkpoint = testCheckpoint({ lastNumber })
  return { inserted: [], updated: [], restated: [], records: [], counters: {}, checkpoint, nowMs: 3_000, ...rows }
}

const LEFT_OUT = RESTATED + 500
const first = batch({ inserted: Array.from({ length: ROWS + LEFT_OUT }, (_, index) => found(index)) }, 0)
/** A level: most are numbered, some are skipped, and what is beyond the limit is not stored. */
const level = batch(
  {
    updated: Array.from({ length: ROWS }, (_, index) =>
      index % 10 === 0
        ? { ...found(index), state: 'skipped' as const, skipReason: 'robots' as const }
        : { ...found(index), state: 'queued' as const, number: index + 1 },
    ),
    restated: [
      {
        state: 'skipped',
        skipReason: 'limit',
        ids: Uint32Array.from({ length: LEFT_OUT }, (_, index) => ROWS + index + 1),
      },
    ],
    inserted: [found(ROWS + LEFT_OUT)],
  },
  ROWS,
)

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

/** All that a claimant and a reader see of the rows. */
async function standing(store: Store, claim: Claim) {
  const { checkpoint } = await store.crawls.state(claim)
  const rows = (await Array.fromAsync(store.crawls.urls(claim))).flat()
  const { counts } = (await store.reading.crawl(claim.crawlId)) ?? {}
  const skipped = await store.reading.skippedCounts(claim.crawlId)
  return { checkpoint, rows, counts, skipped }
}

async function withStore<T>(read: (store: Store) => Promise<T>): Promise<T> {
  await using store = await openSqliteStore({ file: file(), busyTimeoutMs: BUSY_TIMEOUT_MS })
  return await read(store)
}

describe('a batch of many rows', () => {
  it('holds whole or not at all, after whichever transaction its process dies', async () => {
    const undisturbed = await withStore(async store => {
      const claim = await crawl(store)
      await store.crawls.commit(claim, first)
      const before = await standing(store, claim)
      await store.crawls.commit(claim, level)
      return { before, after: await standing(store, claim) }
    })
    const records: ('before' | 'after')[] = []
    for (let transactions = 0; ; transactions += STEP) {
      files++
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
        assert.deepEqual(await standing(store, claim), undisturbed.after)
      })
      if (!isCut) break
    }
    // Forgetting, three parts of rows, two of ids, and the mark; then these parts, the end of them, and forgetting.
    const moments = [...Array(7).fill('before'), ...Array(8).fill('after')]
    assert.deepEqual(records, sampled(moments, STEP))
  })

  it('has what its records are about before what they name', async () => {
    files++
    await withStore(async store => {
      const crawl = await startTestCrawl(store)
      const links = Array.from({ length: ROWS }, (_, index) => ({ url: `${SITE}/${index}` }))
      await crawl.commit([{ path: '/', number: 1, links }])
      const [page] = await store.reading.pages(crawl.crawlId, {})
      assert.deepEqual([page?.url, page?.finalStatusCode], [`${SITE}/`, 200])
      assert.equal((await Array.fromAsync(store.crawls.urls(crawl.claim))).flat().length, ROWS + 1)
    })
  })

  it('stages rows of which only the state changed by their ids, few or many', async () => {
    files++
    await withStore(async store => {
      const claim = await crawl(store)
      const rows = Array.from({ length: 2 * RESTATED }, (_, index) => found(index))
      await store.crawls.commit(claim, batch({ inserted: rows }, 0))
      const isLeft = ({ id }: UrlRow) => id % 3 > 0
      const idsOf = (some: readonly UrlRow[]) => Uint32Array.from(some, ({ id }) => id)
      const [few, many] = [rows.slice(0, 90), rows.slice(90)].map(some => idsOf(some.filter(isLeft)))
      assert.ok(few && many && many.length > RESTATED)
      const left = { state: 'skipped', skipReason: 'limit' } as const
      const toProbe = { state: 'to-probe', skipReason: null, ids: idsOf(rows.filter(row => !isLeft(row))) } as const
      await store.crawls.commit(claim, batch({ restated: [{ ...left, ids: few }] }, 1))
      assert.deepEqual(await store.reading.skippedCounts(claim.crawlId), [{ reason: 'limit', count: 60 }])
      await store.crawls.commit(claim, batch({ restated: [{ ...left, ids: many }, toProbe] }, 2))
      const now = await standing(store, claim)
      assert.deepEqual(
        now.rows,
        rows.map(row => (isLeft(row) ? { ...row, ...left } : { ...row, state: 'to-probe' })),
      )
      assert.deepEqual(now.skipped, [{ reason: 'limit', count: few.length + many.length }])
      assert.equal(now.counts?.urlsFound, rows.length)
      assert.equal(now.checkpoint?.lastNumber, 2)
    })
  })

  it('leaves nothing behind when its crawl is cleared', async () => {
    files++
    const claim = await withStore(async store => {
      const started = await crawl(store)
      await store.crawls.commit(started, first)
      return started
    })
    const dying = dyingAfter(4)
    await assert.rejects(commit(dying.opened(claim), level), /the process died/)
    await dying.close()
    await withStore(async store => {
      assert.ok(await store.websites.clear(1, await ownerOf(store, 'owner')))
      while (await store.sweep(9_000, 100_000));
    })
    using raw = new DatabaseSync(file(), { readOnly: true })
    assert.equal(raw.prepare('select count(*) as rows from staged_url_change').get()?.rows, 0)
  })

  it('is refused whole when another process has claimed the crawl', async () => {
    files++
    await withStore(async store => {
      const claim = await crawl(store)
      await store.crawls.commit(claim, first)
      await store.crawls.releaseAllClaims()
      await assert.rejects(store.crawls.commit(claim, level), { name: 'StaleClaimError' })
    })
  })
})
