import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCookieJar } from './cookies.ts'

const from = new URL('https://www.example.com/shop/cart')

const rows: [name: string, setCookies: string[], to: string, expected: string][] = [
  ['goes back to the same host', ['a=1; Path=/'], 'https://www.example.com/', 'a=1'],
  ['goes to no other host', ['a=1; Path=/'], 'https://example.com/', ''],
  ['goes to the hosts of its domain', ['a=1; Path=/; Domain=.example.com'], 'https://shop.example.com/', 'a=1'],
  ['is refused for a foreign domain', ['a=1; Path=/; Domain=other.example'], 'https://www.example.com/', ''],
  ['goes below its own folder without a path (§5.1.4)', ['a=1'], 'https://www.example.com/shop/x', 'a=1'],
  ['goes nowhere else without a path', ['a=1'], 'https://www.example.com/', ''],
  ['goes below its path only, by whole segments', ['a=1; Path=/sh'], 'https://www.example.com/shop', ''],
  ['stays off http when secure', ['a=1; Path=/; Secure'], 'http://www.example.com/', ''],
  ['replaces its like', ['a=1; Path=/', 'a=2; Path=/'], 'https://www.example.com/', 'a=2'],
  ['is deleted by Max-Age=0', ['a=1; Path=/', 'a=; Path=/; Max-Age=0'], 'https://www.example.com/', ''],
  [
    'is deleted by a date long past',
    ['a=1; Path=/', 'a=x; Path=/; Expires=Thu, 01-Jan-1970 00:00:00 GMT'],
    'https://www.example.com/',
    '',
  ],
  ['keeps company', ['a=1; Path=/', 'b=2; Path=/'], 'https://www.example.com/', 'a=1; b=2'],
  ['may hold an equals sign', ['a=b=c; Path=/'], 'https://www.example.com/', 'a=b=c'],
  ['needs a name', ['=1; Path=/', 'novalue'], 'https://www.example.com/', ''],
  ['with control octets is dropped', ['a=\x01; Path=/'], 'https://www.example.com/', ''],
  ['that is huge is dropped', [`a=${'x'.repeat(5_000)}; Path=/`], 'https://www.example.com/', ''],
]

describe('a cookie (RFC 6265)', () => {
  for (const [name, setCookies, to, expected] of rows) {
    test(name, () => {
      const jar = createCookieJar()
      jar.store(from, setCookies)
      assert.equal(
        jar
          .cookiesFor(new URL(to))
          .map(pair => pair.join('='))
          .join('; '),
        expected,
      )
    })
  }

  const suffixes: [host: string, domain: string, to: string, isSent: boolean][] = [
    ['shop.example.co.uk', 'co.uk', 'other.co.uk', false],
    ['one.github.io', 'github.io', 'two.github.io', false],
    ['www.example.com', 'com', 'www.example.com', false],
    ['github.io', 'github.io', 'github.io', true],
    ['github.io', 'github.io', 'one.github.io', false],
    ['shop.example.co.uk', 'example.co.uk', 'www.example.co.uk', true],
  ]
  for (const [host, domain, to, isSent] of suffixes)
    test(`of ${host} for ${domain} is ${isSent ? '' : 'not '}sent to ${to}`, () => {
      const jar = createCookieJar()
      jar.store(new URL(`https://${host}/`), [`a=1; Path=/; Domain=${domain}`])
      assert.equal(jar.cookiesFor(new URL(`https://${to}/`)).length, isSent ? 1 : 0)
    })

  test('is one of 50 at most', () => {
    const jar = createCookieJar()
    jar.store(
      from,
      Array.from({ length: 500 }, (_, index) => `c${index}=1; Path=/`),
    )
    assert.equal(jar.cookiesFor(from).length, 50)
  })
})
