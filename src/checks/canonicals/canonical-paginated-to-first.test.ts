import { listOf } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { canonicalPaginatedToFirst } from './canonical-paginated-to-first.ts'

const blog = 'https://site.test/blog'

testSiteCheck(canonicalPaginatedToFirst, {
  passes: {
    'pages that name themselves': {
      pages: [{ url: blog }, { url: `${blog}?page=2`, canonicalUrl: `${blog}?page=2` }],
    },
    'a page number that changes nothing': {
      pages: [
        { url: blog, textHash: 'same' },
        { url: `${blog}?page=2`, canonicalUrl: blog, textHash: 'same' },
      ],
    },
    'the first page under its number': { pages: [{ url: blog }, { url: `${blog}?page=1`, canonicalUrl: blog }] },
    'another list as canonical': {
      pages: [{ url: blog }, { url: `${blog}?page=2&sort=name`, canonicalUrl: blog }],
    },
    'a first page that was not read': { pages: [{ url: `${blog}/page/2`, canonicalUrl: blog }] },
    'a year that is no page number': {
      pages: [{ url: blog }, { url: `${blog}/2024`, canonicalUrl: blog }],
    },
  },
  fails: {
    'later pages of one list, together': {
      site: {
        pages: [
          { url: `${blog}/` },
          { url: `${blog}/page/2/`, canonicalUrl: `${blog}/` },
          { url: `${blog}/page/3/`, canonicalUrl: `${blog}/` },
        ],
      },
      finds: [
        {
          url: `${blog}/page/2/`,
          severity: 'warning',
          message: `Paginated pages canonicalised to page 1: 2 pages of ${blog}/`,
          affectedUrls: [`${blog}/page/2/`, `${blog}/page/3/`],
          details: { targetUrl: `${blog}/` },
          evidence: [
            { kind: 'url', label: 'First page of the list', url: 'https://site.test/blog/' },
            listOf('Paginated pages', ['https://site.test/blog/page/2/', 'https://site.test/blog/page/3/']),
          ],
        },
      ],
    },
    'a list that counts in another way, shown by rel=prev': {
      site: {
        pages: [
          { url: blog },
          { url: `${blog}?start=20`, canonicalUrl: blog, paginationUrls: [blog, `${blog}?start=40`] },
        ],
      },
      finds: [
        {
          url: `${blog}?start=20`,
          message: 'Paginated pages canonicalised to page 1: 1 page of https://site.test/blog',
          details: { targetUrl: blog },
          evidence: [
            { kind: 'url', label: 'First page of the list', url: blog },
            listOf('Paginated pages', ['https://site.test/blog?start=20']),
          ],
        },
      ],
    },
  },
})
