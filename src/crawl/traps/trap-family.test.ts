import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factsOf } from '#extract/test-facts.ts'
import { SketchBudget, TrapFamily } from './trap-family.ts'
import { likenessOf } from './trap-likeness.ts'
import { trapPattern } from './trap-pattern.ts'

const urlOf = (number: number) => `https://site.test/days/${number}`
const pattern = trapPattern(urlOf(1))
const sameText = 'Bread is baked here every day of the week, and cakes can be ordered by telephone or at the counter'

function visitedFamily(pages: number, { budget, textOf }: { budget: SketchBudget; textOf: (page: number) => string }) {
  const family = new TrapFamily(pattern, { share: 50, budget })
  for (let number = 1; number <= pages; number++) {
    const text = textOf(number)
    const likeness = likenessOf(factsOf(`<title>Days</title><main>${text}</main>`, { url: urlOf(number) }))
    const page = { number, url: urlOf(number), wordCount: 20, textHash: text, likeness }
    family.visit(page, trapPattern(page.url))
  }
  return family
}

describe('TrapFamily', () => {
  it('is one page after fifty pages that show the same', () => {
    const of = (pages: number) =>
      visitedFamily(pages, { budget: new SketchBudget(1_000), textOf: () => sameText }).isOnePage
    assert.deepEqual([of(49), of(50)], [false, true])
  })

  it('remembers nothing of its pages once the families of a crawl have remembered as much as they may', () => {
    const budget = new SketchBudget(0)
    assert.equal(visitedFamily(50, { budget, textOf: () => sameText }).isOnePage, false)
    assert.equal(budget.left, 0)
  })

  it('gives back what it remembers when its first two hundred pages mostly show new things', () => {
    const letters = (number: number) => [...`${number}`].map(digit => 'abcdefghij'[Number(digit)]).join('')
    const textOf = (page: number) => Array.from({ length: 20 }, (_, word) => letters(1_000 * page + word)).join(' ')
    const after = (pages: number) => {
      const budget = new SketchBudget(100_000)
      return { ...visitedFamily(pages, { budget, textOf }), left: budget.left }
    }
    const watched = after(199)
    assert.equal(watched.isDiverse, false)
    assert.ok(watched.left < 100_000)
    const diverse = after(200)
    assert.deepEqual([diverse.isDiverse, diverse.left], [true, 100_000])
  })
})
