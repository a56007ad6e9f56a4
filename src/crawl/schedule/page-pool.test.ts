import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { KnownResponse } from '#fetch/fetch.ts'
import { credentialsSchema } from '#shared/credentials.ts'
import type { RenderQuestion } from '#shared/rendering.ts'

import { testVisitJob } from '../visit/test-visit-job.ts'
import {
  type FetchedPage,
  type FromPageWorker,
  packRecord,
  recordWithoutFacts,
  type ToPageWorker,
} from '../visit/worker-messages.ts'
import { PagePool } from './page-pool.ts'
import type { PageThread } from './page-thread.ts'

const question: RenderQuestion = {
  crawlId: 1,
  url: 'http://site.test/1',
  status: 200,
  headers: [],
  body: new Uint8Array(),
}

const job = (urlId: number) => testVisitJob({ urlId, url: `http://site.test/${urlId}` })

class FakeThread extends EventEmitter implements PageThread {
  readonly got: ToPageWorker[] = []
  page: ReturnType<PageThread['reading']> = null
  isTerminated = false
  readonly processorMs: () => number
  constructor(processorMs: () => number) {
    super()
    this.processorMs = processorMs
  }
  postMessage(message: ToPageWorker): void {
    this.got.push(message)
  }
  async terminate(): Promise<void> {
    this.isTerminated = true
  }
  reading(): ReturnType<PageThread['reading']> {
    return this.page
  }
  receive(message: FromPageWorker): void {
    this.emit('message', message)
  }
}

function stage(size: number) {
  const threads: FakeThread[] = []
  const clock = { nowMs: 0 }
  /** What each thread has had of a processor by then. */
  const processor = { share: 1 }
  const requested: RenderQuestion[] = []
  const ended: number[] = []
  const pool = new PagePool({
    size,
    renderer: {
      render: async question => {
        requested.push(question)
        return { ok: false, why: `the test has no browser for ${question.url}` }
      },
      setRobots() {},
      setCredentials() {},
      setSession() {},
      signIn: async () => ({ ok: false, why: 'no browser', shown: '', isBrowserMissing: true }),
      abort: crawlId => void ended.push(crawlId),
      forget: crawlId => void ended.push(crawlId),
    },
    readTimeoutMs: 10_000,
    idleMs: 60_000,
    now: () => clock.nowMs,
    log: () => {},
    start: () => {
      const thread = new FakeThread(() => clock.nowMs * processor.share)
      threads.push(thread)
      return thread
    },
  })
  const thread = (index: number): FakeThread => {
    const found = threads[index]
    assert.ok(found, `thread ${index} was started`)
    return found
  }
  return { pool, clock, processor, thread, threads, requested, ended }
}

const options = {
  thresholds: [{ checkId: 'title-too-long', name: 'maxWidth', value: 70 }],
  exclude: ['/a'],
  userAgent: '',
  requiredTexts: [],
  unwantedTexts: [],
  fields: [],
  hostMap: [],
  proxy: '',
  reusesUnchanged: false,
}

const urlsOf = (thread: FakeThread) =>
  thread.got.flatMap(message => (message.kind === 'visit' ? [message.job.urlId] : []))

test('submit() spreads URLs over the threads', () => {
  const { pool, thread } = stage(2)
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
  const { pool, clock, thread, threads } = stage(1)
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
    const { pool, clock, processor, thread, threads } = stage(1)
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
  const { pool, clock, thread } = stage(1)
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
  const { pool, clock, thread, threads } = stage(1)
  void pool.submit(job(1))
  for (let sequence = 1; sequence < 9; sequence += 2) {
    thread(0).page = { sequence, crawlId: 1, urlId: sequence }
    pool.watch()
    clock.nowMs += 8_000
  }
  assert.equal(threads.length, 1)
})

test('a URL whose thread dies again and again is given up', async () => {
  const { pool, thread } = stage(1)
  const visit = pool.submit(job(1))
  for (const index of [0, 1, 2]) thread(index).emit('exit')
  assert.equal((await visit).failureDetail, 'the page worker ended')
})

test('an internal error in one visit gives a record that says so', async () => {
  const { pool, thread } = stage(1)
  const visit = pool.submit(job(1))
  thread(0).receive({ kind: 'crash', crawlId: 1, urlId: 1, message: 'TypeError' })
  assert.equal((await visit).failure, 'unreadable')
})

test('a page that is to be rendered is shown to the browser, and the result goes to the thread that requested it', async () => {
  const { pool, thread, requested } = stage(2)
  void pool.submit(job(1))
  thread(0).receive({ kind: 'render', urlId: 1, question })
  await new Promise(setImmediate)
  assert.deepEqual(requested, [question])
  const page = { ok: false, why: 'the test has no browser for http://site.test/1' }
  assert.deepEqual(thread(0).got.at(-1), { kind: 'rendered', crawlId: 1, urlId: 1, page })
  assert.equal(thread(1).got.length, 0)
})

test('the response for a thread that died meanwhile is dropped: its successor sends the request again', async () => {
  const { pool, thread } = stage(1)
  void pool.submit(job(1))
  thread(0).receive({ kind: 'render', urlId: 1, question })
  thread(0).emit('exit')
  await new Promise(setImmediate)
  const kinds = [thread(0), thread(1)].map(({ got }) => got.map(message => message.kind))
  assert.deepEqual(kinds, [['visit'], ['visit']])
})

test('every thread knows the options and credentials of a crawl, also one that takes the place of another', () => {
  const { pool, thread } = stage(2)
  const credentials = credentialsSchema.parse({ origins: ['https://site.test'], token: 't' })
  pool.setOptions(3, options, credentials)
  thread(0).emit('exit')
  for (const index of [0, 1, 2])
    assert.deepEqual(thread(index).got, [{ kind: 'options', crawlId: 3, options, credentials }], `thread ${index}`)
  pool.forget(3)
  thread(1).emit('exit')
  assert.deepEqual(thread(3).got, [])
})

test('a crawl that is ended or over has nothing left in the browser', () => {
  const { pool, ended } = stage(1)
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
  const { pool, thread } = stage(2)
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
  const { pool, thread } = stage(2)
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

const largePage = (urlId: number, crawlId = 1): FetchedPage => ({
  job: { ...job(urlId), crawlId },
  response: {
    kind: 'response',
    url: `http://site.test/${urlId}`,
    status: 200,
    httpVersion: '1.1',
    headers: [],
    hops: [],
    timing: { ttfbMs: 1, totalMs: 1 },
    body: new Uint8Array(),
    transferBytes: 0,
    isTruncated: false,
  },
  attempts: [],
  rendered: null,
})
const readBy = (thread: FakeThread) =>
  thread.got.flatMap(message => (message.kind === 'read' ? [[message.page.job.crawlId, message.page.job.urlId]] : []))

/** Two crawls, whose visits all bring large pages to the one thread that visits. */
function largePages() {
  const { pool, clock, thread, threads } = stage(1)
  const fetched = (urlId: number, crawlId = 1) => {
    const record = pool.submit({ ...job(urlId), crawlId })
    thread(0).receive({ kind: 'large-page', page: largePage(urlId, crawlId) })
    return record
  }
  const wasRead = (index: number, { urlId, crawlId = 1 }: { urlId: number; crawlId?: number }) => {
    const record = recordWithoutFacts({ ...job(urlId), crawlId }, { isHtml: true })
    thread(index).receive({ kind: 'record', packed: packRecord(record) })
  }
  return { pool, clock, thread, threads, fetched, wasRead }
}

test('a large page is read by another thread, which is started for it, and its body is released then', async () => {
  const { thread, threads, fetched, wasRead } = largePages()
  assert.equal(threads.length, 1)
  const visit = fetched(1)
  assert.deepEqual(readBy(thread(1)), [[1, 1]])
  wasRead(1, { urlId: 1 })
  assert.equal((await visit).isHtml, true)
  assert.deepEqual(thread(0).got.at(-1), { kind: 'large-page-read', crawlId: 1, urlId: 1 })
})

test('large pages are read one at a time, first those of the crawl that has taken the least time', async () => {
  const { clock, thread, threads, fetched, wasRead } = largePages()
  for (const urlId of [1, 2, 3]) void fetched(urlId)
  clock.nowMs = 2_000
  wasRead(1, { urlId: 1 })
  void fetched(1, 2)
  clock.nowMs = 3_000
  wasRead(1, { urlId: 2 })
  clock.nowMs = 9_000
  wasRead(1, { urlId: 1, crawlId: 2 })
  assert.deepEqual(readBy(thread(1)), [
    [1, 1],
    [1, 2],
    [2, 1],
    [1, 3],
  ])
  assert.equal(threads.length, 2)
})

test('an aborted crawl does not wait for its large pages', async () => {
  const { pool, thread, fetched, wasRead } = largePages()
  const visits = [fetched(1), fetched(2)]
  const other = fetched(3, 2)
  pool.abort(1)
  assert.deepEqual(
    (await Promise.all(visits)).map(({ failure }) => failure),
    ['aborted', 'aborted'],
  )
  wasRead(1, { urlId: 1 })
  wasRead(1, { urlId: 3, crawlId: 2 })
  assert.equal((await other).isHtml, true)
  assert.deepEqual(readBy(thread(1)), [
    [1, 1],
    [2, 3],
  ])
})

test('a crawl that is taken up again has taken no time yet, whatever was still read for it before', () => {
  const { pool, clock, thread, fetched, wasRead } = largePages()
  void fetched(1)
  pool.abort(1)
  pool.forget(1)
  void fetched(2)
  void fetched(3, 2)
  clock.nowMs = 2_000
  wasRead(1, { urlId: 1 })
  assert.deepEqual(readBy(thread(1)), [
    [1, 1],
    [1, 2],
  ])
})

test('where one of two threads that read large pages is lost, a new one takes its place beside the other', async () => {
  const { pool, thread, threads } = stage(2)
  const fetched = (urlId: number) => {
    const record = pool.submit(job(urlId))
    thread((urlId + 1) % 2).receive({ kind: 'large-page', page: largePage(urlId) })
    return record
  }
  const first = fetched(1)
  void fetched(2)
  assert.deepEqual(
    [...readBy(thread(2)), ...readBy(thread(3))],
    [
      [1, 1],
      [1, 2],
    ],
  )
  thread(2).emit('exit')
  void fetched(3)
  void fetched(4)
  assert.deepEqual(readBy(thread(4)), [[1, 3]])
  assert.equal(threads.length, 5)
  assert.equal((await first).failureDetail, 'the page worker ended')
})

test('a thread that reads a large page for too long is replaced; the large pages that wait are read all the same', async () => {
  const { pool, clock, thread, fetched, wasRead } = largePages()
  pool.setOptions(1, options, null)
  const visits = [fetched(1), fetched(2)]
  thread(1).page = { sequence: 1, crawlId: 1, urlId: 1 }
  pool.watch()
  clock.nowMs = 11_000
  pool.watch()
  assert.equal(thread(1).isTerminated, true)
  assert.equal((await visits[0])?.failureDetail, 'reading took longer than 10 s')
  assert.deepEqual(
    thread(2).got.map(({ kind }) => kind),
    ['options', 'read'],
  )
  wasRead(2, { urlId: 2 })
  assert.equal((await visits[1])?.isHtml, true)
})

test('the threads end a minute after the last crawl, and are started again for the next one', () => {
  const { pool, clock, thread, threads, fetched, wasRead } = largePages()
  pool.setOptions(1, options, null)
  pool.setOptions(2, options, null)
  void fetched(1)
  wasRead(1, { urlId: 1 })
  const ended = () => threads.map(({ isTerminated }) => isTerminated)
  const watchAt = (nowMs: number) => {
    clock.nowMs = nowMs
    pool.watch()
    return ended()
  }
  pool.forget(1)
  assert.deepEqual(watchAt(90_000), [false, false], 'another crawl goes on')
  pool.forget(2)
  assert.deepEqual(watchAt(149_999), [false, false], 'a crawl may follow')
  assert.deepEqual(watchAt(150_000), [true, true])
  thread(0).emit('exit')
  thread(1).emit('exit')
  assert.equal(threads.length, 2)
  pool.setOptions(3, options, null)
  void pool.submit({ ...job(4), crawlId: 3 })
  assert.equal(threads.length, 3)
  assert.deepEqual(
    thread(2).got.map(({ kind }) => kind),
    ['options', 'visit'],
  )
})

test('threads that no crawl has needed end, too, a minute later, but not while a visit is awaited', () => {
  const { pool, clock, threads } = stage(1)
  void pool.submit(job(1))
  clock.nowMs = 120_000
  pool.watch()
  assert.equal(threads[0]?.isTerminated, false)
  const unused = stage(2)
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
