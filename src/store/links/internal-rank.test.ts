import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAMPING, internalRanks, LINK_WEIGHTS, scoreOf } from './internal-rank.ts'
import { EdgePacker } from './internal-rank-edges.ts'
import { linkClasses } from './link-source-mask.ts'

type Link = [source: number, target: number, linkClass: (typeof linkClasses)[number]]

/** Links packed as the store packs them: by target, then by source. */
function graphOf(pageCount: number, links: readonly Link[]) {
  const outWeights = new Float64Array(pageCount)
  const packer = new EdgePacker()
  const packed: Uint8Array[] = []
  for (const [source, target, name] of links.toSorted((one, other) => one[1] - other[1] || one[0] - other[0])) {
    outWeights[source] = (outWeights[source] ?? 0) + LINK_WEIGHTS[name]
    const full = packer.add({ target, source, linkClass: linkClasses.indexOf(name) })
    if (full) packed.push(full)
  }
  packed.push(packer.take())
  async function* chunks() {
    yield* packed
  }
  return { isRanked: new Uint8Array(pageCount).fill(1), outWeights, chunks, packed }
}

async function ranksOf(pageCount: number, links: readonly Link[]) {
  const ranks = await internalRanks(graphOf(pageCount, links))
  assert.ok(ranks)
  return ranks
}

/** The definition, as slowly as it stands in the books: no packing, no shares, rounds without end. */
function naiveRanks(pageCount: number, links: readonly Link[]): number[] {
  let ranks: number[] = Array.from({ length: pageCount }, () => 1 / pageCount)
  for (let round = 0; round < 400; round++) {
    ranks = ranks.map((_, page) => {
      let rank = (1 - DAMPING) / pageCount
      for (const [source, held] of ranks.entries()) {
        const all = links.filter(link => link[0] === source)
        const sum = all.reduce((total, link) => total + LINK_WEIGHTS[link[2]], 0)
        if (sum === 0) rank += (DAMPING * held) / pageCount
        else
          for (const [, target, name] of all) if (target === page) rank += (DAMPING * held * LINK_WEIGHTS[name]) / sum
      }
      return rank
    })
  }
  return ranks
}

/** Mulberry32. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

function assertNear(actual: ArrayLike<number>, expected: readonly number[], tolerance: number) {
  assert.equal(actual.length, expected.length)
  for (const [page, rank] of expected.entries())
    assert.ok(Math.abs((actual[page] ?? Number.NaN) - rank) <= tolerance, `page ${page}: ${actual[page]}, not ${rank}`)
}

describe('internalRanks()', () => {
  // Solved by hand, d = 0.85.
  const cases: [string, number, Link[], number[]][] = [
    ['one page alone has all', 1, [], [1]],
    ['without links all pages are alike', 4, [], [0.25, 0.25, 0.25, 0.25]],
    // Two pages that name each other are alike, whatever the weight of their links.
    [
      'only the share of a weight counts',
      2,
      [
        [0, 1, 'footer'],
        [1, 0, 'content'],
      ],
      [0.5, 0.5],
    ],
    // b = 0.05 + 0.85a/2 = c, a = 0.05 + 0.85(b + c) = 0.05 + 1.7b: a = 0.135 / 0.2775.
    [
      'a page divides evenly among equal links',
      3,
      [
        [0, 1, 'content'],
        [0, 2, 'content'],
        [1, 0, 'content'],
        [2, 0, 'content'],
      ],
      [0.486486486, 0.256756757, 0.256756757],
    ],
    // The same with 1 to 0.25: b = 0.05 + 0.68a, c = 0.05 + 0.17a.
    [
      'a link of the content passes on four times as much as one of the footer',
      3,
      [
        [0, 1, 'content'],
        [0, 2, 'footer'],
        [1, 0, 'content'],
        [2, 0, 'navigation'],
      ],
      [0.486486486, 0.380810811, 0.132702703],
    ],
    // Page 1 leads nowhere: a = 0.075 + 0.425b, a + b = 1.
    ['a page without links passes its rank on to all', 2, [[0, 1, 'content']], [0.350877193, 0.649122807]],
  ]
  for (const [name, pageCount, links, expected] of cases)
    it(`${name}`, async () => {
      const { ranks } = await ranksOf(pageCount, links)
      assertNear(ranks, expected, 2e-6)
      assertNear(naiveRanks(pageCount, links), expected, 1e-8)
    })

  it('finds what the definition says, for any links', async () => {
    const names = ['footer', 'navigation', 'content'] as const
    for (let seed = 1; seed <= 25; seed++) {
      const random = randomOf(seed)
      const pageCount = 2 + random(30)
      const links = new Map<string, Link>()
      for (let count = random(pageCount * 4); count > 0; count--) {
        const [source, target] = [random(pageCount), random(pageCount)]
        if (source !== target) links.set(`${source} ${target}`, [source, target, names[random(3)] ?? 'content'])
      }
      const { ranks, base } = await ranksOf(pageCount, [...links.values()])
      assertNear(ranks, naiveRanks(pageCount, [...links.values()]), 1e-5)
      assert.ok(Math.abs(ranks.reduce((sum, rank) => sum + rank, 0) - 1) < 1e-9, `seed ${seed}: they add up to 1`)
      assert.ok(ranks.every(rank => rank >= base))
    }
  })

  it('leaves out pages that take no part', async () => {
    const graph = graphOf(3, [[0, 2, 'content']])
    graph.isRanked[1] = 0
    const ranks = await internalRanks(graph)
    assertNear(ranks?.ranks ?? [], [0.350877193, 0, 0.649122807], 2e-6)
    graph.isRanked.fill(0)
    assert.deepEqual(await internalRanks(graph), { ranks: new Float64Array(3), base: 0 })
  })

  it('reads links from any number of chunks', async () => {
    // All name the first page, and each the one after it: more bytes than one chunk holds.
    const pageCount = 300_000
    const links = Array.from({ length: pageCount - 1 }, (_, index): Link[] => [
      [index + 1, 0, 'navigation'],
      [index + 1, index === pageCount - 2 ? 1 : index + 2, 'content'],
    ])
    const graph = graphOf(pageCount, links.flat())
    assert.ok(graph.packed.length > 1)
    const found = await internalRanks(graph)
    // The first passes on to all, and gets a third of what each of the others has: 0.15/n + 0.85a/n + 0.85(1 - a)/3.
    assertNear([found?.ranks[0] ?? 0], [0.22077994], 1e-5)
    const again = await internalRanks(graph)
    assert.deepEqual(again, found, 'to the last bit')
  })

  it('stops when abandoned', async () => {
    assert.equal(await internalRanks(graphOf(2, [[0, 1, 'content']]), AbortSignal.abort()), null)
  })
})

describe('scoreOf()', () => {
  const score = (ranks: number[], base: number) =>
    ranks.map((_, page) => scoreOf({ ranks: Float64Array.from(ranks), base })(page))
  it('says how far on the way from no link to the strongest page, by orders of magnitude', () => {
    assert.deepEqual(score([0.001, 0.01, 0.1, 1], 0.001), [0, 33, 67, 100])
  })
  it('gives 0 to pages without links alone, and 100 to the strongest', () => {
    assert.deepEqual(score([0.001, 0.001_000_1, 0.999, 1], 0.001), [0, 1, 100, 100])
    assert.deepEqual(score([0.5, 0.5], 0.5), [100, 100])
  })
})
