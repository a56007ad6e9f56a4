import assert from 'node:assert/strict'
import { test } from 'node:test'
import { worstCase } from './worst-case.ts'

const site = 'https://shop.example/start'
const page = { targetUrl: null, pageUrl: 'https://shop.example/a?b=1', pageCount: 1 }
const target = { ...page, targetUrl: 'https://shop.example/gone', pageCount: 101 }

const cases: [name: string, Parameters<typeof worstCase>[0], text: string][] = [
  ['a target that many pages name', { worst: target, issueCount: 25 }, '/gone alone affects 101 pages.'],
  ['the only target', { worst: { ...target, pageCount: 1_313 }, issueCount: 1 }, '/gone affects 1,313 pages.'],
  ['a target of one page', { worst: { ...target, pageCount: 1 }, issueCount: 2 }, 'For example /gone.'],
  ['a shared element', { worst: { ...page, pageCount: 287 }, issueCount: 8 }, 'The largest cause affects 287 pages.'],
  ['the only shared element', { worst: { ...page, pageCount: 287 }, issueCount: 1 }, ''],
  ['pages', { worst: page, issueCount: 4 }, 'For example /a?b=1.'],
  ['one page', { worst: page, issueCount: 1 }, 'On /a?b=1.'],
  ['another site', { worst: { ...page, targetUrl: 'http://b.test/' }, issueCount: 1 }, 'About http://b.test/.'],
  ['the whole host', { worst: null, issueCount: 1 }, ''],
]

for (const [name, fix, text] of cases)
  test(`worstCase() of ${name}`, () => {
    const { before, url, after } = worstCase(fix, site)
    assert.equal(before + url + after, text)
  })

test('worstCase() shortens a long URL in the middle', () => {
  const { url } = worstCase(
    { worst: { ...page, pageUrl: `https://shop.example/${'a'.repeat(99)}/end` }, issueCount: 1 },
    site,
  )
  assert.match(url, /^\/a{29}…a+\/end$/)
})
