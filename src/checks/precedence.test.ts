import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SiteFinding } from './check.ts'
import { ourCatalogue, siteChecks } from './index.ts'
import { SitePrecedence, siteRules, supersededPageChecks } from './precedence.ts'
import { pageFactsWith } from './test-facts.ts'

const home = 'https://site.test/'
const finding = (url: string, ...others: string[]): SiteFinding => ({ url, affectedUrls: [url, ...others] })

const rows: [name: string, first: [string, SiteFinding], second: [string, SiteFinding], isSuperseded: boolean][] = [
  [
    'noindex on all pages speaks for the start page',
    ['site-noindex', finding(home)],
    ['homepage-noindex', finding(home)],
    true,
  ],
  [
    'noindex on other pages does not',
    ['site-noindex', finding(`${home}a`)],
    ['homepage-noindex', finding(home)],
    false,
  ],
  [
    'noindex says nothing about links that fail',
    ['site-noindex', finding(home)],
    ['internal-link-broken', finding(home)],
    false,
  ],
  [
    'error pages of one template have one title',
    ['soft-404', finding(`${home}a`, `${home}b`)],
    ['title-duplicate', finding(`${home}a`, `${home}b`)],
    true,
  ],
  [
    'one page under several URLs has one title',
    ['canonical-missing', finding(`${home}a`, `${home}a/`)],
    ['title-duplicate', finding(`${home}a/`, `${home}a`)],
    true,
  ],
  [
    'a title that other pages share, too, is reported',
    ['soft-404', finding(`${home}a`, `${home}b`)],
    ['title-duplicate', finding(`${home}a`, `${home}c`)],
    false,
  ],
]
for (const [name, [firstId, first], [secondId, second], isSuperseded] of rows) {
  test(name, () => {
    const precedence = new SitePrecedence()
    precedence.note(firstId, first)
    assert.equal(precedence.supersededBecause(secondId, second) !== null, isSuperseded)
  })
}

test('the rules name checks that there are, and no check supersedes itself, however indirectly', () => {
  for (const { first, superseded } of siteRules)
    for (const id of [first, ...superseded]) assert.ok(ourCatalogue.has(id), id)
  const order = new SitePrecedence().inOrder(siteChecks).map(check => check.id)
  assert.deepEqual(order.toSorted(), siteChecks.map(check => check.id).sort())
  for (const { first, superseded } of siteRules) {
    for (const id of superseded) assert.ok(order.indexOf(first) < order.indexOf(id), `${first} comes before ${id}`)
  }
})

test('an empty page lacks nothing else', () => {
  const results = new Map([
    ['page-empty', { result: 'failed' as const }],
    ['title-missing', { result: 'failed' as const }],
    ['viewport-missing', { result: 'passed' as const }],
  ])
  assert.deepEqual(
    supersededPageChecks(pageFactsWith(), results),
    new Map([['title-missing', 'Reported as an empty page']]),
  )
})
