import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Attempt } from '#shared/model.ts'
import type { PageRecord } from '#shared/page-record.ts'
import { testPageRecord } from '#shared/test-page-record.ts'
import { testVisitJob } from '../visit/test-visit-job.ts'
import type { VisitJob } from '../visit/worker-messages.ts'
import { Dispatcher } from './dispatcher.ts'
import type { HostRules } from './politeness.ts'
import type { RequestsAhead } from './requests-ahead.ts'
import { WaitingWatch } from './waiting-watch.ts'

const politeness: HostRules['politeness'] = {
  requestsPerHost: 8,
  requestsPerLoopbackHost: 32,
  pauseMs: 0,
  maxRetryAfterMs: 60_000,
  maxCrawlDelayMs: 30_000,
}
const pauses = { confirmPauseMs: 2_000, serverErrorPauseMs: 1_000, maxRetryAfterMs: 60_000 }

const job = (urlId: number, url = `http://site.test/${urlId}`) => testVisitJob({ urlId, url })

/** Status 0 stands for a host that has no URL. */
function response(of: VisitJob, status: number, nowMs: number): PageRecord {
  const failure = status === 0 ? 'dns' : null
  const attempt: Attempt = { atMs: nowMs, method: 'GET', status: status || null, failure }
  const attempts = [...of.attempts, attempt]
  return testPageRecord({
    crawlId: of.crawlId,
    urlId: of.urlId,
    url: of.url,
    status: status || null,
    failure,
    attempts,
    isCounted: status === 200,
  })
}

/** No other crawl makes requests. */
const aloneOnEarth = {
  lease: () => ({ mayRequest: () => true, want() {}, sent() {}, received() {}, holdBack() {}, dueMs: 0 }),
  listen: () => () => {},
}

/** A clock that jumps to the next timer whenever all wait, and a web that responds with the given statuses. */
function world(statusOf: (job: VisitJob) => number) {
  let nowMs = 0
  const timers: { atMs: number; callback: () => void }[] = []
  const sent: { urlId: number; url: string; atMs: number }[] = []
  const most = { atOnce: 0, now: 0 }
  const after = (ms: number, callback: () => void) => {
    const timer = { atMs: nowMs + ms, callback }
    timers.push(timer)
    return () => void timers.splice(timers.indexOf(timer) >>> 0, 1)
  }
  const submit = async (each: VisitJob) => {
    sent.push({ urlId: each.urlId, url: each.url, atMs: nowMs })
    most.atOnce = Math.max(most.atOnce, ++most.now)
    await new Promise(setImmediate)
    most.now--
    return response(each, statusOf(each), nowMs)
  }
  const waits: { isWaiting: boolean; atMs: number }[] = []
  const advance = setInterval(() => {
    if (most.now > 0) return
    const next = timers.sort((a, b) => a.atMs - b.atMs).shift()
    if (!next) return
    nowMs = Math.max(nowMs, next.atMs)
    next.callback()
  })
  const dispatcher = new Dispatcher({
    submit,
    rates: aloneOnEarth,
    now: () => nowMs,
    after,
    pauses,
    maxInFlight: 128,
    watch: new WaitingWatch({ after, onWaiting: isWaiting => waits.push({ isWaiting, atMs: nowMs }) }),
  })
  return { dispatcher, sent, most, waits, [Symbol.dispose]: () => clearInterval(advance) }
}

function round(
  jobs: VisitJob[],
  finished: PageRecord[],
  rules: Partial<HostRules> = {},
  signal = new AbortController().signal,
) {
  return {
    signal,
    rulesFor: () => ({ politeness, crawlDelayMs: 0, ...rules }),
    next: () => jobs.shift() ?? null,
    done: (record: PageRecord) => void finished.push(record),
  }
}

test('run() requests every URL once and ends when all are done', async () => {
  using stage = world(() => 200)
  const finished: PageRecord[] = []
  await stage.dispatcher.run(
    round(
      [1, 2, 3].map(id => job(id)),
      finished,
    ),
  )
  assert.deepEqual(finished.map(each => each.urlId).sort(), [1, 2, 3])
  assert.equal(stage.sent.length, 3)
})

test('run() keeps to the requests at once of a host', async () => {
  using stage = world(() => 200)
  await stage.dispatcher.run(
    round(
      Array.from({ length: 40 }, (_, id) => job(id + 1)),
      [],
    ),
  )
  assert.equal(stage.most.atOnce, 8)
})

test('run() requests a missing page again after the pause and reports it once, with both attempts', async () => {
  using stage = world(() => 404)
  const finished: PageRecord[] = []
  await stage.dispatcher.run(round([job(1)], finished))
  assert.equal(finished.length, 1)
  assert.equal(finished[0]?.attempts.length, 2)
  assert.deepEqual(
    stage.sent.map(each => each.atMs),
    [0, 2_000],
  )
})

test('run() accepts a page that responds at the second attempt', async () => {
  let tries = 0
  using stage = world(() => (++tries === 1 ? 500 : 200))
  const finished: PageRecord[] = []
  await stage.dispatcher.run(round([job(1)], finished))
  assert.deepEqual(
    finished[0]?.attempts.map(attempt => attempt.status),
    [500, 200],
  )
})

test('run() leaves the Crawl-delay of a host between two requests', async () => {
  using stage = world(() => 200)
  await stage.dispatcher.run(round([job(1), job(2), job(3)], [], { crawlDelayMs: 5_000 }))
  const gaps = stage.sent.slice(1).map((each, index) => each.atMs - (stage.sent[index]?.atMs ?? 0))
  assert.ok(
    gaps.every(gap => gap >= 5_000),
    `gaps ${gaps}`,
  )
})

test('run() tells when it has only waited for three seconds, and when it goes on', async () => {
  using stage = world(() => 200)
  await stage.dispatcher.run(round([job(1), job(2), job(3)], [], { crawlDelayMs: 5_000 }))
  assert.deepEqual(stage.waits, [
    { isWaiting: true, atMs: 3_000 },
    { isWaiting: false, atMs: 5_000 },
    { isWaiting: true, atMs: 8_000 },
    { isWaiting: false, atMs: 10_000 },
  ])
  await stage.dispatcher.run(round([job(4)], [], { crawlDelayMs: 1_000 }))
  assert.equal(stage.waits.length, 6)
})

test('run() sends nothing more once it is aborted', async () => {
  using stage = world(() => 200)
  const controller = new AbortController()
  const finished: PageRecord[] = []
  const jobs = Array.from({ length: 100 }, (_, id) => job(id + 1))
  const running = round(jobs, finished, {}, controller.signal)
  await stage.dispatcher.run({
    ...running,
    done: record => {
      finished.push(record)
      controller.abort()
    },
  })
  assert.ok(stage.sent.length < 20, `${stage.sent.length} were sent`)
  assert.equal(finished.length, stage.sent.length)
})

test('run() requests only one URL of an external host that does not exist', async () => {
  using stage = world(each => (each.url.startsWith('http://nowhere.test') ? 0 : 200))
  const finished: PageRecord[] = []
  const probe = (id: number, host: string): VisitJob => ({
    ...job(id, `http://${host}/${id}`),
    mode: 'probe',
    scope: 'external',
  })
  const rules = { politeness: { ...politeness, requestsPerHost: 1 } }
  await stage.dispatcher.run(
    round([probe(1, 'nowhere.test'), probe(2, 'nowhere.test'), probe(3, 'there.test')], finished, rules),
  )
  assert.deepEqual(
    stage.sent.map(each => each.urlId).filter(id => id !== 3),
    [1, 2, 1, 2].slice(0, stage.sent.length - 1),
  )
  assert.equal(finished.length, 3)
  const second = finished.find(each => each.urlId === 2)
  assert.deepEqual([second?.failure, second?.url], ['dns', 'http://nowhere.test/2'])
})

test('run() makes a handful of requests for ten thousand URLs of a host that does not exist', async () => {
  using stage = world(() => 0)
  const finished: PageRecord[] = []
  const jobs = Array.from(
    { length: 10_000 },
    (_, id): VisitJob => ({ ...job(id + 1), mode: 'probe', scope: 'external' }),
  )
  await stage.dispatcher.run(round(jobs, finished, { politeness: { ...politeness, pauseMs: 1_000 } }))
  assert.equal(finished.length, 10_000)
  assert.ok(stage.sent.length < 30, `${stage.sent.length} requests`)
})

/** Offers these jobs ahead of their turn. */
function planOf(jobs: VisitJob[], received: string[] = []) {
  return {
    next: (ahead: RequestsAhead) => jobs.find(each => !ahead.has(each)) ?? null,
    received: (record: PageRecord) => void received.push(record.url),
  }
}

const paths = (sent: readonly { url: string; atMs: number }[]) =>
  sent.map(({ url, atMs }) => `${url.replace('http://site.test', '')} ${atMs}`)

test('run() requests what is planned ahead while failed URLs wait, and a later round has it without a request', async () => {
  using stage = world(({ urlId, url }) => (url.endsWith('/gone') || urlId === 1 ? 404 : 200))
  const [received, finished]: [string[], PageRecord[]] = [[], []]
  const later = [job(2), job(3, 'http://site.test/gone')]
  await stage.dispatcher.run({ ...round([job(1)], finished), ahead: planOf(later, received) })
  await stage.dispatcher.run(round([...later, job(4)], finished))
  assert.deepEqual(paths(stage.sent), ['/1 0', '/2 0', '/gone 0', '/1 2000', '/gone 2000', '/4 2000'])
  assert.deepEqual(received, ['http://site.test/2'])
  assert.deepEqual(
    finished.map(({ urlId, status, attempts }) => [urlId, status, attempts.length]),
    [
      [1, 404, 2],
      [2, 200, 1],
      [3, 404, 2],
      [4, 200, 1],
    ],
  )
})

test('run() requests again what came ahead for another depth or method', async () => {
  using stage = world(({ urlId }) => (urlId === 1 ? 404 : 200))
  const finished: PageRecord[] = []
  const head: VisitJob = { ...job(3), mode: 'probe', isHeadEnough: true }
  await stage.dispatcher.run({ ...round([job(1)], finished), ahead: planOf([job(2), head, job(4)]) })
  const moved = [{ ...job(2), depth: 5 }, { ...head, isHeadEnough: false }, job(4)]
  await stage.dispatcher.run(round(moved, finished))
  assert.deepEqual(paths(stage.sent), ['/1 0', '/2 0', '/3 0', '/4 0', '/1 2000', '/2 2000', '/3 2000'])
})

test('run() sends no further attempt of what came ahead and is of no use, and nothing of it that was not sent yet', async () => {
  let tries = 0
  using stage = world(({ urlId }) => (urlId !== 1 ? 404 : ++tries === 1 ? 500 : 200))
  const moved = { ...job(2), depth: 5 }
  await stage.dispatcher.run({ ...round([job(1)], []), ahead: planOf([job(2)]) })
  await stage.dispatcher.run(round([moved], []))
  assert.deepEqual(paths(stage.sent), ['/1 0', '/2 0', '/1 1000', '/2 1000', '/2 3000'])

  using slow = world(({ url }) => (url.endsWith('/3') ? 200 : 404))
  const rules = { crawlDelayMs: 1_500 }
  await slow.dispatcher.run({ ...round([job(1)], [], rules), ahead: planOf([job(3), job(2)]) })
  await slow.dispatcher.run(round([moved], [], rules))
  assert.deepEqual(paths(slow.sent), ['/1 0', '/3 1500', '/1 3000', '/2 4500', '/2 6500'])
})

test('run() that is aborted forgets what came ahead, and drain() what no round has taken', async () => {
  for (const isAborted of [true, false]) {
    using stage = world(({ urlId }) => (urlId === 1 ? 404 : 200))
    const control = new AbortController()
    const plan = planOf([job(2)])
    const received = (record: PageRecord) => {
      plan.received(record)
      if (isAborted) control.abort()
    }
    await stage.dispatcher.run({ ...round([job(1)], [], {}, control.signal), ahead: { ...plan, received } })
    if (!isAborted) await stage.dispatcher.drain()
    await stage.dispatcher.run(round([job(2)], []))
    assert.equal(stage.sent.filter(({ url }) => url.endsWith('/2')).length, 2)
  }
})

test('drain() throws the internal error of a request that no round waits for', { timeout: 10_000 }, async () => {
  using stage = world(({ url, urlId }) => {
    if (url.endsWith('/2')) throw new Error('broken')
    return urlId === 1 ? 404 : 200
  })
  const ahead = planOf([job(2)])
  await assert.rejects(
    async () => {
      await stage.dispatcher.run({ ...round([job(1)], []), ahead })
      await stage.dispatcher.drain()
    },
    { message: 'broken' },
  )
  await assert.rejects(stage.dispatcher.drain(), { message: 'broken' })
})

test('run() says how many failed URLs it waits for, when it waits for nothing else', async () => {
  using stage = world(({ urlId }) => (urlId <= 2 ? 404 : 200))
  const waits: string[] = []
  const waited = (failed: number) => void waits.push(`${failed} after ${stage.sent.length} requests`)
  const ahead = planOf([job(3)])
  await stage.dispatcher.run({ ...round([job(1), job(2)], []), ahead, waits: waited })
  assert.deepEqual(waits, ['2 after 3 requests', '0 after 3 requests'])
})
