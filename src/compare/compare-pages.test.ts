import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { comparePages, type PagePair } from './compare-pages.ts'

/** Two crawls without a page. */
const pairWith = (reading: Partial<PagePair['reading']> = {}): PagePair => ({
  reading: {
    comparablePages: async () => [],
    comparablePagesAt: async () => new Map(),
    comparablePagesById: async () => new Map(),
    pageKeys: async () => [],
    textCounts: async () => new Map(),
    ...reading,
  },
  later: { id: 2 },
  earlier: { id: 1 },
  isWhole: true,
  toLater: url => url,
  toEarlier: url => url,
})

describe('comparePages()', () => {
  it('has nothing in common of crawls without a page', async () => {
    const changes = { changed: [], added: [], moved: [], redirected: [], removed: [], 'not-crawled': [] }
    const going = new AbortController().signal
    assert.deepEqual(await comparePages(pairWith(), going), { changes, inBoth: 0 })
  })

  it('is abandoned among the pages of the later crawl', async () => {
    const requested: number[] = []
    const pair = pairWith({
      comparablePagesAt: async crawlId => {
        requested.push(crawlId)
        return new Map()
      },
    })
    assert.deepEqual([await comparePages(pair, AbortSignal.abort()), requested], [null, []])
  })

  it('is abandoned among those that the later crawl does not have', async () => {
    const stopping = new AbortController()
    const requested: number[] = []
    const pair = pairWith({
      comparablePagesAt: async crawlId => {
        requested.push(crawlId)
        return new Map()
      },
      pageKeys: async () => {
        stopping.abort()
        return []
      },
    })
    assert.deepEqual([await comparePages(pair, stopping.signal), requested], [null, [1]])
  })
})
