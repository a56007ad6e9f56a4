import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { donutSlices, slicePath } from './donut-geometry.ts'

const FULL_TURN = 2 * Math.PI
const size = { outerRadius: 10, innerRadius: 5 }

describe('donutSlices()', () => {
  it('gives no slice when there is nothing to show', () => {
    assert.deepEqual(donutSlices([]), [])
    assert.deepEqual(donutSlices([0, 0]), [])
  })

  it('gives one full turn to a single value', () => {
    assert.deepEqual(donutSlices([0, 7, 0]), [{ index: 1, from: 0, to: FULL_TURN }])
  })

  it('shares the turn in proportion', () => {
    const [half, quarter, last] = donutSlices([2, 1, 1])
    assert.equal(half?.to, FULL_TURN / 2)
    assert.equal(quarter?.to, (FULL_TURN * 3) / 4)
    assert.equal(last?.to, FULL_TURN)
  })

  for (const values of [
    [1, 99_999],
    [1, 1, 1, 1, 1_000_000],
    [5, 0, 3, 0, 12],
  ])
    it(`fills exactly one turn without gaps and hides no value of ${values.join(', ')}`, () => {
      const slices = donutSlices(values)
      assert.equal(slices.length, values.filter(value => value > 0).length)
      let expected = 0
      for (const { from, to } of slices) {
        assert.ok(Math.abs(from - expected) < 1e-9)
        assert.ok(to - from > 0.08, 'wide enough to be pointed at')
        expected = to
      }
      assert.ok(Math.abs(expected - FULL_TURN) < 1e-9)
    })
})

describe('slicePath()', () => {
  it('draws a quarter of the ring', () => {
    assert.equal(slicePath({ from: 0, to: FULL_TURN / 4 }, size), 'M0 -10A10 10 0 0 1 10 0L5 0A5 5 0 0 0 0 -5Z')
  })

  it('takes the long way round for more than half a turn', () => {
    assert.match(slicePath({ from: 0, to: FULL_TURN * 0.75 }, size), /A10 10 0 1 1 -10 0/)
  })

  it('draws a full turn as two circles', () => {
    assert.equal(slicePath({ from: 0, to: FULL_TURN }, size).match(/A/g)?.length, 4)
  })
})
