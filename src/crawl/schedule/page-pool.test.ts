import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KnownResponse } from '#fetch/fetch.ts'
import { credentialsSchema } from '#shared/credentials.ts'
import type { RenderQuestion } from '#shared/rendering.ts'
import { packRecord } from '../visit/worker-messages.ts'
import { crawlOptions, type FakeThread, job, testPagePool } from './test-page-pool.ts'

const question: RenderQuestion = {
  crawlId: 1,
  url: 'http://site.test/1',
  status: 200,
  headers: [],
  body: new Uint8Array(),
}
const urlsOf = (thread: FakeThread) =>
  thread.got.flatMap(message => (message.kind === 'visit' ? [message.job.urlId] : []))

test('submit() spreads URLs over the threads', () => {
  const { pool, thread } = testPagePool(2)
  for (const id of [1, 2, 3, 4]) void pool.submit(job(id))
  assert.deepEqual(
    [urlsOf(thread(0)), urlsOf(thread(1))],
    [
      [1, 3],
      [2, 4],
    ],
  )
})

test('a thread that reads one page for too long is replaced; that page says so, the others are visited again', async () => {
  const { pool, clock, thread, threads } = testPagePool(1)
  const slow = pool.submit(job(1))
  const other = pool.submit(job(2))
  thread(0).page = { sequence: 1, crawlId: 1, urlId: 1 }
  pool.watch()
  clock.nowMs = 9_000
  pool.watch()
  assert.equal(threads.length, 1)
  clock.nowMs = 11_000
  pool.watch()
  assert.equal(thread(0).isTerminated, true)
  const record = await slow
  assert.equal(record.failure, 'unreadable')
  assert.equal(record.failureDetail, 'reading took longer than 10 s')
  assert.deepEqual(urlsOf(thread(1)), [2])
  thread(1).receive({ kind: 'record', packed: packRecord({ ...record, urlId: 2 }) })
  assert.equal((await other).urlId, 2)
})

test('a thread that gets a third of a processor has three times as long for a page, and four times at most', async () => {
  for (const [share, replacedAtMs] of [
    [1 / 3, 30_000],
    [1 / 10, 40_000],
  ] as const) {
    const { pool, clock, processor, thread, threads } = testPagePool(1)
    processor.share = share
    void pool.submit(job(1))
    thread(0).page = { sequence: 1, crawlId: 1, urlId: 1 }
    pool.watch()
    clock.nowMs = replacedAtMs - 1
    pool.watch()
    assert.equal(threads.length, 1)
    clock.nowMs = replacedAtMs
    pool.watch()
    assert.equal(threads.length, 2)
  }
})

test('a page of another crawl with the same number is not taken for the one that is read too long', async () => {
  const { pool, clock, thread } = testPagePool(1)
  const guilty = pool.submit(job(1))
  void pool.submit({ ...job(1), crawlId: 2 })
  thread(0).page = { sequence: 1, crawlId: 1, urlId: 1 }
  pool.watch()
  clock.nowMs = 11_000
  pool.watch()
  assert.equal((await guilty).crawlId, 1)
  const again = thread(1).got.flatMap(message => (message.kind === 'visit' ? [message.job.crawlId] : []))
  assert.deepEqual(again, [2])
})

test('a thread that goes on to another page in time is left alone', () => {
  const { pool, clock, thread, threads } = testPagePool(1)
  void pool.submit(job(1))
  for (let sequence = 1; sequence < 9; sequence += 2) {
    thread(0).page = { sequence, crawlId: 1, urlId: sequence }
    pool.watch()
    clock.nowMs += 8_000
  }
  assert.equal(threads.length, 1)
})

test('a URL whose thread dies again and again is given up', async () => {
  const { pool, thread } = testPagePool(1)
  const visit = pool.submit(job(1))
  for (const index of [0, 1, 2]) thread(index).emit('exit')
  assert.equal((await visit).failureDetail, 'the page worker ended')
})

test('an internal error in one visit gives a record that says so', async () => {
  const { pool, thread } = testPagePool(1)
  const visit = pool.submit(job(1))
  thread(0).receive({ kind: 'crash', crawlId: 1, urlId: 1, message: 'TypeError' })
  assert.equal((await visit).failure, 'unreadable')
})

test('a check that fails is logged with the page, once for each page', () => {
  const { pool, thread, logged } = testPagePool(1)
  void pool.submit(job(1))
  for (const url of ['http://site.test/1', 'http://site.test/2'])
    thread(0).receive({ kind: 'check-error', checkId: 'title-missing', url, message: 'TypeError' })
  assert.deepEqual(
    logged,
    [1, 2].map(page => [
      'a check failed',
      { checkId: 'title-missing', url: `http://site.test/${page}`, cause: 'TypeError' },
    ]),
  )
})

test('a page that is to be rendered is shown to the browser, and the result goes to the thread that requested it', async () => {
  const { pool, thread, requested } = testPagePool(2)
  void pool.submit(job(1))
  thread(0).receive({ kind: 'render', urlId: 1, question })
  await new Promise(setImmediate)
  assert.deepEqual(requested, [question])
  const page = { ok: false, why: 'the test has no browser for http://site.test/1' }
  assert.deepEqual(thread(0).got.at(-1), { kind: 'rendered', crawlId: 1, urlId: 1, page })
  assert.equal(thread(1).got.length, 0)
})

test('the response for a thread that died meanwhile is dropped: its successor sends the request again', async () => {
  const { pool, thread } = testPagePool(1)
  void pool.submit(job(1))
  thread(0).receive({ kind: 'render', urlId: 1, question })
  thread(0).emit('exit')
  await new Promise(setImmediate)
  const kinds = [thread(0), thread(1)].map(({ got }) => got.map(message => message.kind))
  assert.deepEqual(kinds, [['visit'], ['visit']])
})

test('every thread knows the options and credentials of a crawl until it is over, also one that takes the place of another', () => {
  const { pool, thread } = testPagePool(2)
  const credentials = credentialsSchema.parse({ origins: ['https://site.test'], token: 't' })
  pool.setOptions(3, crawlOptions, credentials)
  thread(0).emit('exit')
  for (const index of [0, 1, 2])
    assert.deepEqual(
      thread(index).got,
      [{ kind: 'options', crawlId: 3, options: crawlOptions, credentials }],
      `thread ${index}`,
    )
  pool.forget(3)
  for (const index of [1, 2]) assert.deepEqual(thread(index).got.at(-1), { kind: 'forget', crawlId: 3 })
  thread(1).emit('exit')
  assert.deepEqual(thread(3).got, [])
})

test('a crawl that is ended or over has nothing left in the browser', () => {
  const { pool, ended } = testPagePool(1)
  pool.abort(3)
  pool.forget(4)
  assert.deepEqual(ended, [3, 4])
})

const redirect: KnownResponse = {
  status: 301,
  httpVersion: '1.1',
  headers: [['location', '/2']],
  timing: { ttfbMs: 1, totalMs: 1 },
}
const repliesTo = (thread: FakeThread) =>
  thread.got.flatMap(message => (message.kind === 'recalled' ? [[message.urlId, message.known]] : []))

test('what one visit learns of a URL that others are redirected to is passed to them, and to the visit of that URL', () => {
  const { pool, thread } = testPagePool(2)
  const key = 'GET http://site.test/3'
  void pool.submit(job(1))
  void pool.submit(job(2))
  for (const index of [0, 1]) thread(index).receive({ kind: 'recall', crawlId: 1, urlId: index + 1, key, times: 1 })
  void pool.submit(job(3))
  assert.deepEqual([repliesTo(thread(0)), repliesTo(thread(1))], [[[1, null]], []])
  thread(0).receive({ kind: 'learn', crawlId: 1, urlId: 1, key, response: redirect })
  assert.deepEqual(repliesTo(thread(1)), [[2, redirect]])
  const visits = thread(0).got.flatMap(message =>
    message.kind === 'visit' ? [[message.job.urlId, message.known]] : [],
  )
  assert.deepEqual(visits, [
    [1, undefined],
    [3, redirect],
  ])
})

test('no visit waits for a thread that is lost, nor in a crawl that ends', () => {
  const { pool, thread } = testPagePool(2)
  const key = 'GET http://site.test/3'
  void pool.submit(job(1))
  void pool.submit(job(2))
  for (const index of [0, 1]) thread(index).receive({ kind: 'recall', crawlId: 1, urlId: index + 1, key, times: 1 })
  thread(0).emit('exit')
  assert.deepEqual(repliesTo(thread(1)), [[2, null]])
  void pool.submit(job(3))
  const isVisited = () => [1, 2].some(index => urlsOf(thread(index)).includes(3))
  assert.equal(isVisited(), false)
  pool.abort(1)
  assert.equal(isVisited(), true)
})
test('threads that no crawl has needed end, too, a minute later, but not while a visit is awaited', () => {
  const { pool, clock, threads } = testPagePool(1)
  void pool.submit(job(1))
  clock.nowMs = 120_000
  pool.watch()
  assert.equal(threads[0]?.isTerminated, false)
  const unused = testPagePool(2)
  const endedAt = (nowMs: number) => {
    unused.clock.nowMs = nowMs
    unused.pool.watch()
    return unused.threads.map(({ isTerminated }) => isTerminated)
  }
  assert.deepEqual(endedAt(119_999), [false, false])
  assert.deepEqual(endedAt(120_000), [true, true])
  void unused.pool.submit(job(1))
  assert.equal(unused.threads.length, 4)
})
