import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LISTED_FIRST_NUMBER, UNKNOWN_DEPTH } from './crawl-depth.ts'
import { pageOriginOf } from './page-columns.ts'

const origins: [string, Parameters<typeof pageOriginOf>[0], ReturnType<typeof pageOriginOf>][] = [
  ['the start page', { depth: 0, firstNumber: 0, redirectDepth: 0 }, 'start'],
  ['where the start page redirects', { depth: 0, firstNumber: 1, redirectDepth: 1 }, 'redirect'],
  ['a page that is linked', { depth: 3, firstNumber: 7, redirectDepth: 0 }, 'links'],
  [
    'a page that only sitemaps list',
    { depth: UNKNOWN_DEPTH, firstNumber: LISTED_FIRST_NUMBER, redirectDepth: 0 },
    'sitemap',
  ],
  ['a page that only such pages link to', { depth: UNKNOWN_DEPTH, firstNumber: 9, redirectDepth: 0 }, 'links'],
  ['a page of a list', { depth: UNKNOWN_DEPTH, firstNumber: 0, redirectDepth: 0 }, 'list'],
]
for (const [name, url, origin] of origins)
  test(`pageOriginOf() knows ${name}`, () => assert.equal(pageOriginOf(url), origin))
