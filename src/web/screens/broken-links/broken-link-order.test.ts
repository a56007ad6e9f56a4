import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sortBrokenLinks } from './broken-link-order.ts'
import { testIssue } from './test-issue.ts'

describe('sortBrokenLinks()', () => {
  it('puts high-priority sources first, then the most linked, and keeps the order of equals', () => {
    const sorted = sortBrokenLinks([
      testIssue({ id: 1, sources: 2 }),
      testIssue({ id: 2, sources: 9 }),
      testIssue({ id: 3, isHigh: true }),
      testIssue({ id: 4, isHigh: true, sources: 3 }),
      testIssue({ id: 5, sources: 2 }),
    ])
    assert.deepEqual(
      sorted.map(({ id }) => id),
      [4, 3, 2, 1, 5],
    )
  })

  it('leaves the list that it was given alone', () => {
    const list = [testIssue({ id: 1 }), testIssue({ id: 2, isHigh: true })]
    sortBrokenLinks(list)
    assert.equal(list[0]?.id, 1)
  })
})
