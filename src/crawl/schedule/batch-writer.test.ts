import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { linkKinds } from '#shared/model.ts'
import { kindsToMask, type PageRecord } from '#shared/page-record.ts'
import { testPageRecord } from '#shared/test-page-record.ts'
import { testCheckpoint } from '#store/contract/test-crawl.ts'
import type { CrawlBatch } from '#store/store.ts'
import { BatchWriter } from './batch-writer.ts'
import { Frontier } from './frontier.ts'

const ORIGIN = 'http://site.test'
const claim = { crawlId: 1, epoch: 1, expiresAtMs: 0 }

interface TestPage extends Partial<PageRecord> {
  links?: string[]
}

/** A frontier with a seed, a timer that is called by hand, and a store that takes down what it is given. */
function bench(options: { commit?: (batch: CrawlBatch) => Promise<void> } = {}) {
  const frontier = new Frontier({ scopeHost: 'site.test', maxUrls: 1_000 })
  const seed = frontier.addSeed(`${ORIGIN}/`)
  const checkpoint = testCheckpoint({ pagesCounted: 0 })
  const committed: CrawlBatch[] = []
  const timers = new Set<() => void>()
  const failures: unknown[] = []
  let written = 0
  const batches = new BatchWriter({
    store: {
      crawls: {
        async commit(_claim, batch) {
          await options.commit?.(batch)
          committed.push(batch)
        },
      },
    },
    claim,
    frontier,
    checkpoint,
    now: () => 5_000,
    after(_ms, callback) {
      timers.add(callback)
      return () => timers.delete(callback)
    },
    onFailure: error => failures.push(error),
    onWritten: async () => void written++,
  })
  const record = (urlId: number, { links = [], ...page }: TestPage = {}): PageRecord => {
    const kinds = kindsToMask(['anchor'], linkKinds)
    return testPageRecord({
      urlId,
      found: links.map(path => ({ url: ORIGIN + path, kinds, isFollowed: true })),
      ...page,
    })
  }
  return { frontier, seed, checkpoint, committed, timers, failures, batches, record, writes: () => written }
}

describe('BatchWriter', () => {
  const cases: Record<string, { page: TestPage; mode?: 'probe'; counted: number; reason: string | null }> = {
    'a page': { page: {}, counted: 1, reason: null },
    'a page that is not there': { page: { status: 404, isCounted: false }, counted: 0, reason: null },
    'a file': { page: { isHtml: false, isPage: false, isCounted: false }, counted: 0, reason: 'type' },
    'a URL whose IP address is refused': {
      page: { status: null, failure: 'address-refused', isCounted: false },
      counted: 0,
      reason: 'address-refused',
    },
    'a probe': { page: { isPage: false, isCounted: false }, mode: 'probe', counted: 0, reason: null },
  }
  for (const [name, { page, mode, counted, reason }] of Object.entries(cases))
    it(`counts ${name}, and notes what became of its URL`, async () => {
      const { batches, seed, record, committed, checkpoint } = bench()
      batches.add(record(seed.id, page), mode ?? 'visit')
      await batches.flush()
      assert.equal(checkpoint.pagesCounted, counted)
      const { decided, rowOf } = committed[0] ?? assert.fail()
      assert.deepEqual(
        Array.from(decided, rowOf).map(row => [row.state, row.skipReason]),
        [[mode === 'probe' ? 'probed' : 'visited', reason]],
      )
    })

  it('gives each URL that a page names its id, and 0 to what the frontier dropped', async () => {
    const { batches, seed, record, committed, frontier } = bench()
    const links = Array.from({ length: 1_001 }, (_, index) => `/${index}`)
    batches.add(record(seed.id, { links }), 'visit')
    await batches.flush()
    const ids = committed[0]?.records[0]?.foundIds
    assert.equal(ids?.[0], frontier.urls.find(`${ORIGIN}/0`)?.id)
    assert.deepEqual(ids?.slice(-2), Uint32Array.of(0, 0))
    assert.equal(committed[0]?.checkpoint.areUrlsUntracked, true)
  })

  it('counts the pages whose scripts were not run, with the batch that holds them', async () => {
    const { batches, seed, record, committed } = bench()
    batches.add({ ...record(seed.id), isUnrendered: true }, 'visit')
    batches.add(record(seed.id), 'visit')
    await batches.flush()
    const { unrenderedPages, areUrlsUntracked } = committed[0]?.checkpoint ?? {}
    assert.deepEqual([unrenderedPages, areUrlsUntracked], [1, undefined])
  })

  it('adds up how the checks went', async () => {
    const { batches, seed, record, committed, frontier } = bench()
    frontier.admit(record(seed.id, { links: ['/a'] }).found, { id: seed.id, isRedirect: false })
    const other = frontier.urls.find(`${ORIGIN}/a`)
    assert.ok(other)
    batches.add(
      record(seed.id, { checkResults: { passed: ['x'], failed: ['y'], skipped: [['z', 'noindex']] } }),
      'visit',
    )
    batches.add(
      record(other.id, { checkResults: { passed: ['x', 'y'], failed: [], skipped: [['z', 'noindex']] } }),
      'visit',
    )
    await batches.flush()
    assert.deepEqual(committed[0]?.counters, {
      x: { passed: 2, failed: 0, skipped: {} },
      y: { passed: 1, failed: 1, skipped: {} },
      z: { passed: 0, failed: 0, skipped: { noindex: 2 } },
    })
  })

  it('writes when a batch is full, and when its time has come', async () => {
    const { batches, seed, record, committed, timers } = bench()
    for (let count = 0; count < 49; count++) batches.add(record(seed.id), 'visit')
    assert.deepEqual([committed.length, timers.size], [0, 1])
    batches.add(record(seed.id), 'visit')
    assert.equal(timers.size, 0, 'the timer of a batch that is written is cancelled')
    batches.add(record(seed.id), 'visit')
    for (const timer of timers) timer()
    await batches.flush()
    assert.deepEqual(
      committed.map(({ records }) => records.length),
      [50, 1, 0],
    )
  })

  it('writes the checkpoint as it was when the batch was closed', async () => {
    const { batches, seed, record, committed, checkpoint } = bench()
    batches.add(record(seed.id), 'visit')
    const flushed = batches.flush()
    checkpoint.phase = 'checking'
    await flushed
    assert.equal(committed[0]?.checkpoint.phase, 'visiting')
  })

  it('writes one batch after the other', async () => {
    const order: string[] = []
    const first = Promise.withResolvers<void>()
    let calls = 0
    const { batches, seed, record } = bench({
      async commit() {
        const call = ++calls
        order.push(`begin ${call}`)
        if (call === 1) await first.promise
        order.push(`end ${call}`)
      },
    })
    batches.add(record(seed.id), 'visit')
    const flushed = [batches.flush()]
    batches.add(record(seed.id), 'visit')
    flushed.push(batches.flush())
    first.resolve()
    await Promise.all(flushed)
    assert.deepEqual(order, ['begin 1', 'end 1', 'begin 2', 'end 2'])
  })

  it('writes nothing on top of a batch that is missing', async () => {
    const { batches, seed, record, committed, failures, writes } = bench({
      commit: () => Promise.reject(new Error('disk full')),
    })
    batches.add(record(seed.id), 'visit')
    await batches.flush()
    batches.add(record(seed.id), 'visit')
    await batches.flush()
    assert.deepEqual([committed.length, failures.length, writes()], [0, 1, 0])
  })
})
