import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoTime } from '#shared/iso-time.ts'
import { scoreTrend } from './score-trend.ts'

const DAY_MS = 86_400_000
const first = Date.UTC(2026, 0, 30)

/** A crawl a day. */
function trendOf(values: readonly number[]) {
  const crawls = values.map((_, index) => ({
    id: index + 1,
    startedAt: isoTime(first + index * DAY_MS),
    pagesCrawled: 1,
    status: 'complete' as const,
  }))
  const svg = scoreTrend({ scores: values.map((score, index) => ({ crawlId: index + 1, score })), crawls }).text
  const all = (pattern: RegExp) => Array.from(svg.matchAll(pattern), match => match.slice(1).join(' '))
  return {
    grid: all(/<line [^>]*\/><text [^>]*>(\d+)</g).map(Number),
    points: all(/<polyline points="([^"]*)"/g)[0],
    dots: all(/<circle class="(\w+)"/g),
    score: all(/<text class="score" [^>]*>(\d+)</g),
    days: all(/y="136"[^>]*>([^<]*)</g),
    label: all(/aria-label="([^"]*)"/g)[0],
  }
}

describe('scoreTrend()', () => {
  it('leads from the first crawl to this one, whose score and day it names', () => {
    const { points, dots, score, days, label } = trendOf([70, 80, 85])
    assert.equal(points, '34,83.3 207,48.7 380,31.3')
    assert.deepEqual([dots, score, days], [['dot', 'dot', 'last'], ['85'], ['Jan 30', 'Feb 1']])
    assert.equal(label, 'Score of the last 3 crawls: 70, 80, 85')
  })

  const grids: [values: number[], grid: number[]][] = [
    [
      [70, 85],
      [60, 70, 80, 90],
    ],
    [
      [71, 79],
      [70, 80],
    ],
    [
      [41, 79],
      [40, 50, 60, 70, 80],
    ],
    [
      [31, 79],
      [30, 50, 70],
    ],
    [
      [0, 100],
      [0, 20, 40, 60, 80, 100],
    ],
    [
      [100, 100],
      [90, 100],
    ],
  ]
  for (const [values, grid] of grids)
    it(`has lines at ${grid.join(', ')} for ${values.join(' and ')}`, () =>
      assert.deepEqual(trendOf(values).grid, grid))
})
