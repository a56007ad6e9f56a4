import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LinkIndexPart } from './link-index-part.ts'

/** Links of the kind that leads to pages, by place of the kind. */
const ANCHOR = 1
const IMAGE = 1 << 3

interface Named {
  id: number
  mask?: number
  links?: number
  isFollowed?: boolean
}

function targetsOf(named: readonly Named[]) {
  return {
    ids: Uint32Array.from(named, ({ id }) => id),
    masks: Uint32Array.from(named, ({ mask = ANCHOR }) => mask),
    linkCounts: Uint32Array.from(named, ({ links = 1 }) => links),
    isFollowed: Uint8Array.from(named, ({ isFollowed = true }) => (isFollowed ? 1 : 0)),
  }
}

describe('LinkIndexPart', () => {
  it('returns who names each URL, by id, in the order in which the pages came', () => {
    const part = new LinkIndexPart()
    part.add(9, targetsOf([{ id: 4_000_000_000 }, { id: 2, links: 3 }]))
    part.add(
      3,
      targetsOf([
        { id: 2, isFollowed: false },
        { id: 5, mask: 2 ** 31 + IMAGE, links: 0, isFollowed: false },
      ]),
    )
    assert.deepEqual(
      Array.from(part.rows(), row => ({ ...row, sources: [...row.sources] })),
      [
        { targetId: 2, sources: [9, ANCHOR, 3, ANCHOR], pageSourceCount: 2, linkCount: 4, followedSourceCount: 1 },
        { targetId: 5, sources: [3, 2 ** 31 + IMAGE], pageSourceCount: 0, linkCount: 0, followedSourceCount: 0 },
        { targetId: 4_000_000_000, sources: [9, ANCHOR], pageSourceCount: 1, linkCount: 1, followedSourceCount: 1 },
      ],
    )
  })

  it('leaves out the page itself, and what the crawl did not take in', () => {
    const part = new LinkIndexPart()
    part.add(7, targetsOf([{ id: 7 }, { id: 0 }]))
    assert.deepEqual([...part.rows()], [])
  })

  it('holds any number of links', () => {
    const part = new LinkIndexPart()
    const allTargets = targetsOf(Array.from({ length: 1_000 }, (_, index) => ({ id: 1_000 - index })))
    for (let page = 1; page <= 200; page++) part.add(5_000 + page, allTargets)
    const rows = [...part.rows()]
    assert.deepEqual(
      rows.map(row => row.targetId),
      Array.from({ length: 1_000 }, (_, index) => index + 1),
    )
    for (const { sources, linkCount } of rows) {
      assert.equal(linkCount, 200)
      assert.deepEqual([sources[0], sources[398]], [5_001, 5_200])
    }
  })
})
