import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { comparePages, IdSet, type PagePair } from './compare-pages.ts'

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

it('IdSet has the ids that were added, however large, and no other', () => {
  const set = new IdSet()
  const ids = [0, 31, 32, 65_535, 65_536, 65_537, 131_072, 5_000_000]
  const known = () => ids.flatMap(id => [id - 1, id, id + 1]).filter(id => set.has(id))
  for (const [index, id] of ids.entries()) {
    set.add(id)
    set.add(id)
    const added = new Set(ids.slice(0, index + 1))
    assert.deepEqual(
      known(),
      ids.flatMap(each => [each - 1, each, each + 1]).filter(each => added.has(each)),
    )
  }
})
