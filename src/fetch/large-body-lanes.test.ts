import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLargeBodyLanes } from './large-body-lanes.ts'

describe('lanes of large bodies', () => {
  it('are taken at once while there are any, then in turn', () => {
    const lanes = createLargeBodyLanes(2)
    const called: string[] = []
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(name => lanes.enter(() => called.push(name)))
    assert.deepEqual([a?.isFree, b?.isFree, c?.isFree, d?.isFree], [true, true, false, false])
    b?.leave()
    assert.deepEqual([called, c?.isFree, d?.isFree], [['c'], true, false])
    a?.leave()
    a?.leave()
    assert.deepEqual([called, d?.isFree], [['c', 'd'], true])
  })

  it('are not kept for what no longer waits', () => {
    const lanes = createLargeBodyLanes(1)
    const called: string[] = []
    const first = lanes.enter(() => {})
    lanes.enter(() => called.push('given up')).leave()
    const last = lanes.enter(() => called.push('last'))
    first.leave()
    assert.deepEqual([called, last.isFree], [['last'], true])
    last.leave()
    assert.equal(lanes.enter(() => {}).isFree, true)
  })

  it('may be left from within the call that gives one', () => {
    const lanes = createLargeBodyLanes(1)
    const called: string[] = []
    const first = lanes.enter(() => {})
    const second = lanes.enter(() => {
      called.push('second')
      second.leave()
    })
    const third = lanes.enter(() => called.push('third'))
    first.leave()
    assert.deepEqual([called, third.isFree], [['second', 'third'], true])
  })
})
