import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isOwnForm, resolvedCanonical } from './canonical.ts'

const url = 'https://site.test/chairs/'

describe('isOwnForm()', () => {
  const forms: [string, string, boolean][] = [
    ['the same URL', url, true],
    ['no trailing slash', 'https://site.test/chairs', true],
    ['http', 'http://site.test/chairs/', true],
    ['www', 'https://www.site.test/chairs/', true],
    ['an index file', 'https://site.test/chairs/index.html', true],
    ['all of them', 'http://www.site.test/chairs/index.php', true],
    ['another path', 'https://site.test/tables/', false],
    ['another letter case', 'https://site.test/Chairs/', false],
    ['a query', 'https://site.test/chairs/?page=2', false],
    ['another host', 'https://other.test/chairs/', false],
    ['another port', 'https://site.test:8443/chairs/', false],
    ['no URL', 'chairs', false],
  ]
  for (const [name, canonicalUrl, isOwn] of forms)
    it(`${isOwn ? 'accepts' : 'refuses'} ${name}`, () =>
      assert.equal(isOwnForm({ url, canonicalUrl, isPrivateHost: false }, canonicalUrl), isOwn))

  it('ignores the host of a private copy', () => {
    const page = { url: 'http://localhost:3000/chairs', canonicalUrl: url, isPrivateHost: true }
    assert.equal(isOwnForm(page, url), true)
    assert.equal(isOwnForm(page, 'https://site.test/tables'), false)
  })
})

describe('resolvedCanonical()', () => {
  const canonical = 'https://site.test/chairs'
  it('is where redirects end at a page', () =>
    assert.equal(resolvedCanonical(canonical, { finalUrl: url, finalStatus: 200 }), url))
  it('is the canonical itself where it was not requested', () =>
    assert.equal(resolvedCanonical(canonical, null), canonical))
  for (const finalStatus of [404, 500, null])
    it(`is the canonical itself where it led to status ${finalStatus}`, () =>
      assert.equal(resolvedCanonical(canonical, { finalUrl: url, finalStatus }), canonical))
})
