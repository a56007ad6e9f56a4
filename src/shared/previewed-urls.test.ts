import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_PREVIEWED_URLS, urlsToPreview } from './previewed-urls.ts'

const START = 'http://site.test/start'
const lines = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`)

test('urlsToPreview() reads paths and URLs, each once', () => {
  assert.deepEqual(
    urlsToPreview([' /a ', '', '# comment', 'http://site.test/a', 'other.test/b', 'https://other.test/b'], START),
    { ok: true, urls: ['http://site.test/a', 'http://other.test/b', 'https://other.test/b'] },
  )
})

test('urlsToPreview() names the line that is no URL', () => {
  assert.deepEqual(urlsToPreview(['/a', '', 'ftp://site.test/'], START), { ok: false, message: 'Line 3 is no URL' })
})

test('urlsToPreview() takes 1,000 URLs, and repeated ones', () => {
  const most = urlsToPreview([...lines(MAX_PREVIEWED_URLS), '/0'], START)
  assert.ok(most.ok)
  assert.equal(most.urls.length, 1_000)
  assert.deepEqual(urlsToPreview(lines(MAX_PREVIEWED_URLS + 1), START), {
    ok: false,
    message: 'At most 1000 URLs are previewed at once',
  })
})
