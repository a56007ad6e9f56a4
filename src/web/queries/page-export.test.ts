import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageExport } from './page-export.ts'

const entry = (number: number, rest: object) => ({
  ...{ number, url: `https://a.example/${number}`, statusCode: 200, title: null, metaDescription: null, h1: null },
  ...{ h1Count: 0, h2Count: 0, h3Count: 0, pCount: 0, totalImages: 0, missingAltTags: 0, emptyAltTags: 0 },
  ...{ depth: 0, linkScore: null, inlinkCount: 0, responseTime: null, hops: [] },
  ...rest,
})

test('pageExport() leaves to the server what the server does', () => {
  const filter = { search: 'oak', status: 'none', depth: 2, kind: 'ok', passed: true } as const
  const list = pageExport({ websiteId: 4, crawlId: 9, filter })
  assert.deepEqual(list, { websiteId: 4, part: 'pages', query: { crawl: 9, ...filter } })
})

test('pageExport() sorts as the table does', () => {
  const entries = [
    entry(7, { depth: 2, responseTime: 50 }),
    entry(3, { depth: 1, responseTime: 20 }),
    entry(5, { depth: 2, responseTime: 10, statusCode: null }),
  ]
  const { arrangement, query } = pageExport({ websiteId: 4, crawlId: null, filter: { search: '', sort: 'time' } })
  assert.deepEqual(arrangement?.order(entries), [2, 1, 0])
  assert.deepEqual(arrangement?.view, { sort: 'time', order: 'ascending' })
  assert.deepEqual(query, { crawl: undefined, search: '' })
  const down = pageExport({ websiteId: 4, crawlId: null, filter: { sort: 'time', order: 'descending' } })
  assert.deepEqual(down.arrangement?.order(entries), [0, 1, 2])
})
