import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { RenderQuestion } from '#shared/rendering.ts'
import { testVisitJob } from '../visit/test-visit-job.ts'
import type { FromPageWorker, ToPageWorker } from '../visit/worker-messages.ts'
import { PagePool } from './page-pool.ts'
import type { PageThread } from './page-thread.ts'

export const job = (urlId: number) => testVisitJob({ urlId, url: `http://site.test/${urlId}` })

export const crawlOptions = {
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

/** Notes what it is sent; what it does is up to the test. */
export class FakeThread extends EventEmitter implements PageThread {
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

/** A pool of page workers whose threads, clock and browser are played by the test. */
export function testPagePool(size: number) {
  const threads: FakeThread[] = []
  const clock = { nowMs: 0 }
  /** What each thread has had of a processor by then. */
  const processor = { share: 1 }
  const requested: RenderQuestion[] = []
  const ended: number[] = []
  const logged: unknown[] = []
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
    log: (event, details) => void logged.push([event, details]),
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
  return { pool, clock, processor, thread, threads, requested, ended, logged }
}
