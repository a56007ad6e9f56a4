import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { MeasurePageSpeed } from '#crawl/page-speed/measure-page-speed.ts'
import { testEngineData } from '../../test/support/settings.ts'
import { type EngineWorker, superviseEngine } from './engine-supervisor.ts'
import type { EngineThreadData, ToEngineThread } from './threads.ts'

const data: EngineThreadData = {
  ...testEngineData,
  database: { kind: 'sqlite', file: 'unused' },
  credentialsKey: null,
}

class FakeWorker extends EventEmitter {
  readonly posted: ToEngineThread[] = []
  postMessage(message: ToEngineThread): void {
    this.posted.push(message)
    if (message.kind === 'close') queueMicrotask(() => this.emit('message', { kind: 'closed' }))
  }
  async terminate(): Promise<number> {
    this.emit('exit', 1)
    return 0
  }
}

const nothingMeasured: MeasurePageSpeed = async () => ({ ok: false, message: 'not here', cause: 'everything' })

/** Threads that are ready at once, and timers that are called by hand. */
function stage(measure = nothingMeasured) {
  const workers: FakeWorker[] = []
  const timers: (() => void)[] = []
  const logged: string[] = []
  const deps = {
    spawn: () => {
      const worker = new FakeWorker()
      workers.push(worker)
      queueMicrotask(() => worker.emit('message', { kind: 'ready' }))
      return worker as EngineWorker & FakeWorker
    },
    after: (_ms: number, callback: () => void) => {
      timers.push(callback)
      return () => void timers.splice(timers.indexOf(callback) >>> 0, 1)
    },
    log: (event: string) => void logged.push(event),
    databaseReady: Promise.resolve(),
    measurePageSpeed: measure,
  }
  return { workers, timers, logged, deps }
}

test('an engine that dies is started again, and messages reach the new one', async () => {
  const { workers, timers, logged, deps } = stage()
  const host = await superviseEngine(data, deps)
  workers[0]?.emit('error', new Error('a fault'))
  workers[0]?.emit('exit', 1)
  timers.shift()?.()
  await new Promise(setImmediate)
  host.wake()
  host.stop(1)
  host.pause(2)
  host.sweep()
  assert.equal(workers.length, 2)
  assert.deepEqual(workers[1]?.posted, [
    { kind: 'begin' },
    { kind: 'wake' },
    { kind: 'stop', crawlId: 1 },
    { kind: 'pause', crawlId: 2 },
    { kind: 'sweep' },
  ])
  assert.deepEqual(logged, ['the engine failed', 'the engine is started again'])
})

test('the engine is started before the database stands, and begins after that', async () => {
  const { workers, deps } = stage()
  const standing = Promise.withResolvers<void>()
  const starting = superviseEngine(data, { ...deps, databaseReady: standing.promise })
  await new Promise(setImmediate)
  assert.deepEqual(workers[0]?.posted, [])
  standing.resolve()
  await starting
  assert.deepEqual(workers[0]?.posted, [{ kind: 'begin' }])
})

test('without a database the thread is ended, and not started again', async () => {
  const { workers, timers, deps } = stage()
  const spawn = () => {
    const worker = new FakeWorker()
    workers.push(worker)
    return worker as EngineWorker & FakeWorker
  }
  const databaseReady = Promise.reject(new Error('no database'))
  await assert.rejects(superviseEngine(data, { ...deps, spawn, databaseReady }), /ended before it was ready/)
  assert.deepEqual([workers[0]?.posted, timers.length], [[], 0])
})

test('close() waits for the engine and starts none again', async () => {
  const { workers, timers, deps } = stage()
  const host = await superviseEngine(data, deps)
  await host.close()
  workers[0]?.emit('exit', 0)
  assert.deepEqual([workers.length, timers.length], [1, 0])
})

test('an engine that cannot start is an error', async () => {
  const { deps } = stage()
  const failing = {
    ...deps,
    spawn: () => {
      const worker = new FakeWorker()
      queueMicrotask(() => {
        worker.emit('error', new Error('no database'))
        worker.emit('exit', 1)
      })
      return worker as EngineWorker & FakeWorker
    },
  }
  await assert.rejects(superviseEngine(data, failing), /no database/)
})

test('measurements end with the engine that requested them', async () => {
  const signals: AbortSignal[] = []
  const { workers, deps } = stage(({ signal }) => {
    signals.push(signal)
    return new Promise(() => {})
  })
  await superviseEngine(data, deps)
  const question = { url: 'https://site.test/', device: 'mobile', crawlId: 1 }
  workers[0]?.emit('message', { kind: 'measure', id: 1, question })
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [false],
  )
  workers[0]?.emit('exit', 1)
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true],
  )
})

test('a measurement is posted to the engine', async () => {
  const { workers, deps } = stage()
  await superviseEngine(data, deps)
  const question = { url: 'https://site.test/', device: 'mobile', crawlId: 1 }
  workers[0]?.emit('message', { kind: 'measure', id: 7, question })
  await new Promise(setImmediate)
  assert.deepEqual(workers[0]?.posted, [
    { kind: 'begin' },
    { kind: 'measured', id: 7, measured: { ok: false, message: 'not here', cause: 'everything' } },
  ])
})
