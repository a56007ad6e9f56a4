import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCrawl } from '#report/test-crawl.ts'
import { crawlSumsReader } from './crawl-sums.ts'
import { openTestApp } from './test-app.ts'

/** A reader over a real store, whose every reading takes `costMs` on the clock. */
async function open(crawl: { isEnded: boolean; costMs: number }) {
  const test = await openTestApp()
  const url = 'https://example.com/'
  const ownerId = await test.store.visitors.createOwner('a hash', 0)
  const { crawlId } = await addCrawl(test.store, { ownerId, url, pages: [{ url }], nowMs: 0, isEnded: crawl.isEnded })
  let nowMs = 0
  let readings = 0
  const { reading } = test.store
  const counted = {
    ...reading,
    pageCounts: (id: number) => {
      readings += 1
      nowMs += crawl.costMs
      return reading.pageCounts(id)
    },
  }
  const sums = crawlSumsReader({ reading: counted, now: () => nowMs })
  const row = await reading.crawl(crawlId)
  if (!row) throw new Error('no crawl')
  const readAfter = async (pauseMs: number, status = row.status) => {
    nowMs += pauseMs
    await sums.read({ ...row, status })
    return readings
  }
  return { test, readAfter, forget: () => sums.forget([row.id]) }
}

describe('crawlSumsReader()', () => {
  it('reads the sums of an ended crawl once', async () => {
    const { test, readAfter } = await open({ isEnded: true, costMs: 0 })
    await using _ = test
    assert.deepEqual([await readAfter(0), await readAfter(1e9)], [1, 1])
  })

  it('reads them again once they are forgotten', async () => {
    const { test, readAfter, forget } = await open({ isEnded: true, costMs: 0 })
    await using _ = test
    await readAfter(0)
    forget()
    assert.equal(await readAfter(0), 2)
  })

  it('reads those of a small running crawl each time', async () => {
    const { test, readAfter } = await open({ isEnded: false, costMs: 0 })
    await using _ = test
    assert.deepEqual([await readAfter(0), await readAfter(1_500)], [1, 2])
  })

  it('spares a large running crawl, and reads once more when it has ended', async () => {
    const { test, readAfter } = await open({ isEnded: false, costMs: 200 })
    await using _ = test
    assert.deepEqual([await readAfter(0), await readAfter(1_500), await readAfter(2_500)], [1, 1, 2])
    assert.deepEqual([await readAfter(0, 'complete'), await readAfter(1e9, 'complete')], [3, 3])
  })
})
