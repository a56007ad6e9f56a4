import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { factsOf } from '#extract/test-facts.ts'
import { likenessOf } from './trap-likeness.ts'
import { TrapVisits } from './trap-visits.ts'

const NAME = '?sid=*'
const BASE = 'https://site.test/'
const idsOf = (base: string) => ({ name: NAME, base })
const same = likenessOf(factsOf('<title>Bread</title><main>Bread is baked here every day of the week</main>'))
const otherTitle = likenessOf(factsOf('<title>Cake</title><main>Bread is baked here every day of the week</main>'))
const otherPicture = likenessOf(
  factsOf('<title>Bread</title><main>Bread is baked here every day of the week <img src=cake.jpg></main>'),
)
const other = likenessOf(factsOf('<title>Cake</title><main>Cake can be ordered by telephone or at the counter</main>'))

function page(number: number, likeness: string) {
  return { number, url: `${BASE}?sid=${number}`, wordCount: 9, textHash: 'hash', likeness }
}

/** The first page, and so many that repeat it. */
function visitsOf(repeats: readonly string[]): TrapVisits {
  const visits = new TrapVisits(idsOf(BASE))
  for (const [number, likeness] of [same, ...repeats].entries()) {
    visits.number(idsOf(BASE))
    visits.visit(page(number, likeness), idsOf(BASE))
  }
  return visits
}
const pages = (count: number, likeness = same) => Array<string>(count).fill(likeness)

describe('TrapVisits', () => {
  const rows: [what: string, repeats: string[], isTrap: boolean][] = [
    ['no repeat', [], false],
    ['nine repeats that are the same', pages(9), false],
    ['ten repeats that are the same', pages(10), true],
    ['nine of ten repeats that are the same', [...pages(9), other], true],
    ['eight of ten repeats that are the same', [...pages(8), ...pages(2, other)], false],
    ['ten repeats of another title', pages(10, otherTitle), false],
    ['ten repeats with another picture', pages(10, otherPicture), false],
    ['ten repeats that are shells without text', pages(10, ''), false],
  ]
  for (const [what, repeats, isTrap] of rows)
    test(`${isTrap ? 'is' : 'is not'} a trap with ${what}`, () => {
      const visits = visitsOf(repeats)
      const alike = repeats.filter(likeness => likeness === same).length
      const urls = repeats.map((_, index) => `${BASE}?sid=${index + 1}`)
      assert.equal(visits.isTrap, isTrap)
      assert.deepEqual(
        visits.trap(),
        isTrap
          ? { pattern: `*${NAME}`, visited: repeats.length, alike, skipped: 0, visitedUrls: urls, skippedUrls: [] }
          : null,
      )
    })

  test('is a trap of which something was skipped, whatever came later', () => {
    const visits = visitsOf(pages(1))
    visits.skip(`${BASE}?sid=9`)
    const visitedUrls = [`${BASE}?sid=1`]
    const skippedUrls = [`${BASE}?sid=9`]
    assert.deepEqual(visits.trap(), { pattern: `*${NAME}`, visited: 1, alike: 1, skipped: 1, visitedUrls, skippedUrls })
  })

  test('lists ten URLs of each kind, and none above a thousand characters', () => {
    const visits = visitsOf(pages(11))
    visits.skip(`${BASE}${'a'.repeat(1_001 - BASE.length)}`)
    visits.skip(`${BASE}${'a'.repeat(1_000 - BASE.length)}`)
    for (let index = 0; index < 10; index++) visits.skip(`${BASE}${index}`)
    const trap = visits.trap()
    assert.deepEqual([trap?.visitedUrls.length, trap?.skippedUrls.length, trap?.skipped], [10, 10, 12])
    assert.equal(trap?.skippedUrls[0]?.length, 1_000)
  })

  test('knows a URL with another id once the first has a number', () => {
    const visits = new TrapVisits(idsOf(BASE))
    assert.equal(visits.isRepeat(idsOf(BASE)), false)
    visits.number(idsOf(BASE))
    assert.deepEqual([visits.isRepeat(idsOf(BASE)), visits.isRepeat(idsOf(`${BASE}a`))], [true, false])
  })

  test('remembers five thousand URLs', () => {
    const visits = new TrapVisits(idsOf(BASE))
    for (let index = 0; index <= 5_000; index++) visits.number(idsOf(BASE + index))
    assert.deepEqual([visits.isRepeat(idsOf(`${BASE}4999`)), visits.isRepeat(idsOf(`${BASE}5000`))], [true, false])
  })

  test('is full after ten repeats, then after twice as many', () => {
    const visits = new TrapVisits(idsOf(BASE))
    const fullAt: number[] = []
    visits.number(idsOf(BASE))
    for (let repeat = 1; repeat <= 80; repeat++) {
      visits.number(idsOf(BASE))
      if (!visits.isFull) continue
      fullAt.push(repeat)
      visits.look()
    }
    assert.deepEqual(fullAt, [10, 20, 40, 80])
  })
})
