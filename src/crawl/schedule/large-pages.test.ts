import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FetchedPage, packRecord, recordWithoutFacts } from '../visit/worker-messages.ts'
import { crawlOptions, type FakeThread, job, testPagePool } from './test-page-pool.ts'

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
  const { pool, clock, thread, threads, logged } = testPagePool(1)
  const fetched = (urlId: number, crawlId = 1) => {
    const record = pool.submit({ ...job(urlId), crawlId })
    thread(0).receive({ kind: 'large-page', page: largePage(urlId, crawlId) })
    return record
  }
  const wasRead = (index: number, { urlId, crawlId = 1 }: { urlId: number; crawlId?: number }) => {
    const record = recordWithoutFacts({ ...job(urlId), crawlId }, { isHtml: true })
    thread(index).receive({ kind: 'record', packed: packRecord(record) })
  }
  return { pool, clock, thread, threads, logged, fetched, wasRead }
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

test('a large page that cannot be read says so, and a check that fails on one is logged; the next page is read', async () => {
  const { thread, fetched, wasRead, logged } = largePages()
  const visits = [fetched(1), fetched(2)]
  thread(1).receive({ kind: 'check-error', checkId: 'a', url: 'http://site.test/1', message: 'RangeError' })
  thread(1).receive({ kind: 'crash', crawlId: 1, urlId: 1, message: 'TypeError' })
  const record = await visits[0]
  assert.deepEqual([record?.failure, record?.failureDetail], ['unreadable', 'the page could not be read'])
  assert.deepEqual(logged, [
    ['a check failed', { checkId: 'a', url: 'http://site.test/1', cause: 'RangeError' }],
    ['a visit failed', { url: 'http://site.test/1', cause: 'TypeError' }],
  ])
  wasRead(1, { urlId: 2 })
  assert.equal((await visits[1])?.isHtml, true)
})

test('threads that read large pages end with the pool', async () => {
  const { pool, thread, threads, fetched } = largePages()
  void fetched(1)
  await pool[Symbol.asyncDispose]()
  thread(1).emit('exit')
  assert.deepEqual([threads.length, thread(0).isTerminated, thread(1).isTerminated], [2, true, true])
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
  const { pool, thread, threads } = testPagePool(2)
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
  pool.setOptions(1, crawlOptions, null)
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

test('threads that visit and threads that read large pages end a minute after the last crawl, and are started again for the next one', () => {
  const { pool, clock, thread, threads, fetched, wasRead } = largePages()
  pool.setOptions(1, crawlOptions, null)
  pool.setOptions(2, crawlOptions, null)
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
  pool.setOptions(3, crawlOptions, null)
  void pool.submit({ ...job(4), crawlId: 3 })
  assert.equal(threads.length, 3)
  assert.deepEqual(
    thread(2).got.map(({ kind }) => kind),
    ['options', 'visit'],
  )
})
