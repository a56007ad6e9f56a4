import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageResponse } from '#shared/api/pages.ts'
import { type PageView, visiblePages } from './page-rows.ts'

function page(id: number, rest: Partial<PageResponse>): PageResponse {
  return {
    id,
    websiteId: 1,
    url: `https://a.example/${id}`,
    statusCode: 200,
    failure: '',
    title: null,
    metaDescription: null,
    h1: null,
    contentHash: null,
    robotsDirectives: null,
    canonicalUrl: null,
    missingAltTags: 0,
    emptyAltTags: 0,
    imagesWithAltTags: 0,
    totalImages: 0,
    h1Count: 0,
    h2Count: 0,
    h3Count: 0,
    h4Count: 0,
    pCount: 0,
    contentType: null,
    lang: null,
    wordCount: null,
    depth: 0,
    ttfb: null,
    responseTime: null,
    size: null,
    linkCount: 0,
    inlinkCount: 0,
    linkScore: null,
    inlinks: null,
    followedInlinkPages: null,
    outlinks: null,
    outlinkTargets: null,
    followedOutlinks: null,
    externalOutlinks: null,
    isIndexable: true,
    isPassed: false,
    redirectUrl: null,
    finalStatusCode: 200,
    hops: [],
    ...rest,
  }
}

const pages = [
  page(1, { title: 'Oak Tables', depth: 0, linkScore: 100, responseTime: 90 }),
  page(2, { statusCode: 301, depth: 2, responseTime: 10 }),
  page(3, { statusCode: 404, depth: 1, responseTime: 50, url: 'https://a.example/TABLES/old' }),
  page(4, { statusCode: null, depth: 1, linkScore: 0, responseTime: null }),
]

const views: readonly [string, Partial<PageView>, number[]][] = [
  ['shows everything in the order of the crawl', {}, [1, 2, 3, 4]],
  ['searches address and title, in any case', { search: ' tables ' }, [1, 3]],
  ['filters by the first digit of the status', { status: '3xx' }, [2]],
  ['counts a page without an answer to no class', { status: '4xx' }, [3]],
  ['finds the pages without an answer', { status: 'none' }, [4]],
  ['finds the pages of one depth', { depth: 1 }, [3, 4]],
  ['combines search and status', { search: 'tables', status: '4xx' }, [3]],
  ['sorts, and keeps the order of equals', { sort: { column: 'depth', direction: 'ascending' } }, [1, 3, 4, 2]],
  ['keeps the order of equals downwards, too', { sort: { column: 'depth', direction: 'descending' } }, [2, 3, 4, 1]],
  [
    'sorts by link score, those without one behind the weakest',
    { sort: { column: 'links', direction: 'descending' } },
    [1, 4, 2, 3],
  ],
  ['puts unknown times last', { sort: { column: 'time', direction: 'ascending' } }, [2, 3, 1, 4]],
]

for (const [name, view, expected] of views)
  test(`visiblePages() ${name}`, () => {
    const rows = visiblePages(pages, { search: '', status: '', depth: null, sort: null, ...view })
    assert.deepEqual(
      rows.map(({ id }) => id),
      expected,
    )
  })
