import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { HostLease } from './host-lease.ts'
import type { SlotRequest, Slots } from './host-shares.ts'
import type { HostPolicy } from './politeness.ts'

const LEASE_MS = 6_000
const granted: Slots = { held: 2, usable: 2, dueInMs: 0, pauseDueInMs: 0, delayMs: 0, isShared: false }
const refused: Slots = { ...granted, held: 0, usable: 0, isShared: true }

/** A lease of a clock that stands still. */
function open(changes: Partial<HostPolicy> = {}) {
  const clock = { nowMs: 0 }
  let looks = 0
  const policy: HostPolicy = { ceiling: 2, pauseMs: 0, delayMs: 0, ...changes }
  const lease = new HostLease('https://site.test', policy, { elapsedMs: () => clock.nowMs, look: () => looks++ })
  return {
    lease,
    policy,
    clock,
    looks: () => looks,
    take: (slots: Partial<Slots> = {}) =>
      lease.take({ ...granted, ...slots }, { sinceMs: clock.nowMs, leaseMs: LEASE_MS }),
    request: () => lease.request({ sinceMs: clock.nowMs, holder: 'a', leaseMs: LEASE_MS }),
  }
}

const noRequest: SlotRequest = {
  holder: 'a',
  isWanted: false,
  underWay: 0,
  ceiling: 2,
  isPausing: false,
  delayMs: 0,
  dueInMs: 0,
  pauseDueInMs: 0,
  hasRequested: false,
  leaseMs: LEASE_MS,
}

describe('HostLease', () => {
  test('requests nothing before it is wanted', () => {
    const { lease, looks, request } = open()
    assert.equal(lease.origin, 'https://site.test')
    assert.deepEqual([lease.isTaken, lease.isWaiting, lease.mayRequest(0), looks()], [false, false, false, 0])
    assert.deepEqual(request(), noRequest)
  })

  test('looks for slots once, until it has some', () => {
    const { lease, looks, take, request } = open()
    lease.want(0)
    lease.want(0)
    assert.deepEqual([lease.isTaken, lease.isWaiting, looks()], [true, true, 1])
    assert.deepEqual(request(), { ...noRequest, isWanted: true })
    take()
    assert.deepEqual([lease.isTaken, lease.isWaiting, lease.mayRequest(0)], [true, false, true])
    assert.deepEqual(request(), noRequest, 'nothing is under way')
    lease.want(0)
    assert.equal(looks(), 1)
  })

  test('uses its slots for half a lease, and renews them after a sixth', () => {
    const { lease, looks, take } = open()
    lease.want(0)
    take()
    lease.sent(0)
    assert.deepEqual([lease.mayRequest(2_999), lease.mayRequest(3_000)], [true, false])
    assert.deepEqual([lease.isToRenew(999), lease.isToRenew(1_000)], [false, true])
    lease.want(2_999)
    assert.equal(looks(), 1)
    lease.want(3_000)
    assert.equal(looks(), 2)
  })

  test('has as many requests under way as slots', () => {
    const { lease, take, request } = open()
    lease.want(0)
    take()
    lease.sent(0)
    assert.deepEqual([lease.underWay, lease.mayRequest(0)], [1, true])
    lease.sent(0)
    assert.deepEqual([lease.underWay, lease.mayRequest(0)], [2, false])
    assert.deepEqual(request(), { ...noRequest, isWanted: true, underWay: 2, hasRequested: true })
    lease.received()
    assert.deepEqual([lease.underWay, lease.mayRequest(0)], [1, true])
  })

  const renewals: [what: string, act: (stage: ReturnType<typeof open>) => void, isToRenew: boolean][] = [
    ['that waits', ({ lease }) => lease.want(0), true],
    ['in use', ({ lease, take }) => void [take(), lease.sent(0)], false],
    ['in use and shared', ({ lease, take }) => void [take({ isShared: true }), lease.sent(0)], true],
    ['not in use', ({ take }) => void take(), true],
  ]
  for (const [what, act, isToRenew] of renewals)
    test(`a lease ${what} is ${isToRenew ? '' : 'not '}to be renewed`, () => {
      const stage = open()
      act(stage)
      assert.equal(stage.lease.isToRenew(0), isToRenew)
    })

  test('gives slots up that others need, when their requests are done', () => {
    const { lease, looks, take } = open()
    lease.want(0)
    take()
    lease.sent(0)
    lease.sent(0)
    lease.lose({ ...granted, usable: 3 })
    assert.equal(lease.mayRequest(0), false)
    take({ usable: 1, isShared: true })
    const before = looks()
    lease.received()
    assert.deepEqual([lease.mayRequest(0), looks()], [false, before + 1])
    lease.received()
    assert.deepEqual([lease.mayRequest(0), looks()], [true, before + 2])
  })

  test('does not look when it may use all slots that it holds', () => {
    const { lease, looks, take } = open()
    lease.want(0)
    take()
    lease.sent(0)
    lease.received()
    assert.equal(looks(), 1)
  })

  test('loses slots at once, and gains none so', () => {
    const { lease, take } = open()
    take()
    lease.lose({ ...granted, usable: 1 })
    lease.lose({ ...granted, usable: 2 })
    lease.sent(0)
    assert.equal(lease.mayRequest(0), false)
  })

  const taken: [
    what: string,
    before: Partial<Slots> | null,
    slots: Partial<Slots>,
    isWanted: boolean,
    tells: boolean,
  ][] = [
    ['all slots', null, {}, true, false],
    ['a part of the slots', null, { held: 1, usable: 1, isShared: true }, true, false],
    ['none, for the first time', null, refused, true, true],
    ['none again', refused, refused, true, false],
    ['none that it wants', null, refused, false, false],
    ['fewer than before', { isShared: true }, { held: 1, usable: 1, isShared: true }, true, true],
    ['fewer than before, of a host of its own', {}, { held: 1, usable: 1 }, true, false],
    ['as many as before', { isShared: true }, { isShared: true }, true, false],
  ]
  for (const [what, before, slots, isWanted, tells] of taken)
    test(`${tells ? 'notifies' : 'does not notify'} other crawls when it is given ${what}`, () => {
      const { lease, take } = open()
      if (isWanted) lease.want(0)
      if (before) take(before)
      assert.equal(take(slots), tells)
      assert.equal(lease.isWaiting, isWanted && slots.usable === 0)
    })

  test('waits again when its slots are gone while it is wanted', () => {
    const { lease, take } = open()
    take()
    lease.sent(0)
    assert.equal(take(refused), true)
    assert.equal(lease.isWaiting, true)
  })

  test('counts from its first request with a slot whether it has requested', () => {
    const { lease, take, request } = open()
    take()
    lease.sent(0)
    take()
    assert.equal(request().hasRequested, true)
    take(refused)
    take()
    assert.equal(request().hasRequested, false)
  })

  const due: [
    what: string,
    policy: Partial<HostPolicy>,
    slots: Partial<Slots>,
    dueMs: number,
    request: Pick<SlotRequest, 'isPausing' | 'dueInMs' | 'pauseDueInMs'>,
  ][] = [
    ['without a pause', {}, {}, 0, { isPausing: false, dueInMs: 0, pauseDueInMs: 0 }],
    ['with a pause', { pauseMs: 300 }, {}, 400, { isPausing: true, dueInMs: 0, pauseDueInMs: 400 }],
    ['with a delay', { delayMs: 300 }, {}, 400, { isPausing: true, dueInMs: 400, pauseDueInMs: 100 }],
    [
      'with a longer pause',
      { pauseMs: 500, delayMs: 300 },
      {},
      600,
      { isPausing: true, dueInMs: 400, pauseDueInMs: 600 },
    ],
    [
      'with a delay that others know of',
      {},
      { delayMs: 700 },
      800,
      { isPausing: false, dueInMs: 800, pauseDueInMs: 0 },
    ],
    ['due later by others', {}, { dueInMs: 900 }, 900, { isPausing: false, dueInMs: 900, pauseDueInMs: 0 }],
    [
      'paused by others',
      { pauseMs: 1 },
      { pauseDueInMs: 900 },
      900,
      { isPausing: true, dueInMs: 0, pauseDueInMs: 900 },
    ],
    ['not paused itself', {}, { pauseDueInMs: 900 }, 0, { isPausing: false, dueInMs: 0, pauseDueInMs: 900 }],
  ]
  for (const [what, policy, slots, dueMs, request] of due)
    test(`says when the next request is due, ${what}`, () => {
      const stage = open(policy)
      stage.take(slots)
      stage.lease.sent(100)
      assert.equal(stage.lease.dueMs, dueMs)
      stage.clock.nowMs = 10
      const { isPausing, dueInMs, pauseDueInMs } = stage.request()
      assert.deepEqual({ isPausing, dueInMs: dueInMs + 10, pauseDueInMs: pauseDueInMs + 10 }, request)
      assert.deepEqual([stage.lease.mayRequest(dueMs - 1), stage.lease.mayRequest(dueMs)], [false, true])
    })

  test('holds back as long as the host demands, and never shorter', () => {
    const { lease, take, clock, request } = open()
    take()
    lease.holdBack(500)
    lease.holdBack(400)
    clock.nowMs = 200
    assert.deepEqual([lease.dueMs, request().dueInMs], [500, 300])
    take({ dueInMs: 100 })
    assert.equal(lease.dueMs, 500)
  })

  test('follows new rules from its last request on, and looks whether others must make room', () => {
    for (const change of [{ ceiling: 1 }, { pauseMs: 50 }, { delayMs: 50 }]) {
      const { lease, policy, take } = open()
      take()
      lease.sent(100)
      lease.follow({ ...policy })
      assert.equal(lease.mayRequest(100), true)
      lease.follow({ ...policy, ...change })
      assert.equal(lease.mayRequest(1_000), false, JSON.stringify(change))
      assert.equal(lease.dueMs, 'ceiling' in change ? 0 : 150)
    }
  })
})
