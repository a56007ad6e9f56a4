import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FetchSummary } from '#shared/facts.ts'
import { linkKinds } from '#shared/model.ts'
import { kindsToMask } from '#shared/visit-result.ts'
import { testCheckpoint } from '#store/contract/test-crawl.ts'
import type { Settlement } from '#store/store.ts'
import type { VisitResult } from '../visit/visit-job.ts'
import { Frontier } from './frontier.ts'
import { Settler } from './result-batches.ts'

const ORIGIN = 'http://site.test'
const claim = { crawlId: 1, epoch: 1, expiresAtMs: 0 }
const fetched: FetchSummary = {
  url: `${ORIGIN}/`,
  status: 200,
  failure: null,
  failureDetail: '',
  hops: [],
  finalUrl: `${ORIGIN}/`,
  mediaType: 'text/html',
  bytes: 10,
  ttfbMs: 1,
  totalMs: 2,
  attempts: [],
  isBotChallenge: false,
  retryAfterMs: null,
}

interface Answer {
  fetched?: Partial<FetchSummary>
  isHtml?: boolean
  isHtmlOk?: boolean
  verdicts?: VisitResult['verdicts']
  links?: string[]
}

/** A frontier with a seed, a timer that is called by hand, and a store that takes down what it is given. */
function bench(options: { settle?: (settlement: Settlement) => Promise<void> } = {}) {
  const frontier = new Frontier({ scopeHost: 'site.test', maxUrls: 1_000 })
  const seed = frontier.addSeed(`${ORIGIN}/`)
  const checkpoint = testCheckpoint({ pagesCounted: 0 })
  const settled: Settlement[] = []
  const timers = new Set<() => void>()
  const failures: unknown[] = []
  let written = 0
  const settler = new Settler({
    store: {
      crawls: {
        async settle(_claim, settlement) {
          await options.settle?.(settlement)
          settled.push(settlement)
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
  const result = (urlId: number, answer: Answer = {}): VisitResult => ({
    crawlId: 1,
    urlId,
    isHtml: answer.isHtml ?? true,
    isHtmlOk: answer.isHtmlOk ?? true,
    verdicts: answer.verdicts ?? null,
    outcome: {
      urlId,
      page: null,
      issues: [],
      fetched: { ...fetched, ...answer.fetched },
      found: (answer.links ?? []).map(path => ({
        url: ORIGIN + path,
        kinds: kindsToMask(['anchor'], linkKinds),
        isFollowed: true,
      })),
    },
  })
  return { frontier, seed, checkpoint, settled, timers, failures, settler, result, writes: () => written }
}

describe('Settler', () => {
  const hop = { url: `${ORIGIN}/`, status: 301, location: `${ORIGIN}/b`, elapsedMs: 1 }
  const cases: Record<
    string,
    { answer: Answer; mode?: 'probe'; isPage: boolean; counted: number; reason: string | null }
  > = {
    'a page': { answer: {}, isPage: true, counted: 1, reason: null },
    'a page that is not there': {
      answer: { fetched: { status: 404 }, isHtmlOk: false },
      isPage: true,
      counted: 0,
      reason: null,
    },
    'a file': {
      answer: { fetched: { mediaType: 'application/pdf' }, isHtml: false, isHtmlOk: false },
      isPage: false,
      counted: 0,
      reason: 'type',
    },
    'a redirect to a file': {
      answer: { fetched: { hops: [hop] }, isHtml: false, isHtmlOk: false },
      isPage: true,
      counted: 0,
      reason: null,
    },
    'an address that may not be asked': {
      answer: { fetched: { status: null, failure: 'address-refused' }, isHtml: false, isHtmlOk: false },
      isPage: true,
      counted: 0,
      reason: 'address-refused',
    },
    'a probe': { answer: {}, mode: 'probe', isPage: false, counted: 0, reason: null },
  }
  for (const [name, { answer, mode, isPage, counted, reason }] of Object.entries(cases))
    it(`classes ${name}`, async () => {
      const { settler, seed, result, settled, checkpoint } = bench()
      settler.add(result(seed.id, answer), mode ?? 'visit')
      await settler.flush()
      const [settlement] = settled
      assert.equal(settlement?.outcomes[0]?.isPage, isPage)
      assert.equal(checkpoint.pagesCounted, counted)
      assert.deepEqual(
        settlement?.inserted.map(row => [row.state, row.skipReason]),
        [[mode === 'probe' ? 'probed' : 'visited', reason]],
      )
    })

  it('gives each URL that a page names its id, and 0 to what the frontier dropped', async () => {
    const { settler, seed, result, settled, frontier } = bench()
    const links = Array.from({ length: 1_001 }, (_, index) => `/${index}`)
    settler.add(result(seed.id, { links }), 'visit')
    await settler.flush()
    const ids = settled[0]?.outcomes[0]?.foundIds
    assert.equal(ids?.[0], frontier.find(`${ORIGIN}/0`)?.id)
    assert.deepEqual(ids?.slice(-2), Uint32Array.of(0, 0))
    assert.equal(settled[0]?.checkpoint.areUrlsUntracked, true)
  })

  it('counts the pages whose scripts were not run, with the batch that holds them', async () => {
    const { settler, seed, result, settled } = bench()
    settler.add({ ...result(seed.id), isUnrendered: true }, 'visit')
    settler.add(result(seed.id), 'visit')
    await settler.flush()
    const { unrenderedPages, areUrlsUntracked } = settled[0]?.checkpoint ?? {}
    assert.deepEqual([unrenderedPages, areUrlsUntracked], [1, undefined])
  })

  it('adds up how the checks went', async () => {
    const { settler, seed, result, settled, frontier } = bench()
    frontier.admit(result(seed.id, { links: ['/a'] }).outcome.found, { row: seed, isRedirect: false })
    const other = frontier.find(`${ORIGIN}/a`)
    assert.ok(other)
    settler.add(result(seed.id, { verdicts: { passed: ['x'], failed: ['y'], skipped: [['z', 'noindex']] } }), 'visit')
    settler.add(
      result(other.id, { verdicts: { passed: ['x', 'y'], failed: [], skipped: [['z', 'noindex']] } }),
      'visit',
    )
    await settler.flush()
    assert.deepEqual(settled[0]?.counters, {
      x: { passed: 2, failed: 0, skipped: {} },
      y: { passed: 1, failed: 1, skipped: {} },
      z: { passed: 0, failed: 0, skipped: { noindex: 2 } },
    })
  })

  it('writes when a batch is full, and when its time has come', async () => {
    const { settler, seed, result, settled, timers } = bench()
    for (let count = 0; count < 49; count++) settler.add(result(seed.id), 'visit')
    assert.deepEqual([settled.length, timers.size], [0, 1])
    settler.add(result(seed.id), 'visit')
    assert.equal(timers.size, 0, 'the timer of a batch that is written is cancelled')
    settler.add(result(seed.id), 'visit')
    for (const timer of timers) timer()
    await settler.flush()
    assert.deepEqual(
      settled.map(({ outcomes }) => outcomes.length),
      [50, 1, 0],
    )
  })

  it('writes the checkpoint as it was when the batch was closed', async () => {
    const { settler, seed, result, settled, checkpoint } = bench()
    settler.add(result(seed.id), 'visit')
    const flushed = settler.flush()
    checkpoint.phase = 'judging'
    await flushed
    assert.equal(settled[0]?.checkpoint.phase, 'visiting')
  })

  it('writes one batch after the other', async () => {
    const order: string[] = []
    const first = Promise.withResolvers<void>()
    let calls = 0
    const { settler, seed, result } = bench({
      async settle() {
        const call = ++calls
        order.push(`begin ${call}`)
        if (call === 1) await first.promise
        order.push(`end ${call}`)
      },
    })
    settler.add(result(seed.id), 'visit')
    const flushed = [settler.flush()]
    settler.add(result(seed.id), 'visit')
    flushed.push(settler.flush())
    first.resolve()
    await Promise.all(flushed)
    assert.deepEqual(order, ['begin 1', 'end 1', 'begin 2', 'end 2'])
  })

  it('writes nothing on top of a batch that is missing', async () => {
    const { settler, seed, result, settled, failures, writes } = bench({
      settle: () => Promise.reject(new Error('disk full')),
    })
    settler.add(result(seed.id), 'visit')
    await settler.flush()
    settler.add(result(seed.id), 'visit')
    await settler.flush()
    assert.deepEqual([settled.length, failures.length, writes()], [0, 1, 0])
  })
})
