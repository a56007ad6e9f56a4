import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WaitingWatch } from './waiting-watch.ts'

/** A clock that stands still until advanced, and what the watch has told. */
function stage() {
  const told: string[] = []
  const timers = new Set<{ atMs: number; callback: () => void }>()
  let nowMs = 0
  const watch = new WaitingWatch({
    after(ms, callback) {
      const timer = { atMs: nowMs + ms, callback }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    onWaiting: isWaiting => told.push(`${isWaiting ? 'waits' : 'works'} at ${nowMs}`),
  })
  const pass = (ms: number) => {
    nowMs += ms
    for (const timer of timers) {
      if (timer.atMs > nowMs) continue
      timers.delete(timer)
      timer.callback()
    }
  }
  return { watch, told, pass, timers }
}

test('a crawl waits once nothing has happened for three seconds, and works when something does', () => {
  const { watch, told, pass } = stage()
  const end = watch.begin()
  pass(2_999)
  assert.deepEqual(told, [])
  pass(1)
  end()
  assert.deepEqual(told, ['waits at 3000', 'works at 3000'])
})

test('any beginning or end of a wait counts as work', () => {
  const { watch, told, pass } = stage()
  watch.begin()
  pass(2_000)
  const end = watch.begin()
  pass(2_000)
  end()
  pass(2_999)
  assert.deepEqual(told, [])
  pass(1)
  assert.deepEqual(told, ['waits at 7000'])
})

test('a crawl that waits for nothing is at work, however long it takes, and leaves no timer', () => {
  const { watch, told, pass, timers } = stage()
  watch.begin()()
  pass(60_000)
  assert.deepEqual([told, timers.size], [[], 0])
})
