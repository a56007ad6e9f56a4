import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Fetcher } from '#fetch/fetch.ts'
import { type OwnershipProof, provesSubdomains, publishedTokens } from '#shared/ownership.ts'
import { findOwnershipProofs, ownershipToken } from './ownership.ts'

const URL_OF_SITE = 'https://www.site.test/shop/'
const token = ownershipToken('a key', URL_OF_SITE)
const published = publishedTokens(token)
const proof = (method: OwnershipProof['method'], host = 'site.test'): OwnershipProof => ({ method, host, atMs: 5 })

/** Texts by URL, or a URL that it redirects to. */
function fetcherOf(web: Record<string, string>): Pick<Fetcher, 'fetch'> {
  return {
    async fetch({ url, refusesHop }) {
      const found = web[url]
      const location = found?.startsWith('https:') ? found : null
      const text = location === null ? found : refusesHop?.(location) === null ? web[location] : undefined
      return {
        kind: 'response',
        url: location ?? url,
        status: text === undefined ? 404 : 200,
        httpVersion: '1.1',
        headers: [
          ['content-type', (location ?? url).endsWith('/robots.txt') ? 'text/plain' : 'text/html; charset=utf-8'],
        ],
        hops: [],
        timing: { ttfbMs: 1, totalMs: 1 },
        body: Buffer.from(text ?? ''),
        transferBytes: 1,
        isTruncated: false,
      }
    },
  }
}

const robotsUrl = 'https://www.site.test/robots.txt'
const rootUrl = 'https://www.site.test/'

describe('findOwnershipProofs()', () => {
  const tests: [name: string, web: Record<string, string>, txt: Record<string, string[][]>, found: OwnershipProof[]][] =
    [
      ['nothing', {}, {}, []],
      [
        'a line of robots.txt',
        { [robotsUrl]: `User-agent: *\r\n  ${published['robots-txt']} \r\n` },
        {},
        [proof('robots-txt')],
      ],
      ['part of a line', { [robotsUrl]: `${published['robots-txt']}0` }, {}, []],
      [
        'the token of another owner',
        { [robotsUrl]: publishedTokens(ownershipToken('b', rootUrl))['robots-txt'] },
        {},
        [],
      ],
      ['a meta tag', { [rootUrl]: `<title>a</title>${published['meta-tag']}<p>b` }, {}, [proof('meta-tag')]],
      ['a meta tag in the body, where visitors write', { [rootUrl]: `<p>a</p>${published['meta-tag']}` }, {}, []],
      ['a meta tag in a comment', { [rootUrl]: `<!--${published['meta-tag']}--><title>a</title>` }, {}, []],
      ['a meta tag of another page', { [URL_OF_SITE]: published['meta-tag'] }, {}, []],
      [
        'a redirect to another host',
        { [robotsUrl]: 'https://other.test/robots.txt', 'https://other.test/robots.txt': published['robots-txt'] },
        {},
        [],
      ],
      [
        'a redirect within the site',
        { [robotsUrl]: 'https://site.test/robots.txt', 'https://site.test/robots.txt': published['robots-txt'] },
        {},
        [proof('robots-txt')],
      ],
      [
        'a TXT record in two strings',
        {},
        { 'site.test': [['v=spf1'], [published.dns.slice(0, 9), published.dns.slice(9)]] },
        [proof('dns')],
      ],
      [
        'a line of a page that stands for robots.txt, where visitors write',
        {
          [robotsUrl]: 'https://site.test/not-found',
          'https://site.test/not-found': `<pre>\n${published['robots-txt']}\n`,
        },
        {},
        [],
      ],
      ['a TXT record of another name', {}, { 'other.test': [[published.dns]] }, []],
    ]
  for (const [name, web, txt, found] of tests)
    it(`knows ${name}`, async () => {
      const resolveTxt = async (host: string) => txt[host] ?? Promise.reject(new Error('ENODATA'))
      const sources = { fetcher: fetcherOf(web), resolveTxt, now: () => 5 }
      const search = { url: URL_OF_SITE, token, signal: new AbortController().signal }
      assert.deepEqual(await findOwnershipProofs(search, sources), found)
    })
})

describe('provesSubdomains()', () => {
  const tests: [name: string, proved: OwnershipProof, subdomains: string[], expected: boolean][] = [
    ['the host alone', proof('robots-txt'), [], true],
    ['a file for a subdomain', proof('robots-txt'), ['shop.site.test'], false],
    ['DNS for a subdomain', proof('dns'), ['shop.site.test'], true],
    ['DNS for all', proof('dns'), ['*.site.test'], true],
    ['DNS of a subdomain for all', proof('dns', 'shop.site.test'), ['*.site.test'], false],
    ['DNS for a name that ends alike', proof('dns'), ['evilsite.test'], false],
  ]
  for (const [name, proved, subdomains, expected] of tests)
    it(`${expected ? 'takes' : 'refuses'} ${name}`, () => assert.equal(provesSubdomains(proved, subdomains), expected))
})
