import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testCheckpoint } from '#store/contract/test-crawl.ts'
import type { CrawlCheckpoint, CrawlEnding } from '#store/store.ts'
import { CrawlBounds } from './crawl-bounds.ts'

const MINUTE_MS = 60_000
const settings = {
  crawlBaseMs: MINUTE_MS,
  crawlMsPerPage: 30_000,
  crawlBaseBytes: 1_000_000,
  crawlBytesPerPage: 500_000,
  longCrawlDelayMs: 5_000,
}
/** With these settings: two minutes, two megabytes. */
const PAGE_LIMIT = 2

function checkpointWith(more: Partial<CrawlCheckpoint> = {}): CrawlCheckpoint {
  return testCheckpoint({ phase: 'visiting', ...more })
}

function testBench(checkpoint: CrawlCheckpoint) {
  const endings: CrawlEnding[] = []
  const bench = { nowMs: 1_000, timer: null as (() => void) | null, endings, isWaiting: false, crawlDelayMs: 5_000 }
  const bounds = new CrawlBounds({
    settings,
    pageLimit: PAGE_LIMIT,
    crawlDelayMs: () => bench.crawlDelayMs,
    checkpoint,
    now: () => bench.nowMs,
    isWaiting: () => bench.isWaiting,
    after(_ms, callback) {
      bench.timer = callback
      return () => {
        bench.timer = null
      }
    },
    onReached: ending => endings.push(ending),
  })
  /** The clock goes on by so much, then the timer fires. */
  const pass = (ms: number, times = 1) => {
    for (let time = 0; time < times; time++) {
      bench.nowMs += ms
      bench.timer?.()
    }
  }
  return { bench, bounds, pass, endings }
}

describe('bounds of a crawl', () => {
  it('end it once when its time is up', () => {
    const checkpoint = checkpointWith()
    const { pass, endings } = testBench(checkpoint)
    pass(1_000, 119)
    assert.deepEqual([endings, checkpoint.spentMs], [[], 119_000])
    pass(1_000, 5)
    assert.deepEqual(endings, [{ reason: 'time-limit', detail: '2 minutes' }])
  })

  it('give it no additional time for its pages when the site has a long Crawl-delay', () => {
    const { bench, pass, endings } = testBench(checkpointWith())
    pass(1_000, 30)
    bench.crawlDelayMs = 30_000
    pass(1_000, 29)
    assert.deepEqual(endings, [])
    pass(1_000)
    assert.deepEqual(endings, [{ reason: 'time-limit', detail: '1 minute with a Crawl-delay of 30 s' }])
  })

  it('end it once when it has received all that it may', () => {
    const checkpoint = checkpointWith()
    const { bounds, endings } = testBench(checkpoint)
    bounds.received(1_999_999)
    assert.deepEqual(endings, [])
    for (let time = 0; time < 3; time++) bounds.received(1)
    assert.deepEqual(endings, [{ reason: 'transfer-limit', detail: '2 megabytes' }])
  })

  it('go on where an earlier claimant left off', () => {
    const { pass, endings } = testBench(checkpointWith({ spentMs: 119_000, receivedBytes: 5 }))
    pass(1_000)
    assert.equal(endings[0]?.reason, 'time-limit')
    const full = testBench(checkpointWith({ receivedBytes: 2_000_000 }))
    full.pass(1_000)
    assert.equal(full.endings[0]?.reason, 'transfer-limit')
  })

  it('take a clock that is set, or a machine that slept, for little or no time', () => {
    const checkpoint = checkpointWith()
    const { pass, endings } = testBench(checkpoint)
    pass(-3_600_000)
    assert.equal(checkpoint.spentMs, 0)
    pass(86_400_000)
    assert.deepEqual([checkpoint.spentMs, endings], [10_000, []])
  })

  it('do not count while others have the slots at the site', () => {
    const checkpoint = checkpointWith()
    const { bench, pass } = testBench(checkpoint)
    bench.isWaiting = true
    pass(1_000, 500)
    bench.isWaiting = false
    pass(1_000, 2)
    assert.equal(checkpoint.spentMs, 2_000)
  })

  for (const phase of ['measuring', 'checking'] as const)
    it(`do not count while no requests are made: ${phase}`, () => {
      const checkpoint = checkpointWith({ phase, spentMs: 500_000, receivedBytes: 5_000_000 })
      const { bounds, pass, endings } = testBench(checkpoint)
      pass(1_000, 3)
      bounds.received(1)
      assert.deepEqual([checkpoint.spentMs, endings], [500_000, []])
    })

  it('leave no timer behind', () => {
    const { bench, bounds, pass } = testBench(checkpointWith())
    pass(1_000)
    bounds[Symbol.dispose]()
    assert.equal(bench.timer, null)
  })
})
