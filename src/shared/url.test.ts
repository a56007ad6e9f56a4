import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MAX_URL_LENGTH } from './limits.ts'
import { hostWithoutWww, normalizeUrl, parseHttpUrl, pathDepth } from './url.ts'

const canonical: [name: string, input: string, expected: string | null][] = [
  ['drops the fragment', 'https://example.com/a#b', 'https://example.com/a'],
  ['drops an empty fragment', 'https://example.com/a#', 'https://example.com/a'],
  ['drops user name and password', 'https://user:secret@example.com/', 'https://example.com/'],
  ['lower-cases scheme and host only', 'HTTPS://EXAMPLE.com/Path?Query', 'https://example.com/Path?Query'],
  ['drops default ports', 'https://example.com:443/', 'https://example.com/'],
  ['keeps other ports', 'http://example.com:8080/', 'http://example.com:8080/'],
  ['adds the root path', 'https://example.com', 'https://example.com/'],
  ['resolves dot segments', 'https://example.com/a/./b/../c', 'https://example.com/a/c'],
  ['resolves encoded dot segments', 'https://example.com/a/%2e%2E/c', 'https://example.com/c'],
  ['writes triplets in capitals (RFC 3986 §6.2.2.1)', 'https://example.com/%c3%a9', 'https://example.com/%C3%A9'],
  ['encodes letters beyond ASCII', 'https://example.com/é', 'https://example.com/%C3%A9'],
  ['decodes unreserved characters (§6.2.2.2)', 'https://example.com/%7Euser/%41', 'https://example.com/~user/A'],
  ['keeps reserved characters encoded', 'https://example.com/a%2fb?c=%26', 'https://example.com/a%2Fb?c=%26'],
  ['decodes unreserved characters of the query', 'https://example.com/?q=%61', 'https://example.com/?q=a'],
  ['leaves a stray percent sign', 'https://example.com/100%', 'https://example.com/100%'],
  ['makes no new triplet by decoding', 'https://example.com/%%34%31', 'https://example.com/%%341'],
  ['makes no new triplet with a stray digit', 'https://example.com/%4%31', 'https://example.com/%4%31'],
  ['drops a trailing dot of the host', 'https://example.com./a', 'https://example.com/a'],
  ['drops several trailing dots of the host', 'https://example.com../a', 'https://example.com/a'],
  ['refuses a host that is none without its dots', 'https://host.0x7f../a', null],
  ['refuses a host of dots', 'https://./a', null],
  ['keeps the order of parameters', 'https://example.com/?b=1&a=2', 'https://example.com/?b=1&a=2'],
  ['keeps a trailing slash', 'https://example.com/a/', 'https://example.com/a/'],
  ['keeps www.', 'https://www.example.com/', 'https://www.example.com/'],
  ['reads backslashes as slashes', 'https:\\\\example.com\\a', 'https://example.com/a'],
  ['drops tabs and line ends', ' https://exa\tmple.com/\na ', 'https://example.com/a'],
  ['writes international names in Punycode', 'https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['reads every spelling of an IPv4 address', 'http://0x7f.1/', 'http://127.0.0.1/'],
  ['reads full-width digits and dots', 'http://１２７。0.0.1/', 'http://127.0.0.1/'],
  ['shortens IPv6 addresses', 'http://[0:0:0:0:0:0:0:1]/', 'http://[::1]/'],
  ['refuses mailto', 'mailto:someone@example.com', null],
  ['refuses javascript in any case', 'JaVaScript:alert(1)', null],
  ['refuses data', 'data:text/html,x', null],
  ['refuses file', 'file:///etc/passwd', null],
  ['refuses ftp', 'ftp://example.com/', null],
  ['refuses a broken host', 'https://exa mple.com/', null],
  ['refuses a port beyond 65535', 'https://example.com:99999/', null],
  ['refuses what is no URL', 'nothing', null],
  ['refuses nothing at all', '', null],
  ['refuses a URL that is too long', `https://example.com/${'a'.repeat(MAX_URL_LENGTH)}`, null],
]

describe('normalizeUrl()', () => {
  for (const [name, input, expected] of canonical) {
    test(name, () => assert.equal(normalizeUrl(input), expected))
  }

  test('resolves against a base', () => {
    assert.equal(normalizeUrl('../c?d#e', 'https://example.com/a/b/'), 'https://example.com/a/c?d')
    assert.equal(normalizeUrl('//other.example/x', 'https://example.com/'), 'https://other.example/x')
    assert.equal(normalizeUrl('?page=2', 'https://example.com/list?page=1'), 'https://example.com/list?page=2')
    assert.equal(normalizeUrl('#top', 'https://example.com/a'), 'https://example.com/a')
    assert.equal(normalizeUrl('x', 'not a base'), null)
  })

  test('changes nothing when run twice', () => {
    const next = seededRandom(20_251_121)
    const pieces = [
      '%',
      '%2',
      '%2e',
      '%41',
      '%34',
      '4',
      '1',
      'e',
      '.',
      '..',
      '/',
      '?',
      '#',
      '=',
      '&',
      'é',
      ' ',
      '\\',
      '@',
      ':',
      'a',
    ]
    for (let round = 0; round < 5_000; round += 1) {
      const parts = Array.from({ length: 1 + (next() % 12) }, () => pieces[next() % pieces.length] ?? '')
      const once = normalizeUrl(`https://example.com${next() % 4 === 0 ? '' : '/'}${parts.join('')}`)
      if (once !== null) assert.equal(normalizeUrl(once), once, `made of ${JSON.stringify(parts)}`)
    }
  })
})

/** Xorshift: the same sequence for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}

test('parseHttpUrl() keeps the fragment', () => {
  assert.equal(parseHttpUrl('https://u:p@example.com/%7ea#b')?.href, 'https://example.com/~a#b')
})

test('hostWithoutWww() keeps the port and drops www. at the start only', () => {
  assert.equal(hostWithoutWww(new URL('http://www.example.com:8080/')), 'example.com:8080')
  assert.equal(hostWithoutWww(new URL('http://notwww.example.com/')), 'notwww.example.com')
})

test('pathDepth() counts segments and is at least 1', () => {
  assert.equal(pathDepth('https://example.com/'), 1)
  assert.equal(pathDepth('https://example.com/a'), 1)
  assert.equal(pathDepth('https://example.com/a/b/?c/d'), 2)
  assert.equal(pathDepth('no URL'), 1)
})
