import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageCondition } from '#shared/page-conditions.ts'
import type { ReadingStore } from '#store/store.ts'
import { countedPages, urlsInSegment, withSegmentCounts } from './segment-pages.ts'
import { issueRowWith, pageRowWith } from './test-rows.ts'

const conditions: PageCondition[] = [{ column: 'depth', operator: 'under', value: 3 }]
const crawl = { id: 7 }

describe('withSegmentCounts()', () => {
  it('counts for each issue its pages in the segment, none where it has none there', async () => {
    const issues = [issueRowWith({ id: 1, affectedCount: 5 }), issueRowWith({ id: 2, affectedCount: 6 })]
    const reading: Pick<ReadingStore, 'partPages'> = {
      partPages: async (...question) => {
        assert.deepEqual(question, [7, { issues, conditions }])
        return new Map([[1, 3]])
      },
    }
    const counted = await withSegmentCounts(reading, { crawl, conditions, issues })
    assert.deepEqual(
      counted.map(issue => [issue.id, issue.segmentCount, countedPages(issue)]),
      [
        [1, 3, 3],
        [2, 0, 0],
      ],
    )
    assert.equal(countedPages(issueRowWith({ affectedCount: 5 })), 5)
  })
})

describe('urlsInSegment()', () => {
  const requested: unknown[] = []
  const reading: Pick<ReadingStore, 'pages'> = {
    pages: async (...question) => {
      requested.push(question)
      return [pageRowWith({ url: 'b' })]
    },
  }

  it('has all of the URLs where there are no conditions', async () => {
    const found = await urlsInSegment(reading, { crawl, conditions: undefined, urls: ['a', 'b', 'a'] })
    assert.deepEqual([[...found], requested], [['a', 'b'], []])
  })

  it('requests none where there are no URLs', async () => {
    assert.deepEqual([[...(await urlsInSegment(reading, { crawl, conditions, urls: [] }))], requested], [[], []])
  })

  it('has those that meet the conditions', async () => {
    const found = await urlsInSegment(reading, { crawl, conditions, urls: ['a', 'b', 'a'] })
    assert.deepEqual([[...found], requested], [['b'], [[7, { urls: ['a', 'b'], conditions, limit: 2 }]]])
  })
})
