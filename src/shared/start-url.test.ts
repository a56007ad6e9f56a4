import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parsePageUrl, parseStartUrl, URL_INVALID, URL_REQUIRED } from './start-url.ts'

const accepted: [input: string, url: string, isHttpsAssumed: boolean][] = [
  ['https://example.com/', 'https://example.com/', false],
  ['HTTP://Example.com', 'http://example.com/', false],
  ['  example.com  ', 'https://example.com/', true],
  ['example.com/a?b=c#d', 'https://example.com/a?b=c', true],
  ['example.com:8080/x', 'https://example.com:8080/x', true],
  ['localhost', 'https://localhost/', true],
  ['localhost:3000', 'https://localhost:3000/', true],
  ['http://localhost:3000/a', 'http://localhost:3000/a', false],
  ['127.0.0.1:8000', 'https://127.0.0.1:8000/', true],
  ['[::1]:8000', 'https://[::1]:8000/', true],
  ['bücher.example', 'https://xn--bcher-kva.example/', true],
  ['example.com?to=https://other.example', 'https://example.com/?to=https://other.example', true],
  ['example.com/@someone', 'https://example.com/@someone', true],
  ['https://user:secret@example.com/', 'https://example.com/', false],
  ['\t https://example.com/ \n', 'https://example.com/', false],
  [`${'a'.repeat(63)}.example`, `https://${'a'.repeat(63)}.example/`, true],
  [longHost(253), `https://${longHost(253)}/`, true],
]

/** A host name of so many characters, with labels of 63 at most. */
function longHost(length: number): string {
  const parts = `${'a'.repeat(59)}.`.repeat(5)
  return `${parts.slice(0, length - '.example'.length).replace(/\.$/, 'a')}.example`
}

const invalid = [
  'example',
  `${'a'.repeat(64)}.example`,
  `${'ü'.repeat(60)}.example`,
  longHost(254),
  'two words',
  'https://two words.com',
  'https://',
  'https:///',
  '.com',
  'a..b',
  'example.com:99999',
  'example.com:port',
  'someone@example.com',
  'mailto:someone@example.com',
  'mailto:1@example.com',
  'javascript:alert(1)',
  'JAVASCRIPT:1',
  'https://javascript:alert(1)',
  'https://https://example.com',
  'ftp://example.com',
  'file:///etc/passwd',
  'data:text/html,x',
  'about:blank',
  'tel:123',
  '/path/page.html',
  '?a.b',
  '123',
  '123:80',
  '0x7f000001',
  '::1',
  `example.com/${'a'.repeat(10_000)}`,
]

describe('parseStartUrl()', () => {
  for (const [input, url, isHttpsAssumed] of accepted) {
    test(`takes ${input}`, () => assert.deepEqual(parseStartUrl(input), { ok: true, url, isHttpsAssumed }))
  }
  for (const input of invalid) {
    test(`refuses ${input.slice(0, 40)}`, () => {
      assert.deepEqual(parseStartUrl(input), { ok: false, message: URL_INVALID })
    })
  }
  for (const input of ['', '   ', '\t\n']) {
    test(`requires a URL when given ${JSON.stringify(input)}`, () => {
      assert.deepEqual(parseStartUrl(input), { ok: false, message: URL_REQUIRED })
    })
  }
})

const SITE = 'https://example.com/shop/'

describe('parsePageUrl()', () => {
  const rows: [string, string][] = [
    ['https://example.com/a', 'https://example.com/a'],
    [' example.com/a ', 'https://example.com/a'],
    ['/breads/rye', 'https://example.com/breads/rye'],
    ['/', 'https://example.com/'],
    ['http://other.example/x#part', 'http://other.example/x'],
    ['', URL_REQUIRED],
    ['  ', URL_REQUIRED],
    ['breads', URL_INVALID],
    ['//example.org/', URL_INVALID],
    ['javascript:alert(1)', URL_INVALID],
  ]
  for (const [typed, expected] of rows)
    test(`reads ${JSON.stringify(typed)} as ${expected}`, () => {
      const parsed = parsePageUrl(typed, SITE)
      assert.equal(parsed.ok ? parsed.url : parsed.message, expected)
    })
})
