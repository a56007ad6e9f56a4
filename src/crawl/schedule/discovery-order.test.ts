import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UNKNOWN_DEPTH } from '#shared/crawl-depth.ts'
import { DiscoveryOrder, mentionOf, rankOf } from './discovery-order.ts'
import { type Mention, UrlColumns } from './url-columns.ts'
import { UrlTexts } from './url-texts.ts'

const mention = (depth: number, firstNumber: number, firstPosition: number): Mention => ({
  ...{ depth, redirectDepth: 0, firstNumber, firstPosition },
})

/** URLs with the ids 1, 2, …, their mentions and numbers. */
function known(...urls: [text: string, of: Mention, number?: number][]): DiscoveryOrder {
  const [columns, texts] = [new UrlColumns(), new UrlTexts()]
  for (const [text, of, number = 0] of urls) {
    const id = texts.add(text)
    columns.setMention(id, of)
    columns.setNumber(id, number)
  }
  return new DiscoveryOrder(columns, texts)
}

describe('DiscoveryOrder', () => {
  it('goes by the page that names a URL, then by the position on it, then by the text', () => {
    const order = known(
      ['f', mention(1, 2, 0)],
      ['e', mention(1, 1, 7)],
      ['d', mention(1, 1, 3)],
      ['b', mention(2, 1, 3)],
      ['a', mention(1, 3, 0)],
      ['c', mention(0, 1, 3)],
    )
    const sorted = [4, 6, 3, 2, 1, 5]
    assert.deepEqual(order.byDiscovery([1, 2, 3, 4, 5, 6]), sorted)
    assert.deepEqual(order.byDiscovery([6, 5, 4, 3, 2, 1]), sorted)
  })

  it('goes by number first where URLs have one', () => {
    const order = known(['c', mention(1, 1, 1), 3], ['b', mention(1, 1, 2), 2], ['a', mention(1, 1, 3), 2])
    assert.deepEqual(order.byNumber([1, 2, 3]), [2, 3, 1])
    assert.deepEqual(order.byNumber([3, 2, 1]), [2, 3, 1])
  })

  const before: [name: string, of: Mention, expected: boolean][] = [
    ['from a shallower page', mention(1, 9, 9), true],
    ['from a deeper page', mention(3, 1, 1), false],
    ['from a page of unknown depth', mention(UNKNOWN_DEPTH, 1, 1), false],
    ['from a page with a smaller number', mention(2, 4, 9), true],
    ['from a page with a greater number', mention(2, 6, 1), false],
    ['from an earlier position', mention(2, 5, 4), true],
    ['from the same position', mention(2, 5, 5), false],
    ['from a later position', mention(2, 5, 6), false],
  ]
  for (const [name, of, expected] of before)
    it(`says ${expected} of a mention ${name}`, () =>
      assert.equal(known(['a', mention(2, 5, 5)]).comesBefore(of, 1), expected))

  it('takes any known depth before an unknown one', () => {
    assert.equal(known(['a', mention(UNKNOWN_DEPTH, 1, 1)]).comesBefore(mention(9, 5, 5), 1), true)
    assert.deepEqual([rankOf(0), rankOf(3), rankOf(UNKNOWN_DEPTH)], [0, 3, Number.MAX_SAFE_INTEGER])
    assert.equal(known(['a', mention(3, 1, 1)]).depthRank(1), 3)
  })
})

describe('mentionOf()', () => {
  const page = { depth: 2, redirectDepth: 1, number: 7 }
  it('is one deeper than the page, and as deep where that redirects', () => {
    assert.deepEqual(mentionOf(page, false), { depth: 3, redirectDepth: 0, firstNumber: 7, firstPosition: 0 })
    assert.deepEqual(mentionOf(page, true), { depth: 2, redirectDepth: 2, firstNumber: 7, firstPosition: 0 })
  })

  it('is of unknown depth where that of the page is', () => {
    assert.equal(mentionOf({ ...page, depth: UNKNOWN_DEPTH }, false).depth, UNKNOWN_DEPTH)
  })
})
