import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPausableClock } from './pausable-clock.ts'
import { fetchFrom, openFetcher, serveHttp } from './test-server.ts'

test('a pause takes no time, however often it is begun or ended', () => {
  let nowMs = 100
  const clock = createPausableClock(() => nowMs)
  assert.equal(clock.now(), 100)
  clock.pause()
  nowMs = 150
  clock.pause()
  assert.equal(clock.now(), 100)
  nowMs = 200
  clock.resume()
  clock.resume()
  assert.equal(clock.now(), 100)
  nowMs = 230
  assert.equal(clock.now(), 130)
  clock.pause()
  nowMs = 300
  clock.resume()
  assert.equal(clock.now(), 130)
})

test('time in which the thread was busy is not held against a server', async () => {
  const clock = createPausableClock(() => performance.now())
  const limits = { firstByteTimeoutMs: 1_000, totalTimeoutMs: 2_000 }
  await using fetcher = openFetcher({ limits, now: clock.now })
  const requested = Promise.withResolvers<void>()
  const isFree = Promise.withResolvers<void>()
  await using server = await serveHttp((_request, response) => {
    requested.resolve()
    void isFree.promise.then(() => setImmediate(() => setImmediate(() => response.end('late'))))
  })
  const response = fetchFrom(fetcher, `${server.origin}/`)
  await requested.promise
  clock.pause()
  const untilMs = performance.now() + 1_200
  while (performance.now() < untilMs);
  clock.resume()
  isFree.resolve()
  assert.equal((await response).kind, 'response')
})
