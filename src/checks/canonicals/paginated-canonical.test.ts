import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesFirstPage } from './paginated-canonical.ts'

const blog = 'https://site.test/blog'

test('namesFirstPage() knows later pages of a list that name its first page', () => {
  const rows: [url: string, canonicalUrl: string | null, paginationUrls?: string[]][] = [
    [`${blog}?page=2`, blog],
    [`${blog}?page=3`, `${blog}?page=1`],
    [`${blog}?start=20`, blog, [`${blog}?start=40`]],
  ]
  for (const [url, canonicalUrl, paginationUrls = []] of rows)
    assert.equal(namesFirstPage({ url, canonicalUrl, paginationUrls }), true, url)
})

test('namesFirstPage() knows that others do not', () => {
  const rows: [url: string, canonicalUrl: string | null, paginationUrls?: string[]][] = [
    [`${blog}?page=2`, null],
    [`${blog}?page=2`, `${blog}?page=2`],
    [`${blog}?page=3`, `${blog}?page=2`],
    [`${blog}?page=1`, blog],
    [`${blog}?page=2`, 'https://site.test/news'],
    [`${blog}?start=20`, blog],
    [`${blog}?start=20`, blog, [`${blog}?start=20`]],
    [`${blog}?start=20`, blog, ['https://site.test/news?start=40']],
    [`${blog}?start=20`, `${blog}?start=0`, [`${blog}?start=40`]],
    [blog, `${blog}/`, [`${blog}?start=40`]],
  ]
  for (const [url, canonicalUrl, paginationUrls = []] of rows)
    assert.equal(namesFirstPage({ url, canonicalUrl, paginationUrls }), false, `${url} ${canonicalUrl}`)
})
