import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlRowWith } from '#report/test-rows.ts'
import type { ComparedCrawls, Comparison } from './comparison.ts'
import { createKeptComparisons } from './kept-comparisons.ts'

const fields = {
  status: 0,
  indexability: 0,
  title: 0,
  description: 0,
  canonical: 0,
  robots: 0,
  h1: 0,
  words: 0,
  text: 0,
  structuredData: 0,
  inlinks: 0,
  outlinks: 0,
  size: 0,
  score: 0,
}

/** What differs between the crawls, as ids: three of each page that has changed, one of each finding. */
function comparisonOf({ findings = 0, changedPages = 0 }): Comparison {
  const changed = Array.from({ length: changedPages }, () => ({ laterId: 1, earlierId: 1, fields: 1 }))
  return {
    differences: [],
    findings: [{ change: 'new', checkId: 'title-missing', severity: 'error', issueIds: Array(findings).fill(1) }],
    pages: { changes: { changed, added: [], moved: [], redirected: [], removed: [], 'not-crawled': [] }, inBoth: 1 },
    fields,
  }
}

function open(of: () => Comparison = () => comparisonOf({})) {
  const made: number[] = []
  const kept = createKeptComparisons(async ({ earlier }) => {
    made.push(earlier.id)
    return of()
  })
  const read = (earlierId: number, changes: Partial<ComparedCrawls> = {}) => {
    const crawls = { later: crawlRowWith({ id: 100 }), earlier: crawlRowWith({ id: earlierId }) }
    return kept.read({ ...crawls, paths: [], switchedOff: new Set(), ...changes }, work => work())
  }
  return { made, read }
}

const readAll = async (read: (id: number) => Promise<unknown>, ids: readonly number[]) => {
  for (const id of ids) await read(id)
}
const ten = Array.from({ length: 10 }, (_, index) => index + 1)

describe('createKeptComparisons()', () => {
  it('keeps the ten that were read last', async () => {
    const { made, read } = open()
    await readAll(read, [...ten, 1])
    assert.deepEqual(made, ten)
    // The second has now gone unread for longest.
    await readAll(read, [11, 1, 3, 2])
    assert.deepEqual(made, [...ten, 11, 2])
  })

  const large: [name: string, comparison: Comparison, isKept: boolean][] = [
    ['with three million ids together', comparisonOf({ findings: 1_500_000 }), true],
    ['with more ids together', comparisonOf({ findings: 1_500_001 }), false],
    ['with a million pages', comparisonOf({ changedPages: 500_000 }), true],
    ['with more pages', comparisonOf({ changedPages: 500_001 }), false],
  ]
  for (const [name, comparison, isKept] of large)
    it(`keeps ${isKept ? 'two' : 'only the last one'} ${name}`, async () => {
      const { made, read } = open(() => comparison)
      await readAll(read, [1, 2, 2, 1])
      assert.deepEqual(made, isKept ? [1, 2] : [1, 2, 1])
    })

  it('compares once for two readers at the same time', async () => {
    const { made, read } = open()
    const [first, second] = await Promise.all([read(1), read(1)])
    assert.deepEqual([made, first === second], [[1], true])
  })

  it('compares again after a failure, and after anything that it depends on has changed', async () => {
    let fails = true
    const { made, read } = open(() => {
      if (fails) throw new Error('interrupted')
      return comparisonOf({})
    })
    await assert.rejects(read(1), /interrupted/)
    fails = false
    await read(1)
    await read(1, { paths: [{ from: '/old/', to: '/new/' }] })
    await read(1, { switchedOff: new Set(['title-missing']) })
    await read(1, { later: crawlRowWith({ id: 100, endedMs: 1 }) })
    assert.equal(made.length, 5)
  })
})
