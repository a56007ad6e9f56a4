import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isIgnoredCanonical, isOwnForm, resolvedCanonical } from './canonical.ts'
import type { Attempt } from './model.ts'

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

describe('isIgnoredCanonical()', () => {
  const attempt = (status: number): Attempt => ({ method: 'GET', status, failure: null, atMs: 5 })
  const found = {
    url: 'https://site.test/chairs',
    scope: 'internal',
    number: null,
    depth: 1,
    status: 200,
    failure: null,
    failureDetail: '',
    skipReason: null,
    hops: [],
    finalUrl: 'https://site.test/chairs',
    finalStatus: 200,
    mediaType: 'text/html',
    bytes: 900,
    attempts: [],
    isBotChallenge: false,
    fileHeaders: null,
    kinds: ['canonical'],
    googlebotLine: 0,
  } as const satisfies Parameters<typeof isIgnoredCanonical>[0]
  const responds = (status: number, times: number) => ({
    status,
    finalStatus: status,
    attempts: Array.from({ length: times }, () => attempt(status)),
  })
  const unrequested = { status: null, finalStatus: null }
  const canonicals: [string, Partial<Parameters<typeof isIgnoredCanonical>[0]>, boolean][] = [
    ['a page', {}, false],
    ['404, twice', responds(404, 2), true],
    ['404, once', responds(404, 1), false],
    ['410 of another site', { ...responds(410, 2), scope: 'external' }, true],
    ['500, three times', responds(500, 3), true],
    ['500, twice', responds(500, 2), false],
    ['500 of another site, which may fail only here', { ...responds(500, 3), scope: 'external' }, false],
    ['a redirect to 404', { ...responds(404, 2), status: 301, finalUrl: 'https://site.test/gone' }, true],
    ['403, which may be meant for this crawler', responds(403, 2), false],
    ['bot protection', { ...responds(503, 3), isBotChallenge: true }, false],
    ['no response', { ...unrequested, failure: 'timeout-total' }, false],
    ['robots.txt that disallows it', { ...unrequested, skipReason: 'robots' }, true],
    ['robots.txt that disallows it for Googlebot', { googlebotLine: 3 }, true],
    [
      'robots.txt of another site, which may disallow it only here',
      { ...unrequested, skipReason: 'robots', scope: 'external' },
      false,
    ],
    ['a URL that was not requested', { ...unrequested, skipReason: 'limit' }, false],
  ]
  for (const [name, changes, isIgnored] of canonicals)
    it(`${isIgnored ? 'is true' : 'is false'} of ${name}`, () =>
      assert.equal(isIgnoredCanonical({ ...found, ...changes }), isIgnored))
})
