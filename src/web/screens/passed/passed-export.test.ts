import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passedExport } from './passed-export.ts'

const page = (url: string, title: string | null) => ({
  url,
  title,
  statusCode: 200,
  finalStatusCode: 200,
  metaDescription: null,
  hops: [],
})
const pages = [page('https://a.example/', 'Home'), page('https://a.example/b', null)]

test('all passed pages are exported as the server filters them', () => {
  const list = passedExport({ websiteId: 7, crawlId: null, view: { search: ' b ', kind: null }, pages })
  assert.deepEqual(list, {
    websiteId: 7,
    part: 'pages',
    query: { crawl: undefined, passed: true, search: 'b' },
  })
})

test('those of one kind are picked from what the server sends', () => {
  const { query, arrangement } = passedExport({ websiteId: 7, crawlId: 3, view: { search: '', kind: 'titles' }, pages })
  assert.equal(query.crawl, 3)
  assert.deepEqual(arrangement?.view, { kind: 'titles' })
  assert.deepEqual(arrangement?.order([...pages].reverse()), [1])
})
