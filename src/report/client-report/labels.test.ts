import assert from 'node:assert/strict'
import { test } from 'node:test'
import { duration, percent, points, pointsSince, sentences } from './labels.ts'
import { thatFit } from './page-room.ts'

const cuts: [text: string, maxLength: number, expected: string][] = [
  ['One. Two. Three.', 9, 'One. Two.'],
  ['One. Two. Three.', 99, 'One. Two. Three.'],
  ['Set a.b to 1.5 now. Then more.', 20, 'Set a.b to 1.5 now.'],
  ['A sentence that is long.', 10, 'A sentenc…'],
  ['no end', 99, 'no end'],
  ['', 9, ''],
]
for (const [text, maxLength, expected] of cuts)
  test(`sentences() of “${text}” within ${maxLength}`, () => assert.equal(sentences(text, maxLength), expected))

test('a share is 0 or 100 % only where it is none or all', () =>
  assert.deepEqual(
    [percent(0, 9), percent(1, 999), percent(998, 999), percent(9, 9), percent(1, 0), percent(313, 397)],
    ['0 %', '1 %', '99 %', '100 %', '–', '79 %'],
  ))

test('a score is compared with that of an earlier crawl', () =>
  assert.deepEqual([0, 1, -1, 2, -12].map(pointsSince), [
    'as',
    '1 point more than',
    '1 point fewer than',
    '2 points more than',
    '12 points fewer than',
  ]))

test('points have one decimal and a sign, where there are any', () =>
  assert.deepEqual([null, 0, 1, 15.04].map(points), ['–', '–', '+1.0', '+15.0']))

test('durations have the unit in which they are read', () =>
  assert.deepEqual([84, 1_340, 720_000, 7_500_000].map(duration), ['84 ms', '1.3 s', '12 min', '2 h 5 min']))

test('thatFit() takes the first items that fit together, and always one', () => {
  const fit = (room: number) => thatFit([3, 4, 5], room, height => height)
  assert.deepEqual([fit(12), fit(11), fit(7), fit(1), thatFit([], 9, () => 1)], [[3, 4, 5], [3, 4], [3, 4], [3], []])
})
