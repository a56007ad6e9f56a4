import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type SubdomainsOfSite, subdomainsOfSite } from './subdomains.ts'

const named = (...subdomains: string[]): SubdomainsOfSite => ({ ok: true, subdomains })
const refused = (message: string): SubdomainsOfSite => ({ ok: false, message })

describe('subdomainsOfSite()', () => {
  const site = 'https://www.example.co.uk/'
  const tests: [name: string, typed: string[], expected: SubdomainsOfSite, siteUrl?: string][] = [
    ['none', [], named()],
    ['a label', ['Shop'], named('shop.example.co.uk')],
    ['a whole name', ['a.shop.example.co.uk'], named('a.shop.example.co.uk')],
    ['all', ['*'], named('*.example.co.uk')],
    ['all below one', ['*.shop.example.co.uk'], named('*.shop.example.co.uk')],
    ['letters beyond ASCII', ['bücher'], named('xn--bcher-kva.example.co.uk')],
    ['the same twice', ['shop', 'SHOP.example.co.uk'], named('shop.example.co.uk')],
    ['the domain, of a site below it', ['example.com'], named('example.com'), 'https://blog.example.com/'],
    [
      'another site',
      ['shop', 'evil.test'],
      refused('The subdomains must belong to example.co.uk: “evil.test” does not'),
    ],
    ['what is no name', ['a b'], refused('The subdomains must belong to example.co.uk: “a b” does not')],
    ['a public suffix', ['*.co.uk'], refused('The subdomains must belong to example.co.uk: “*.co.uk” does not')],
    [
      'sites of other people on a shared host',
      ['*.github.io'],
      refused('The subdomains must belong to ann.github.io: “*.github.io” does not'),
      'https://ann.github.io/',
    ],
    [
      'an IP address',
      ['*'],
      refused('127.0.0.1 has no domain of which subdomains could be crawled'),
      'http://127.0.0.1:8080/',
    ],
  ]
  for (const [name, typed, expected, siteUrl = site] of tests)
    test(name, () => assert.deepEqual(subdomainsOfSite(typed, siteUrl), expected))
})
