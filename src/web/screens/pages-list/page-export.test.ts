import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageExport } from './page-export.ts'
import type { PageView } from './page-rows.ts'

const all: PageView = { search: '', status: '', depth: null, sort: null }

const entry = (number: number, rest: object) => ({
  ...{ number, url: `https://a.example/${number}`, statusCode: 200, title: null, metaDescription: null, h1: null },
  ...{ h1Count: 0, h2Count: 0, h3Count: 0, pCount: 0, totalImages: 0, missingAltTags: 0, emptyAltTags: 0 },
  ...{ depth: 0, linkScore: null, responseTime: null, hops: [] },
  ...rest,
})

test('pageExport() leaves to the server what the server does', () => {
  const list = pageExport({ websiteId: 4, crawlId: 9, view: { ...all, search: ' oak ', status: '4xx' } })
  assert.deepEqual(list, { websiteId: 4, part: 'pages', query: { crawl: 9, search: 'oak', status: '4xx' } })
})

const entries = [
  entry(7, { depth: 2, responseTime: 50 }),
  entry(3, { depth: 1, responseTime: 20 }),
  entry(5, { depth: 2, responseTime: 10, statusCode: null }),
]

const views: readonly [string, Partial<PageView>, number[], object][] = [
  [
    'sorts as the table does',
    { sort: { column: 'time', direction: 'ascending' } },
    [2, 1, 0],
    { sort: 'time', order: 'ascending' },
  ],
  ['keeps one depth', { depth: 2 }, [0, 2], { depth: 2 }],
  ['keeps what has no answer', { status: 'none' }, [2], { status: 'none' }],
]
for (const [name, view, order, said] of views)
  test(`pageExport() ${name}`, () => {
    const { arrangement, query } = pageExport({ websiteId: 4, crawlId: null, view: { ...all, ...view } })
    assert.deepEqual(arrangement?.order(entries), order)
    assert.deepEqual(arrangement?.view, said)
    assert.deepEqual(query, { crawl: undefined, search: '', status: '' })
  })
