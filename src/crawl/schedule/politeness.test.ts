import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isLoopbackHost } from '../scope.ts'
import {
  type HostResponse,
  type HostState,
  hostPolicy,
  hostRules,
  initialHostState,
  mayRequest,
  nextDueMs,
  onReceived,
  onSent,
  type PolitenessSettings,
} from './politeness.ts'

const settings: PolitenessSettings = {
  requestsPerHost: 8,
  requestsPerLoopbackHost: 32,
  pauseMs: 0,
  maxRetryAfterMs: 60_000,
  maxCrawlDelayMs: 30_000,
}
const webHost = { isLoopback: false, crawlDelayMs: 0 }

/** Sends until the host may not be requested any more. */
function filled(state: HostState, nowMs: number): HostState {
  let next = state
  while (mayRequest(next, nowMs)) next = onSent(next, nowMs)
  return next
}

/** So many requests, one after another, responded alike. */
function exchanged(state: HostState, count: number, response: Partial<HostResponse> = {}): HostState {
  let next = state
  for (let index = 0; index < count; index += 1) {
    next = onReceived(onSent(next, 0), { status: 200, ttfbMs: 50, retryAfterMs: null, nowMs: 0, ...response })
  }
  return next
}

describe('concurrency', () => {
  test('is 8 for a host of the web and 32 for a loopback host', () => {
    assert.equal(filled(initialHostState(settings, webHost), 0).inFlight, 8)
    assert.equal(filled(initialHostState(settings, { isLoopback: true, crawlDelayMs: 0 }), 0).inFlight, 32)
  })

  test('frees a slot with each response, also with none', () => {
    const full = filled(initialHostState(settings, webHost), 0)
    const received = onReceived(full, { status: null, ttfbMs: null, retryAfterMs: null, nowMs: 5 })
    assert.equal(mayRequest(full, 5), false)
    assert.equal(mayRequest(received, 5), true)
    assert.equal(received.allowed, 8)
  })

  for (const status of [429, 503]) {
    test(`is halved by a ${status}, once for all requests under way`, () => {
      let state = filled(initialHostState(settings, webHost), 0)
      for (let index = 0; index < 8; index += 1) {
        state = onReceived(state, { status, ttfbMs: 10, retryAfterMs: null, nowMs: 0 })
      }
      assert.equal(state.allowed, 4)
      assert.equal(exchanged(state, 1, { status }).allowed, 2)
      assert.equal(exchanged(state, 9, { status }).allowed, 1)
    })
  }

  test('is not halved by other errors', () => {
    assert.equal(exchanged(initialHostState(settings, webHost), 50, { status: 500 }).allowed, 8)
    assert.equal(exchanged(initialHostState(settings, webHost), 50, { status: 404 }).allowed, 8)
  })

  test('is halved when latency doubles against what is usual', () => {
    const usual = exchanged(initialHostState(settings, webHost), 100, { ttfbMs: 200 })
    assert.equal(usual.allowed, 8)
    const strained = exchanged(usual, 15, { ttfbMs: 600 })
    assert.ok(strained.allowed < 8)
  })

  test('is not halved by latency before anything is usual, nor by noise', () => {
    assert.equal(
      exchanged(exchanged(initialHostState(settings, webHost), 1, { ttfbMs: 5 }), 18, { ttfbMs: 900 }).allowed,
      8,
    )
    const quick = exchanged(initialHostState(settings, webHost), 100, { ttfbMs: 10 })
    assert.equal(exchanged(quick, 20, { ttfbMs: 40 }).allowed, 8)
  })

  test('is not halved by latency on loopback', () => {
    const usual = exchanged(initialHostState(settings, { isLoopback: true, crawlDelayMs: 0 }), 100, { ttfbMs: 10 })
    assert.equal(exchanged(usual, 20, { ttfbMs: 5_000 }).allowed, 32)
  })

  test('recovers slowly and never beyond its start', () => {
    const halved = exchanged(initialHostState(settings, webHost), 1, { status: 503 })
    assert.equal(halved.allowed, 4)
    assert.equal(exchanged(halved, 15).allowed, 4)
    assert.equal(exchanged(halved, 16).allowed, 5)
    assert.equal(exchanged(halved, 10_000).allowed, 8)
  })
})

describe('waiting', () => {
  test('there is none between requests by default', () => {
    const state = onSent(initialHostState(settings, webHost), 1_000)
    assert.equal(nextDueMs(state), 0)
  })

  test('an operator may set a pause', () => {
    const state = onSent(initialHostState({ ...settings, pauseMs: 250 }, webHost), 1_000)
    assert.equal(nextDueMs(state), 1_250)
    assert.equal(mayRequest(state, 1_249), false)
    assert.equal(mayRequest(state, 1_250), true)
  })

  const site = 'https://shop.example/'
  const operator = { ...settings, externalPauseMs: 1_000 }
  const rules: [
    string,
    { requestsAtOnce?: number; pauseMs?: number },
    { url?: string; isOwn?: boolean },
    number,
    number,
  ][] = [
    ['a crawl without a choice', {}, {}, 8, 0],
    ['a crawl that is to be slow', { requestsAtOnce: 2, pauseMs: 500 }, {}, 2, 500],
    ['a crawl that is to be faster than the operator allows', { requestsAtOnce: 100 }, {}, 8, 0],
    ['a slow crawl of this machine', { requestsAtOnce: 3, pauseMs: 500 }, { url: 'http://localhost/' }, 3, 500],
    ['another site', { pauseMs: 5 }, { isOwn: false }, 8, 1_000],
    ['another site on this machine', { pauseMs: 5 }, { url: 'http://127.0.0.1:8080/', isOwn: false }, 32, 0],
  ]
  for (const [name, chosen, of, atOnce, pauseMs] of rules)
    test(`${name} has ${atOnce} requests at once and a pause of ${pauseMs} ms`, () => {
      const { url = site, isOwn = true } = of
      const options = { requestsAtOnce: 0, pauseMs: 0, ...chosen }
      const context = { settings: operator, robots: { crawlDelayMs: () => 0 }, state: { options } }
      const { politeness, crawlDelayMs } = hostRules(context, { url, isOwn })
      const policy = hostPolicy(politeness, { isLoopback: isLoopbackHost(url), crawlDelayMs })
      assert.deepEqual(policy, { ceiling: atOnce, pauseMs, delayMs: 0 })
    })

  test('Crawl-delay allows one request at a time, that far apart, also on loopback', () => {
    const state = onSent(initialHostState(settings, { isLoopback: true, crawlDelayMs: 2_000 }), 1_000)
    assert.equal(nextDueMs(state), 3_000)
    assert.equal(mayRequest(state, 3_000), false, 'the first is still under way')
    const received = onReceived(state, { status: 200, ttfbMs: 10, retryAfterMs: null, nowMs: 1_100 })
    assert.equal(mayRequest(received, 2_999), false)
    assert.equal(mayRequest(received, 3_000), true)
  })

  test('an absurd Crawl-delay is capped', () => {
    const state = onSent(initialHostState(settings, { isLoopback: false, crawlDelayMs: 86_400_000 }), 0)
    assert.equal(nextDueMs(state), 30_000)
  })

  const refusals: [name: string, response: Partial<HostResponse>, dueMs: number][] = [
    ['Retry-After of a 503 is obeyed', { status: 503, retryAfterMs: 5_000 }, 6_000],
    ['Retry-After of a 429 is obeyed', { status: 429, retryAfterMs: 5_000 }, 6_000],
    ['a huge Retry-After is capped', { status: 429, retryAfterMs: 86_400_000 }, 61_000],
    ['a 429 without Retry-After gets a pause', { status: 429 }, 2_000],
    ['a 503 without Retry-After gets none', { status: 503 }, 1_000],
    ['Retry-After of any other response is not for the host', { status: 200, retryAfterMs: 5_000 }, 0],
  ]
  for (const [name, response, dueMs] of refusals) {
    test(name, () => {
      const state = exchanged(initialHostState(settings, webHost), 1, { nowMs: 1_000, ...response })
      assert.equal(nextDueMs(state), dueMs)
    })
  }

  test('pauses after 429 grow until a response comes, up to the limit', () => {
    const refused = exchanged(initialHostState(settings, webHost), 3, { status: 429 })
    assert.equal(nextDueMs(refused), 4_000)
    assert.equal(nextDueMs(exchanged(refused, 30, { status: 429 })), 60_000)
    assert.equal(exchanged(refused, 1).refusals, 0)
  })
})
