import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { coverageSentence, isCoverageLow, sumOfPoints } from './crawl-health.ts'

describe('coverageSentence()', () => {
  const cases: [pages: number, pagesChecked: number, sentence: string, isLow: boolean][] = [
    [1, 1, 'The score rests on 1 of 1 page.', false],
    [172, 172, 'The score rests on 172 of 172 pages.', false],
    [172, 86, 'The score rests on 86 of 172 pages.', false],
    [172, 8, 'Less than half of the pages were checked: the score rests on 8 of 172 pages.', true],
    [1, 0, 'Less than half of the pages were checked: the score rests on 0 of 1 page.', true],
  ]
  for (const [pages, pagesChecked, sentence, isLow] of cases)
    it(`of ${pagesChecked} of ${pages}`, () => {
      assert.equal(coverageSentence({ pages, pagesChecked }), sentence)
      assert.equal(isCoverageLow({ pages, pagesChecked }), isLow)
    })
})

it('sumOfPoints() is exact to one decimal', () => {
  assert.equal(sumOfPoints([]), 0)
  assert.equal(sumOfPoints([0.1, 0.2, 7]), 7.3)
})
