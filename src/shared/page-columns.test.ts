import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LISTED_FIRST_NUMBER, UNKNOWN_DEPTH } from './crawl-depth.ts'
import { columnIdOf, fieldColumnsOf, fieldOfColumn, pageOriginOf } from './page-columns.ts'
import { readConditions, writeConditions } from './page-conditions.ts'

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

test('custom fields and searches are columns, which conditions name', () => {
  const texts = ['UA-', 'text: a;b, 100 %3A', 'UA-']
  const columns = fieldColumnsOf({ fields: ['Price = .price'], requiredTexts: texts, unwantedTexts: ['UA-', '“a”*'] })
  assert.deepEqual(columns, ['field.Price', 'search.UA-', 'search.text%3A a%3Bb%2C 100 %253A', 'search.“a”*'])
  assert.deepEqual(columns.map(fieldOfColumn), ['Price', '“UA-”', '“text: a;b, 100 %3A”', '““a”*”'])
  assert.deepEqual(columns.join(',').split(',').map(columnIdOf), columns)
  const filters = columns.map(column => `${column}:over:0`).join(';')
  const conditions = readConditions(filters)
  assert.equal(conditions && writeConditions(conditions), filters)
  for (const wrong of ['search.', 'search.*', 'search.text:', `search.${'a'.repeat(201)}`, 'search.a\nb'])
    assert.equal(columnIdOf(wrong), null, wrong)
})
