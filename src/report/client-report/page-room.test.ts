import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { linesOf, roomOf, thatFit } from './page-room.ts'

const PIXELS_PER_INCH = 96
const A4_INCHES = 297 / 25.4
const LETTER_INCHES = 11

describe('roomOf()', () => {
  it('is the height of the paper less what stands on each page', () => {
    assert.equal(roomOf('A4'), Math.floor(A4_INCHES * PIXELS_PER_INCH) - 226)
    assert.equal(roomOf('Letter'), LETTER_INCHES * PIXELS_PER_INCH - 226)
  })
})

describe('linesOf()', () => {
  const rows: [length: number, lines: number][] = [
    [0, 1],
    [1, 1],
    [10, 1],
    [11, 2],
    [20, 2],
    [21, 3],
  ]
  for (const [length, lines] of rows)
    it(`is ${lines} for ${length} characters, 10 on each line`, () =>
      assert.equal(linesOf('x'.repeat(length), 10), lines))
})

describe('thatFit()', () => {
  const rows: [name: string, heights: number[], expected: number[]][] = [
    ['nothing of nothing', [], []],
    ['what fills the room', [4, 6], [4, 6]],
    ['not what is a pixel too high', [4, 7], [4]],
    ['nothing after what does not fit', [4, 7, 1], [4]],
    ['the first, however high', [11, 1], [11]],
  ]
  for (const [name, heights, expected] of rows)
    it(`takes ${name}`, () =>
      assert.deepEqual(
        thatFit(heights, 10, height => height),
        expected,
      ))
})
