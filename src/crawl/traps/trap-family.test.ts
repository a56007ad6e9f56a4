import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factsOf } from '#extract/test-facts.ts'
import { SketchBudget, TrapFamily } from './trap-family.ts'
import { likenessOf } from './trap-likeness.ts'
import { trapPattern } from './trap-pattern.ts'

const urlOf = (number: number) => `https://site.test/days/${number}`
const pattern = trapPattern(urlOf(1))
const sameText = 'Bread is baked here every day of the week, and cakes can be ordered by telephone or at the counter'

interface Pages {
  budget?: SketchBudget
  textOf?: (page: number) => string
  /** Stands for the whole text, of which pages that are alike differ in a few words. */
  hashOf?: (page: number) => string
  addressOf?: (page: number) => string
  wordCount?: number
}

function visitedFamily(
  pages: number,
  {
    budget = new SketchBudget(1_000),
    textOf = () => sameText,
    hashOf = textOf,
    addressOf = urlOf,
    wordCount = 20,
  }: Pages = {},
): TrapFamily {
  const family = new TrapFamily(pattern, { share: 50, budget })
  for (let number = 1; number <= pages; number++) {
    const url = addressOf(number)
    const likeness = likenessOf(factsOf(`<title>Days</title><main>${textOf(number)}</main>`, { url }))
    family.visit({ number, url, wordCount, textHash: hashOf(number), likeness }, trapPattern(url))
  }
  return family
}

describe('TrapFamily', () => {
  it('is one page after fifty pages that show the same', () => {
    assert.deepEqual([visitedFamily(49).isOnePage, visitedFamily(50).isOnePage], [false, true])
  })

  it('is not one page where its texts have fewer than twenty words', () =>
    assert.equal(visitedFamily(50, { wordCount: 19 }).isOnePage, false))

  it('is one page up to one in ten that shows something else', () => {
    const of = (others: number) =>
      visitedFamily(51, { textOf: page => (page > 51 - others ? `Something else ${'abcdefg'[page % 7]}` : sameText) })
    assert.deepEqual([of(5).isOnePage, of(6).isOnePage], [true, false])
  })

  it('is suspect where something moves in nine of ten URLs of pages that are alike but not the same', () => {
    const of = (names: number) =>
      visitedFamily(50, {
        hashOf: String,
        addressOf: page => `https://site.test/days?of=${page > names ? page : 'abcdefg'[page]}`,
      })
    assert.deepEqual([of(5).isSuspect, of(6).isSuspect], [true, false])
  })

  it('is a trap with ten URLs that were visited, and ten that were skipped, none of them long', () => {
    const family = visitedFamily(50)
    const skipped = ['x'.repeat(1_001), ...Array.from({ length: 11 }, (_, index) => urlOf(100 + index))]
    for (const url of skipped) family.skip(url, false)
    const trap = family.trap()
    assert.deepEqual([trap?.visited, trap?.alike, trap?.skipped], [50, 49, 12])
    assert.deepEqual(
      trap?.visitedUrls,
      Array.from({ length: 10 }, (_, index) => urlOf(index + 1)),
    )
    assert.deepEqual(trap?.skippedUrls, skipped.slice(1, 11))
  })

  it('has copies of its first page once it is suspect', () => {
    assert.deepEqual(visitedFamily(49).copies(), [])
    const copies = visitedFamily(50).copies()
    assert.deepEqual(
      [copies.length, copies[0], copies.at(-1)],
      [49, { number: 2, originalNumber: 1 }, { number: 50, originalNumber: 1 }],
    )
  })

  it('is no trap as long as nothing was skipped and its pages differ, and one where links led into themselves', () => {
    const different = (page: number) => `Loaf ${'abcdefghij'[page]} is ${'klmnopqrst'[page]} and ${'uvwxyzabcd'[page]}`
    const family = visitedFamily(9, { textOf: different })
    assert.equal(family.trap(), null)
    family.skip(urlOf(10), true)
    assert.equal(family.trap(), null)
    const repeating = visitedFamily(10)
    repeating.skip(urlOf(11), true)
    assert.equal(repeating.trap()?.skipped, 1)
    const few = visitedFamily(9)
    few.skip(urlOf(10), true)
    assert.equal(few.trap(), null)
  })

  it('remembers nothing of its pages once the families of a crawl have remembered as much as they may', () => {
    const budget = new SketchBudget(0)
    assert.equal(visitedFamily(50, { budget }).isOnePage, false)
    assert.equal(budget.left, 0)
  })

  it('gives back what it remembers when its first two hundred pages mostly show new things', () => {
    const letters = (number: number) => [...`${number}`].map(digit => 'abcdefghij'[Number(digit)]).join('')
    const textOf = (page: number) => Array.from({ length: 20 }, (_, word) => letters(1_000 * page + word)).join(' ')
    const after = (pages: number) => {
      const budget = new SketchBudget(100_000)
      const { isDiverse } = visitedFamily(pages, { budget, textOf })
      return { isDiverse, left: budget.left }
    }
    const watched = after(199)
    assert.equal(watched.isDiverse, false)
    assert.ok(watched.left < 100_000)
    const diverse = after(200)
    assert.deepEqual([diverse.isDiverse, diverse.left], [true, 100_000])
  })
})
