import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { keptByAge } from './kept-crawls.ts'

const DAY_MS = 86_400_000
const NOW_MS = Date.UTC(2026, 10, 24, 12)

/** A crawl each day, the newest first; its id is its age in days. */
const daily = (days: number) => Array.from({ length: days }, (_, age) => ({ id: age, endedMs: NOW_MS - age * DAY_MS }))

describe('keptByAge()', () => {
  it('keeps all of 30 days, then one a week for half a year, then one a month', () => {
    const ages = [...keptByAge(daily(800), NOW_MS)].sort((a, b) => a - b)
    const within = (from: number, to: number) => ages.filter(age => age > from && age <= to).length
    assert.equal(within(-1, 30), 31)
    assert.ok([21, 22, 23].includes(within(30, 182)), String(within(30, 182)))
    assert.ok([20, 21, 22].includes(within(182, 800)), String(within(182, 800)))
  })

  it('keeps day by day what a later day would keep of all, so that no gap comes of it', () => {
    let kept: { id: number; endedMs: number }[] = []
    for (let day = 0; day < 500; day += 1) {
      const nowMs = NOW_MS + day * DAY_MS
      kept.push({ id: day, endedMs: nowMs })
      const ids = keptByAge(kept, nowMs)
      kept = kept.filter(({ id }) => ids.has(id))
    }
    const ages = kept.map(({ id }) => 499 - id).sort((a, b) => a - b)
    const gaps = (from: number, to: number) =>
      ages.flatMap((age, index) => (age > from && age <= to ? [age - (ages[index - 1] ?? 0)] : []))
    assert.ok(Math.max(...gaps(30, 175)) <= 14, String(gaps(30, 175)))
    assert.ok(Math.max(...gaps(182, 499)) <= 62, String(gaps(182, 499)))
  })

  it('keeps the newest of a week, and of those that ended at one moment the last', () => {
    const endedMs = NOW_MS - 100 * DAY_MS
    const week = [
      { id: 4, endedMs: endedMs - 1 },
      { id: 1, endedMs },
      { id: 3, endedMs },
      { id: 2, endedMs },
    ]
    for (const crawls of [week, week.toReversed()]) assert.deepEqual([...keptByAge(crawls, NOW_MS)], [3])
  })

  it('keeps all that are 30 days old, and one of those that are older', () => {
    const aged = [30, 30.01, 30.02].map((age, id) => ({ id, endedMs: NOW_MS - age * DAY_MS }))
    assert.deepEqual([...keptByAge(aged, NOW_MS)], [0, 1])
  })

  it('keeps the only crawl, however old', () => {
    assert.deepEqual([...keptByAge([{ id: 7, endedMs: 0 }], NOW_MS)], [7])
  })
})
