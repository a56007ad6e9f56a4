import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_ROBOTS_URLS, urlsOfOrigin } from './robots-test.ts'

const ORIGIN = 'https://site.test'
const lines = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`)

test('urlsOfOrigin() reads paths and URLs, each once and without its fragment', () => {
  assert.deepEqual(urlsOfOrigin([' /a ', '', '# comment', 'HTTPS://site.test/a#top', '/b?c'], ORIGIN), {
    ok: true,
    urls: ['https://site.test/a', 'https://site.test/b?c'],
  })
})

test('urlsOfOrigin() names the line that it cannot take', () => {
  const rows = [
    ['a', 'Line 2 is neither a path nor a URL'],
    ['https://[', 'Line 2 is neither a path nor a URL'],
    ['https://other.test/', 'Line 2 is not a URL of https://site.test'],
    ['http://site.test/', 'Line 2 is not a URL of https://site.test'],
  ] as const
  for (const [line, message] of rows) assert.deepEqual(urlsOfOrigin(['/a', line], ORIGIN), { ok: false, message })
})

test('urlsOfOrigin() takes 1,000 URLs, and repeated ones', () => {
  const most = urlsOfOrigin([...lines(MAX_ROBOTS_URLS), '/0'], ORIGIN)
  assert.ok(most.ok)
  assert.equal(most.urls.length, 1_000)
  assert.deepEqual(urlsOfOrigin(lines(MAX_ROBOTS_URLS + 1), ORIGIN), {
    ok: false,
    message: 'At most 1000 URLs are tested at once',
  })
})
