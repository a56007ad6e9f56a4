import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { Jobs, RunCrawl } from '#jobs/jobs.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { StorageUnavailableError } from '#shared/errors.ts'
import { type Claim, StaleClaimError, StorageFullError, type Store } from '#store/store.ts'
import { openTestStore } from '../../test/support/storage.ts'
import { type Engine, startEngine } from './engine.ts'
import { type ScriptedCrawl, scriptedDeps } from './test-scripted-crawl.ts'

const SITE = 'https://site.test'
const web = { [`${SITE}/`]: { links: ['/a'] }, [`${SITE}/a`]: {} }
/** Between two looks at what other processes request. */
const REQUESTS_MS = 2_000
const END_AGAIN_MS = 10_000

let store: Store
/** Of the suite that calls it: hooks of the file would run for each test of the process. */
function useStore(): void {
  beforeEach(async () => {
    store = await openTestStore()
  })
  afterEach(() => store[Symbol.asyncDispose]())
}

interface Bench extends AsyncDisposable {
  engine: Engine
  claim: Claim
  logged: string[]
  wakes: () => number
  isQueueEnded: () => boolean
  /** Works on the crawl until it is left or ended. */
  run(): Promise<void>
  /** Lets a pause of this length end, once something has begun it. */
  pass(ms: number): Promise<void>
  row(): Promise<{ endReason: string | null; endSentence: string | null }>
  stop: AbortController
}

/** An engine with one crawl, whose queue and clock are in the hands of the test. */
async function benchOf(crawl: Partial<ScriptedCrawl> = {}, changed: Partial<Store['crawls']> = {}): Promise<Bench> {
  const ownerId = await store.visitors.createOwner('test', 1_000)
  const options = { ...defaultCrawlOptions, ...crawl.options }
  await store.websites.startCrawl({ ownerId, url: `${SITE}/`, crawlLimit: 10, options, nowMs: 1_000 })
  const claim = await store.crawls.claim('test', 1_000, 1e12)
  assert.ok(claim)
  const runs = Promise.withResolvers<RunCrawl>()
  let wakes = 0
  let isQueueEnded = false
  const jobs: Jobs = {
    work(run) {
      runs.resolve(run)
      return {
        wake: () => void wakes++,
        async [Symbol.asyncDispose]() {
          isQueueEnded = true
        },
      }
    },
  }
  const timers = new Map<number, () => void>()
  let noteTimer = () => {}
  const logged: string[] = []
  const scripted = scriptedDeps(store, { web, ...crawl })
  const engine = startEngine({
    ...scripted.deps,
    store: { ...store, crawls: { ...store.crawls, ...changed } },
    jobs,
    log: (event, details) => logged.push(`${event} ${String(details.cause ?? details.crawlId).split('\n', 1)[0]}`),
    after(ms, callback) {
      if (ms !== REQUESTS_MS && ms !== END_AGAIN_MS) return scripted.deps.after(ms, callback)
      timers.set(ms, callback)
      noteTimer()
      return () => timers.delete(ms)
    },
  })
  const stop = new AbortController()
  return {
    engine,
    claim,
    logged,
    stop,
    wakes: () => wakes,
    isQueueEnded: () => isQueueEnded,
    run: async () => (await runs.promise)(claim, stop.signal, () => {}),
    async pass(ms) {
      while (!timers.has(ms)) {
        const begun = Promise.withResolvers<void>()
        noteTimer = begun.resolve
        await begun.promise
      }
      const callback = timers.get(ms)
      timers.delete(ms)
      callback?.()
    },
    async row() {
      const row = await store.reading.crawl(claim.crawlId)
      assert.ok(row)
      return { endReason: row.endReason, endSentence: row.endSentence }
    },
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      scripted[Symbol.dispose]()
    },
  }
}

/** A job that waits until it is let go on. */
function held() {
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  return {
    begun: begun.promise,
    goOn: goOn.resolve,
    async onJob() {
      begun.resolve()
      await goOn.promise
    },
  }
}

describe('startEngine()', () => {
  useStore()
  it('works on a crawl to its end, and passes on that crawls wait', async () => {
    await using bench = await benchOf()
    await bench.run()
    const endSentence = 'The whole site was crawled: 2 pages.'
    assert.deepEqual(await bench.row(), { endReason: 'finished', endSentence })
    bench.engine.wake()
    assert.deepEqual([bench.wakes(), bench.logged], [1, []])
  })

  it('ends its queue with itself', async () => {
    const bench = await benchOf()
    assert.equal(bench.isQueueEnded(), false)
    await bench[Symbol.asyncDispose]()
    assert.equal(bench.isQueueEnded(), true)
  })

  it('reads what is requested of the crawls that run here', async () => {
    const requested: (readonly number[])[] = []
    const readAgain = Promise.withResolvers<void>()
    const job = held()
    await using bench = await benchOf(job, {
      async requests(crawlIds) {
        requested.push(crawlIds)
        if (requested.length === 2) readAgain.resolve()
        return []
      },
    })
    const run = bench.run()
    await job.begun
    await bench.pass(REQUESTS_MS)
    job.goOn()
    await run
    await bench.pass(REQUESTS_MS)
    await readAgain.promise
    assert.deepEqual(requested, [[bench.claim.crawlId], []])
  })

  it('ends a crawl that was stopped while it waited, without a request', async () => {
    const jobs: string[] = []
    await using bench = await benchOf({ onJob: ({ url }) => void jobs.push(url) })
    await store.crawls.requestStop(bench.claim.crawlId)
    await bench.run()
    assert.deepEqual([(await bench.row()).endReason, jobs], ['stopped', []])
  })

  it('gives a crawl back that was paused while it waited', async () => {
    const jobs: string[] = []
    await using bench = await benchOf({ onJob: ({ url }) => void jobs.push(url) })
    await store.crawls.requestPause(bench.claim.crawlId)
    await bench.run()
    assert.deepEqual([(await bench.row()).endReason, jobs, bench.logged], [null, [], []])
    assert.equal(await store.crawls.renew(bench.claim, 2_000, 1_000), false, 'it is not claimed any more')
  })

  for (const [request, expected] of [
    ['stop', 'stopped'],
    ['pause', null],
  ] as const) {
    it(`does ${request} a crawl at once when that is requested, and no other`, async () => {
      const job = held()
      await using bench = await benchOf({ onJob: job.onJob })
      const run = bench.run()
      await job.begun
      bench.engine[request](bench.claim.crawlId + 1)
      bench.engine[request](bench.claim.crawlId)
      job.goOn()
      await run
      bench.engine[request](bench.claim.crawlId)
      const { endReason } = await bench.row()
      assert.deepEqual([endReason, bench.logged], [expected, []])
    })

    it(`does ${request} a crawl that the store says so of`, async () => {
      const job = held()
      await using bench = await benchOf({ onJob: job.onJob })
      const run = bench.run()
      await job.begun
      await bench.pass(REQUESTS_MS)
      if (request === 'stop') await store.crawls.requestStop(bench.claim.crawlId)
      else await store.crawls.requestPause(bench.claim.crawlId)
      await bench.pass(REQUESTS_MS)
      // The next pause begins when the requests were read.
      await bench.pass(REQUESTS_MS)
      job.goOn()
      await run
      assert.deepEqual([(await bench.row()).endReason, bench.logged], [expected, []])
    })
  }

  it('goes on reading what is requested after the database was away', async () => {
    let reads = 0
    const readAgain = Promise.withResolvers<void>()
    await using bench = await benchOf(
      {},
      {
        async requests() {
          if (++reads === 1) throw new Error('the database is away')
          readAgain.resolve()
          return []
        },
      },
    )
    await bench.pass(REQUESTS_MS)
    await bench.pass(REQUESTS_MS)
    await readAgain.promise
    assert.deepEqual(bench.logged, ['reading requests to stop or pause failed Error: the database is away'])
  })
})

describe('a crawl that fails', () => {
  useStore()
  const failing = (error: Error): Partial<Store['crawls']> => ({ commit: () => Promise.reject(error) })

  const ended: [name: string, error: Error, endReason: string, endSentence: RegExp][] = [
    [
      'of an error of the program',
      new Error('a mistake'),
      'failed',
      /of an internal error: the operator finds the cause/,
    ],
    ['of a full disk', new StorageFullError('ENOSPC'), 'storage-full', /^The storage of this server is full/],
  ]
  for (const [name, error, endReason, endSentence] of ended)
    it(`ends because ${name}`, async () => {
      await using bench = await benchOf({}, failing(error))
      await bench.run()
      const row = await bench.row()
      assert.equal(row.endReason, endReason)
      assert.match(row.endSentence ?? '', endSentence)
      assert.deepEqual(bench.logged, [`a crawl failed ${error.name}: ${error.message}`])
    })

  it('is left to the process that has taken it over', async () => {
    await using bench = await benchOf({}, failing(new StaleClaimError(1)))
    await bench.run()
    assert.deepEqual([(await bench.row()).endReason, bench.logged], [null, ['a crawl was taken over or cleared 1']])
  })

  it('waits to be claimed again where the database is away', async () => {
    const away = new StorageUnavailableError('ECONNREFUSED')
    await using bench = await benchOf({}, failing(away))
    await bench.run()
    assert.equal((await bench.row()).endReason, null)
    assert.deepEqual(bench.logged, [
      `a crawl waits for the database, and to be claimed again ${away.name}: ${away.message}`,
    ])
  })

  it('is ended as soon as that is possible, and says once that it was not', async () => {
    let attempts = 0
    const end: Store['crawls']['end'] = async (...end) => {
      if (++attempts < 3) throw new Error('the disk is full')
      return await store.crawls.end(...end)
    }
    await using bench = await benchOf({}, { ...failing(new Error('a mistake')), end })
    const run = bench.run()
    await bench.pass(END_AGAIN_MS)
    await bench.pass(END_AGAIN_MS)
    await run
    assert.deepEqual([(await bench.row()).endReason, attempts], ['failed', 3])
    assert.deepEqual(bench.logged, [
      'a crawl failed Error: a mistake',
      'a failed crawl could not be ended Error: the disk is full',
    ])
  })

  for (const problem of [new Error('the disk is full'), new StaleClaimError(1)])
    it(`is left when the process ends meanwhile, or another has claimed it: ${problem.message}`, async () => {
      let attempts = 0
      const end = () => {
        attempts++
        if (!(problem instanceof StaleClaimError)) bench.stop.abort()
        return Promise.reject(problem)
      }
      await using bench = await benchOf({}, { ...failing(new Error('a mistake')), end })
      await bench.run()
      assert.equal(attempts, 1)
    })
})
