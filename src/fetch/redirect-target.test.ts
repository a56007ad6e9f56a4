import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isRedirectStatus, redirectTarget } from './redirect-target.ts'

const base = new URL('https://example.com/dir/page?x=1')
/** Header values have one character per octet. */
const octets = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

const leading: [name: string, locations: string[], expected: string][] = [
  ['an absolute URL', ['https://other.example/a'], 'https://other.example/a'],
  ['a path', ['/a'], 'https://example.com/a'],
  ['a relative path', ['a'], 'https://example.com/dir/a'],
  ['a query', ['?y=2'], 'https://example.com/dir/page?y=2'],
  ['another host by two slashes', ['//other.example/a'], 'https://other.example/a'],
  ['a fragment is dropped', ['/a#b'], 'https://example.com/a'],
  ['blanks around it', [' /a '], 'https://example.com/a'],
  ['the same URL twice', ['/a', '/a'], 'https://example.com/a'],
  ['raw UTF-8 in the path', [octets('/é')], 'https://example.com/%C3%A9'],
  ['raw UTF-8 that ends in A0, a blank in Latin-1', [octets('/à')], 'https://example.com/%C3%A0'],
  ['raw UTF-8 in the host', [octets('https://bücher.example/')], 'https://xn--bcher-kva.example/'],
  ['raw Latin-1 in the path', ['/\xe9'], 'https://example.com/%E9'],
  ['user name and password are dropped', ['https://user:secret@other.example/'], 'https://other.example/'],
  ['small triplets are left as sent', ['/%c3%a9'], 'https://example.com/%c3%a9'],
]

const nowhere: [name: string, locations: string[], location: string][] = [
  ['no Location', [], ''],
  ['an empty Location', [''], ''],
  ['two different ones', ['/a', '/b'], '/a, /b'],
  ['mailto', ['mailto:someone@example.com'], 'mailto:someone@example.com'],
  ['javascript', ['javascript:alert(1)'], 'javascript:alert(1)'],
  ['file', ['file:///etc/passwd'], 'file:///etc/passwd'],
  ['a broken host', ['https://exa mple.com/'], 'https://exa mple.com/'],
  ['a broken port', ['https://example.com:port/'], 'https://example.com:port/'],
]

describe('redirectTarget()', () => {
  for (const [name, locations, expected] of leading) {
    test(`follows ${name}`, () => {
      const target = redirectTarget(base, locations, 301)
      assert.deepEqual([target.ok, target.location], [true, expected])
    })
  }
  for (const [name, locations, location] of nowhere) {
    test(`refuses ${name}`, () => {
      const target = redirectTarget(base, locations, 301)
      assert.deepEqual([target.ok, target.location], [false, location])
    })
  }

  test('says in words what is wrong', () => {
    const mail = redirectTarget(base, ['mailto:x'], 302)
    assert.equal(mail.ok || mail.detail, 'redirects to a URL that is not http(s) (mailto:x)')
    const none = redirectTarget(base, [], 302)
    assert.equal(none.ok || none.detail, 'has status 302 but no Location header')
  })
})

test('isRedirectStatus() knows the five of the Fetch standard', () => {
  const redirects = Array.from({ length: 600 }, (_, status) => status).filter(isRedirectStatus)
  assert.deepEqual(redirects, [301, 302, 303, 307, 308])
})
