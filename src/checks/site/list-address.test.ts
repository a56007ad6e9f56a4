import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAddress } from './list-address.ts'

const lists: [url: string, first: string][] = [
  ['https://a.test/blog/page/2/', 'https://a.test/blog/'],
  ['https://a.test/blog/page-12', 'https://a.test/blog'],
  ['https://a.test/blog/page2/', 'https://a.test/blog/'],
  ['https://a.test/page/3', 'https://a.test/'],
  ['https://a.test/list?sort=up&page=2', 'https://a.test/list?sort=up'],
]
for (const [url, first] of lists) {
  test(`listAddress() puts ${url} into the list of ${first}`, () => {
    assert.deepEqual(listAddress(url), { key: listAddress(first).key, isNumbered: true })
  })
}

for (const url of [
  'https://a.test/news/2',
  'https://a.test/?p=123',
  'https://a.test/pages/2',
  'https://a.test/?page=about',
]) {
  test(`listAddress() sees no page number in ${url}`, () => assert.equal(listAddress(url).isNumbered, false))
}
