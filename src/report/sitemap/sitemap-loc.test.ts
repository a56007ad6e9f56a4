import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sitemapLoc } from './sitemap-loc.ts'

const origin = 'https://example.com/'
const cases: [string, string, string | null][] = [
  ['is escaped', `${origin}a?b=1&c='d'`, `${origin}a?b=1&amp;c=%27d%27`],
  ['is escaped in its path', `${origin}it's`, `${origin}it&apos;s`],
  [
    'is an international one in ASCII',
    'https://bäcker.example/brötchen?ä=1',
    'https://xn--bcker-gra.example/br%C3%B6tchen?%C3%A4=1',
  ],
  ['has signs that are none of a URI encoded', `${origin}a|b[1]?{c}^\`\\`, `${origin}a%7Cb%5B1%5D?%7Bc%7D%5E%60%5C`],
  ['may have an IPv6 host', 'http://[::1]:8080/a', 'http://[::1]:8080/a'],
  ['has no fragment', `${origin}a#b`, `${origin}a`],
  ['may have 2,048 characters', origin.padEnd(2_048, 'a'), origin.padEnd(2_048, 'a')],
  ['has no more', origin.padEnd(2_049, 'a'), null],
  ['has no more once it is encoded', origin.padEnd(2_047, 'a').concat('|'), null],
  ['is not shorter than the schema allows', 'http://a.b/', null],
  ['has no stray percent sign', `${origin}100%`, null],
  ['is not a script', 'javascript:alert(1)', null],
  ['is not data', 'data:text/html,x', null],
  ['is not any text', 'nothing', null],
]

describe('a URL of a sitemap', () => {
  for (const [name, url, expected] of cases) it(name, () => assert.equal(sitemapLoc(url), expected))
})
