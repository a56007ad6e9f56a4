import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maybeSamePagination, pageNumberOf, paginationUrl } from './pagination-url.ts'

const lists: [url: string, first: string][] = [
  ['https://a.test/blog/page/2/', 'https://a.test/blog/'],
  ['https://a.test/blog/page-12', 'https://a.test/blog'],
  ['https://a.test/blog/page2/', 'https://a.test/blog/'],
  ['https://a.test/page/3', 'https://a.test/'],
  ['https://a.test/list?sort=up&page=2', 'https://a.test/list?sort=up'],
]
for (const [url, first] of lists) {
  test(`paginationUrl() puts ${url} into the list of ${first}`, () => {
    assert.deepEqual(paginationUrl(url), { key: paginationUrl(first).key, isNumbered: true })
  })
}

for (const url of [
  'https://a.test/news/2',
  'https://a.test/?p=123',
  'https://a.test/pages/2',
  'https://a.test/?page=about',
  'no URL',
]) {
  test(`paginationUrl() sees no page number in ${url}`, () => assert.equal(paginationUrl(url).isNumbered, false))
}

const oneList: [string, string, boolean][] = [
  ['https://a.test/news/', 'https://a.test/news/2/', true],
  ['https://a.test/list-1.html', 'https://a.test/list-2.html', true],
  ['https://a.test/find?q=oak', 'https://a.test/find?q=oak&start=20', true],
  ['https://a.test/blog/page/2/', 'https://a.test/blog/page/3/', true],
  ['https://a.test/plot_aliased.html', 'https://a.test/plot_antialiased.html', false],
  ['https://a.test/2015/first-post', 'https://a.test/2015/second-post', false],
  ['no URL', 'no URL', true],
  ['no URL', 'nor this', false],
]
for (const [one, other, expected] of oneList) {
  test(`maybeSamePagination() says ${expected} for ${one} and ${other}`, () =>
    assert.equal(maybeSamePagination(one, other), expected))
}

const numbers: [url: string, number: number | null][] = [
  ['https://a.test/blog/page/2/', 2],
  ['https://a.test/blog/page-12', 12],
  ['https://a.test/list?sort=up&page=3', 3],
  ['https://a.test/blog', null],
  ['https://a.test/news/2', null],
  ['no URL', null],
]
for (const [url, number] of numbers) {
  test(`pageNumberOf() reads ${number} in ${url}`, () => assert.equal(pageNumberOf(url), number))
}
