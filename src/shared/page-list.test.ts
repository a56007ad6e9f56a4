import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isOfKind, type KindOfPage, type PageKind, type SortedPage, sortPages } from './page-list.ts'

const site = 'https://a.example'

function page(path: string, overrides: Partial<SortedPage & KindOfPage> = {}): SortedPage & KindOfPage {
  return {
    url: site + path,
    statusCode: 200,
    finalStatusCode: 200,
    title: null,
    metaDescription: null,
    h1: null,
    h1Count: 0,
    h2Count: 0,
    h3Count: 0,
    pCount: 0,
    totalImages: 0,
    missingAltTags: 0,
    emptyAltTags: 0,
    depth: 0,
    linkScore: null,
    inlinkCount: 0,
    responseTime: null,
    hops: [],
    ...overrides,
  }
}

const redirect = (path: string, statusCode: number, overrides: Partial<KindOfPage> = {}) =>
  page(path, { statusCode, hops: [{}], ...overrides })

describe('what is good about a page', () => {
  const pages = [
    page('/', { title: 'Harbour', metaDescription: 'All about it' }),
    page('/empty', { statusCode: 204, finalStatusCode: 204 }),
    page('/plain', { title: 'Tides' }),
    redirect('/moved', 301),
    redirect('/moved-too', 308),
    redirect('/for-now', 302),
    redirect('/lost', 301, { finalStatusCode: 404 }),
    redirect('/silent', 301, { finalStatusCode: null }),
    redirect('/long', 301, { hops: [{}, {}, {}] }),
  ]
  const rows: [PageKind, string[]][] = [
    ['ok', ['/', '/plain']],
    ['redirects', ['/moved', '/moved-too']],
    ['titles', ['/', '/plain']],
    ['descriptions', ['/']],
  ]
  for (const [kind, paths] of rows)
    it(`is found by its facts: ${kind}`, () =>
      assert.deepEqual(
        pages.filter(isOfKind[kind]).map(({ url }) => url.slice(site.length)),
        paths,
      ))
})

describe('pages', () => {
  const pages = [
    page('/1', { title: 'Tables', linkScore: 4, depth: 1, responseTime: 90 }),
    page('/2', { statusCode: 301, depth: 2, responseTime: 10 }),
    page('/3', { statusCode: 404, depth: 1, responseTime: 50 }),
    page('/4', { statusCode: null, depth: 1, linkScore: 0, responseTime: null }),
  ]
  const rows: [string, Parameters<typeof sortPages>[1], number[]][] = [
    ['keep the order of equals', { column: 'depth', isDescending: false }, [1, 3, 4, 2]],
    ['keep the order of equals downwards, too', { column: 'depth', isDescending: true }, [2, 1, 3, 4]],
    ['by link score, those without one behind the weakest', { column: 'links', isDescending: true }, [1, 4, 2, 3]],
    ['by time, unknown times last', { column: 'time', isDescending: false }, [2, 3, 1, 4]],
    ['by time, downwards', { column: 'time', isDescending: true }, [4, 1, 3, 2]],
    ['by status', { column: 'status', isDescending: false }, [4, 1, 2, 3]],
    ['by URL', { column: 'url', isDescending: true }, [4, 3, 2, 1]],
  ]
  for (const [name, sort, order] of rows)
    it(`sort ${name}`, () =>
      assert.deepEqual(
        sortPages(pages, sort).map(({ url }) => Number(url.slice(-1))),
        order,
      ))
})
