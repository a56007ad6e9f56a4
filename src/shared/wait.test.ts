import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { wait } from './wait.ts'

/** One timer, fired by the test. */
function testTimer() {
  const timer = { fire: () => {}, isCancelled: false, ms: -1 }
  const after = (ms: number, callback: () => void) => {
    timer.ms = ms
    timer.fire = callback
    return () => {
      timer.isCancelled = true
    }
  }
  return { timer, after }
}

describe('wait()', () => {
  it('lasts until the timer fires', async () => {
    const { timer, after } = testTimer()
    let isOver = false
    const waiting = wait(after, 50, new AbortController().signal).then(() => {
      isOver = true
    })
    await Promise.resolve()
    assert.deepEqual([timer.ms, isOver], [50, false])
    timer.fire()
    await waiting
    assert.ok(isOver)
  })

  it('ends, and cancels its timer, when the signal aborts', async () => {
    const { timer, after } = testTimer()
    const controller = new AbortController()
    const waiting = wait(after, 50, controller.signal)
    controller.abort()
    await waiting
    assert.ok(timer.isCancelled)
  })

  it('takes no time with an aborted signal, or no time to wait', async () => {
    const { timer, after } = testTimer()
    await wait(after, 50, AbortSignal.abort())
    await wait(after, 0, new AbortController().signal)
    assert.equal(timer.ms, -1)
  })
})
