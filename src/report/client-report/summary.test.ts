import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { distribution, donutShares } from './summary.ts'

const cases: [string, number[], number[]][] = [
  ['are none without issues', [0, 0], [0, 0]],
  ['are proportional', [1, 3], [25, 75]],
  ['leave out what is zero', [0, 5], [0, 100]],
  ['widen what would not be seen', [1, 9_999], [1.5, 98.5]],
]

describe('slices of the donut', () => {
  for (const [name, counts, expected] of cases) it(name, () => assert.deepEqual(donutShares(counts), expected))

  it('stand in a table, too', () => {
    const { text } = distribution({ brokenLinks: 1, metaIssues: 0, redirects: 3, duplicates: 0, other: 0 })
    assert.equal(text.match(/pathLength/g)?.length, 2)
    assert.match(text, /Broken links<\/div><\/td>.*>1<\/div><\/td>.*>25\.0 %</)
    assert.match(text, /Duplicates<\/div><\/td>.*>0<\/div><\/td>.*>0\.0 %</)
  })
})
