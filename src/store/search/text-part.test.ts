import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findRows, findText, needleOf, packTexts, type SearchedRow } from './text-part.ts'

const rows: SearchedRow[] = [
  { id: 5_000_000_007, texts: ['https://site.test/Chairs?a=1%202_b', 'Title is "too long"'] },
  { id: 5_000_000_003, texts: ['https://site.test/Straße', 'ΟΔΟΣ and Łódź'] },
  { id: 5_000_000_009, texts: ['https://site.test/chairs?a=1%202_b', 'Missing 🪑'] },
]

function find(text: string, among: readonly SearchedRow[]): number[] {
  const part = packTexts(among)
  const needle = needleOf(text)
  const found = needle && findText(part.texts, needle)
  return needle && found ? findRows(found, part, needle) : []
}

describe('texts of rows', () => {
  for (const [text, expected] of [
    ['CHAIRS', [7, 9]],
    ['c', [7, 9]],
    ['ss', [9]],
    ['straße', [3]],
    ['ŁÓDŹ', [3]],
    ['οδος', [3]],
    ['🪑', [9]],
    ['%20', [7, 9]],
    ['2_b', [7, 9]],
    ['"too', [7]],
    ['site.test', [7, 3, 9]],
    ['chairstitle', []],
    ['a=1%202_btitle', []],
    ['b\0t', []],
    ['', [7, 3, 9]],
    ['never', []],
  ] as const)
    it(`are searched for ${JSON.stringify(text)}`, () =>
      assert.deepEqual(
        find(text, rows).map(id => id - 5_000_000_000),
        expected,
      ))

  it('are found as a search of each text finds them', () => {
    const words = ['Page', 'page', 'ÄÖ', 'a', '/', '%', 'x_y', 'İ', '🪑']
    const many = Array.from({ length: 500 }, (_, index): SearchedRow => {
      const word = (step: number) => words[(index * step) % words.length] ?? ''
      return { id: index + 1, texts: [word(1) + word(3), `${word(5)} ${index % 40}`] }
    })
    for (const text of [...words, '1', ' 3', 'e 12', 'äö']) {
      const folded = text.toLowerCase()
      const expected = many.filter(({ texts }) => texts.some(each => each.toLowerCase().includes(folded)))
      assert.deepEqual(
        find(text, many),
        expected.map(({ id }) => id),
        text,
      )
    }
  })
})
