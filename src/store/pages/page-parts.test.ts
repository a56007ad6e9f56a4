import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countPages, pageBit, pagesInPart, withoutPages } from './page-parts.ts'

const bits: [number: number, part: number, bit: number][] = [
  [0, 0, 1],
  [1, 0, 2],
  [31, 0, 2_147_483_648],
  [47, 0, 140_737_488_355_328],
  [48, 1, 1],
  [200_000, 4_166, 4_294_967_296],
]
for (const [number, part, bit] of bits)
  test(`the bit of page ${number} is ${bit} of part ${part}`, () => assert.deepEqual(pageBit(number), { part, bit }))

test('the pages of a later part have its numbers', () => assert.deepEqual(pagesInPart(5, 2), [96, 98]))

const setOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + pageBit(number).bit, 0)
const everyPage = Array.from({ length: 48 }, (_, number) => number)

const sets: [what: string, pages: number[], removed: number[], common: number[], left: number[]][] = [
  ['nothing from a set', [0, 47], [], [], [0, 47]],
  ['what the set does not hold', [0, 47], [1, 46], [], [0, 47]],
  ['one page', [0, 31, 32, 47], [32], [32], [0, 31, 47]],
  ['every page', everyPage, everyPage, everyPage, []],
]
for (const [what, pages, removed, common, left] of sets)
  test(`takes ${what}`, () => {
    assert.deepEqual(withoutPages(setOf(pages), setOf(removed)), { common: setOf(common), left: setOf(left) })
    assert.equal(countPages(setOf(pages)), pages.length)
    assert.deepEqual(pagesInPart(setOf(pages), 0), pages)
  })
