import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlChange, percentChange } from './comparison.ts'
import { countsWith, crawlRowWith } from './test-rows.ts'

describe('percentChange()', () => {
  const rows: [number, number, number | null][] = [
    [0, 0, 0],
    [0, 5, null],
    [5, 0, -100],
    [10, 15, 50],
    [3, 4, 33],
    [4, 4, 0],
  ]
  for (const [before, now, expected] of rows)
    it(`calls ${before} to ${now} ${expected} %`, () => assert.equal(percentChange(before, now), expected))
})

describe('crawlChange()', () => {
  const now = crawlRowWith({
    id: 9,
    counts: countsWith({ pagesListed: 6, bySeverity: { error: 1, warning: 0, info: 0 } }),
  })
  const earlier = crawlRowWith({ id: 4, counts: countsWith({ redirectIssues: 4 }) })

  it('is null for the first crawl', () => assert.equal(crawlChange(now, [now]), null))

  it('compares with the newest complete crawl before this one', () => {
    const running = crawlRowWith({ id: 8, status: 'crawling', counts: countsWith({ pagesListed: 1 }) })
    assert.deepEqual(crawlChange(now, [now, running, crawlRowWith({ id: 6 }), earlier]), {
      totalPages: 50,
      errors: -50,
      redirects: 0,
      duplicates: 0,
    })
  })

  it('compares an earlier crawl with those before it, not with later ones', () => {
    assert.equal(crawlChange(earlier, [now, earlier]), null)
    assert.equal(crawlChange(now, [now, earlier])?.redirects, -75)
  })
})
