import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hostMatcher } from '#shared/site-hosts.ts'
import { parameterNames, requestedUrl, urlVariants } from './requested-url.ts'

describe('requestedUrl()', () => {
  const site = { origin: 'https://example.com', isOwnHost: hostMatcher('example.com') }
  const cases: [target: string, host: string, scheme: string, expected: string | null][] = [
    ['/a', '', '', 'https://example.com/a'],
    ['/a', '', 'http', 'https://example.com/a'],
    ['//a', '', '', 'https://example.com//a'],
    ['/a', 'www.example.com', '', 'https://www.example.com/a'],
    ['/a', 'example.com:443', '', 'https://example.com/a'],
    ['/a', 'example.com:80', 'HTTP', 'http://example.com/a'],
    ['/a', 'example.com', 'https', 'https://example.com/a'],
    ['/a', 'example.com', 'HTTP/1.1', 'https://example.com/a'],
    ['/a', 'elsewhere.test', '', 'foreign'],
    ['/a', 'not a host', '', 'https://example.com/a'],
    ['http://example.com/a', '', '', 'http://example.com/a'],
    ['http://elsewhere.test/a', '', '', 'foreign'],
    ['a', '', '', null],
    ['/\\x22\\xe4', '', '', 'https://example.com/%22%E4'],
  ]
  for (const [target, host, scheme, expected] of cases)
    it(`is ${expected} for ${target} of ${scheme || 'no scheme'} and ${host || 'no host'}`, () =>
      assert.equal(requestedUrl({ target, host, scheme }, site), expected))
})

describe('parameterNames()', () => {
  for (const [query, expected] of [
    ['', ''],
    ['b=1', 'b'],
    ['b=1&a=2&b=3', 'a&b'],
    ['jane%40example.com', ''],
    ['a[0].b-c=1', 'a[0].b-c'],
    ['1a=1&_a=1', '_a'],
    [`${'a'.repeat(40)}=1`, 'a'.repeat(40)],
    [`${'a'.repeat(41)}=1`, ''],
    [`${'=1&'.repeat(19)}a=1&b=1`, 'a'],
  ] as const)
    it(`keeps “${expected.slice(0, 20)}” of ${query.slice(0, 30) || 'no query'}`, () =>
      assert.equal(parameterNames(query), expected))
})

describe('urlVariants()', () => {
  it('has the URL with and without a slash, www. and TLS, the likeliest first', () => {
    assert.deepEqual(urlVariants('https://a.test/b?c'), [
      'https://a.test/b?c',
      'https://www.a.test/b?c',
      'http://a.test/b?c',
      'http://www.a.test/b?c',
      'https://a.test/b/?c',
      'https://www.a.test/b/?c',
      'http://a.test/b/?c',
      'http://www.a.test/b/?c',
    ])
    assert.deepEqual(urlVariants('http://www.a.test/'), [
      'http://www.a.test/',
      'http://a.test/',
      'https://www.a.test/',
      'https://a.test/',
    ])
    assert.equal(urlVariants('http://a.test/b/')[4], 'http://a.test/b')
  })

  it('has a text that is no URL alone', () => assert.deepEqual(urlVariants('a b'), ['a b']))
})
