import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trendDates, trendPoints } from './trend-geometry.ts'

const size = { width: 112, height: 52, margin: 6 }

const lines: [name: string, scores: number[], ys: number[]][] = [
  ['a wide range from top to bottom', [20, 100, 60], [46, 6, 26]],
  ['a small change as small', [50, 52, 51], [30, 22, 26]],
  ['no change in the middle', [70, 70], [26, 26]],
]

for (const [name, scores, ys] of lines)
  test(`trendPoints() draw ${name}`, () =>
    assert.deepEqual(
      trendPoints(scores, size).map(({ y }) => y),
      ys,
    ))

test('trendPoints() are evenly spaced', () =>
  assert.deepEqual(
    trendPoints([1, 2, 3], size).map(({ x }) => x),
    [6, 56, 106],
  ))

test('trendDates() are days, and times where all are of one day', () => {
  assert.deepEqual(trendDates(['2026-10-04T12:00:00Z', null, '2026-11-22T12:00:00Z']), ['Oct 4', '', 'Nov 22'])
  const time = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' })
  const [first, second] = ['2026-11-22T12:00:00Z', '2026-11-22T12:31:00Z']
  assert.deepEqual(
    trendDates([first, second]),
    [first, second].map(iso => time.format(new Date(iso))),
  )
})
