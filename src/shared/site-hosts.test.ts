import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hostMatcher, MAX_SUBDOMAINS, parseSubdomains, siteHosts, siteMatcher } from './site-hosts.ts'

describe('siteHosts()', () => {
  const rows: [siteHost: string, subdomains: string[], hosts: string[]][] = [
    ['example.com', [], ['example.com']],
    ['example.com', ['shop.example.com', '*.example.com'], ['example.com', 'shop.example.com', '*.example.com']],
    ['example.com:8080', ['shop.example.com'], ['example.com', 'shop.example.com']],
  ]
  for (const [siteHost, subdomains, hosts] of rows)
    it(`of ${[siteHost, ...subdomains].join(', ')} are ${hosts.join(', ')}`, () =>
      assert.deepEqual(siteHosts(siteHost, subdomains), hosts))
})

describe('hostMatcher()', () => {
  const rows: [siteHost: string, subdomains: string[], own: string[], others: (string | null)[]][] = [
    ['example.com', [], ['example.com'], ['shop.example.com', 'example.com:81', null]],
    [
      'example.com',
      ['shop.example.com'],
      ['example.com', 'shop.example.com'],
      ['blog.example.com', 'a.shop.example.com', 'myshop.example.com', null],
    ],
    ['example.com', ['www.shop.example.com'], ['shop.example.com'], ['www.shop.example.com']],
    [
      'shop.example.com',
      ['*.example.com'],
      ['example.com', 'shop.example.com', 'a.b.example.com'],
      ['notexample.com', 'example.com.test', null],
    ],
    ['example.com:81', ['*.example.com'], ['example.com:81', 'a.example.com:81'], ['example.com', 'a.example.com']],
  ]
  for (const [siteHost, subdomains, own, others] of rows)
    it(`takes for ${[siteHost, ...subdomains].join(', ')} ${own.join(', ')} and not ${others.join(', ')}`, () => {
      const isOwn = hostMatcher(siteHost, subdomains)
      assert.deepEqual(own.filter(isOwn), own)
      assert.deepEqual(others.filter(isOwn), [])
    })
})

describe('siteMatcher()', () => {
  it('takes URLs of the host with or without www, whatever the scheme, and those of chosen subdomains', () => {
    const isOwn = siteMatcher('https://www.example.com/start', ['shop.example.com'])
    const own = ['http://example.com/', 'https://www.example.com/a', 'https://shop.example.com/']
    assert.deepEqual([...own, 'https://blog.example.com/', 'no URL'].filter(isOwn), own)
    assert.ok(!siteMatcher('https://example.com/')('https://shop.example.com/'))
  })
})

describe('parseSubdomains()', () => {
  it('takes names and *, each once', () => {
    const typed = ['shop', '*', 'shop', '*.blog.example.com', 'bücher']
    assert.deepEqual(parseSubdomains(typed), { ok: true, values: ['shop', '*', '*.blog.example.com', 'bücher'] })
  })

  const refused: [typed: string[], words: RegExp][] = [
    [['https://shop'], /must be names such as shop .*“https:\/\/shop” is none/],
    [['a..b'], /“a\.\.b” is none/],
    [['x'.repeat(254)], /must have at most 253 characters each/],
    [Array.from({ length: MAX_SUBDOMAINS + 1 }, (_, index) => `s${index}`), /must be at most 100/],
  ]
  for (const [typed, words] of refused)
    it(`refuses ${typed[0]?.slice(0, 20)}: ${words.source}`, () =>
      assert.match(JSON.stringify(parseSubdomains(typed)), words))
})
