import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalizeUrl } from '#shared/url.ts'
import { createPlainResolver, createUrlResolver } from './resolve-url.ts'

const BASE = 'http://example.test/dir/page'

const inputs = [
  'x',
  '/x?y=1',
  '?q',
  '#f',
  '//other.test',
  '/a%2fb%7e',
  '/a b',
  '/@user',
  'http://u:p@a.test/',
  'http://a.test./',
  'HTTP://A.TEST:80/',
  'https://münchen.test/ä',
  '/x?',
  '/x?#',
  '/x#',
  './../y/',
  'http://a.test/?a=%c3',
  '/%',
  'http://127.1/',
  'http:x',
]
test('resolved URLs are normalised', () => {
  const resolve = createUrlResolver(BASE)
  for (const raw of inputs) {
    const resolved = resolve(raw)
    assert.equal(resolved.kind === 'web' ? resolved.url : null, normalizeUrl(raw, BASE), raw)
  }
})

const kinds: [raw: string, kind: string][] = [
  ['mailto:a@b.test', 'other-scheme'],
  ['  DATA:text/plain,x', 'other-scheme'],
  ['blob:http://a.test/x', 'other-scheme'],
  ['file:///etc/passwd', 'other-scheme'],
  ['http://[::1', 'unparsable'],
  ['http://a.test:99999/', 'unparsable'],
  [`/${'x'.repeat(8_192)}`, 'too-long'],
  [`/${'é'.repeat(3_000)}`, 'too-long'],
]
for (const [raw, kind] of kinds)
  test(`${raw.slice(0, 30)} is ${kind}`, () => assert.equal(createUrlResolver(BASE)(raw).kind, kind))

const bases = [
  'http://example.test/dir/sub/page.html?q=1',
  'http://127.0.0.1:8931/',
  'https://example.test//a//b',
  'http://example.test/%C3%A4/page',
  'http://example.test/a@b/c|d/x',
  'http://[::1]:80/x/y',
  'http://user:password@example.test/dir/page',
  'http://example.test./dir/page',
  'http://xn--mnchen-3ya.test/x',
  'ftp://example.test/x',
  'nothing',
  `http://example.test/${'x'.repeat(3_000)}/y`,
]

const plain: [raw: string, url: string, fragment: string | null][] = [
  ['/x?y=1', 'http://example.test/x?y=1', null],
  ['next.html', 'http://example.test/dir/sub/next.html', null],
  ['../x/', 'http://example.test/dir/x/', null],
  ['../../../x', 'http://example.test/x', null],
  ['../?a=/../b#c', 'http://example.test/dir/?a=/../b', 'c'],
  ['/x#part-1', 'http://example.test/x', 'part-1'],
  ['/x#', 'http://example.test/x', null],
  ['#part-1', 'http://example.test/dir/sub/page.html?q=1', 'part-1'],
  ['#', 'http://example.test/dir/sub/page.html?q=1', null],
  ['http://example.test/y', 'http://example.test/y', null],
  ['https://www.other.test/y?z#top', 'https://www.other.test/y?z', 'top'],
]
for (const [raw, url, fragment] of plain)
  test(`${raw} needs no parser`, () => {
    assert.deepEqual(createPlainResolver(bases[0] ?? '')(raw), { kind: 'web', url, fragment })
  })

const notPlain = [
  [
    '',
    '?x',
    '#x y',
    '//other.test/x',
    './x',
    '/x/../y',
    '/.x',
    'x//../y',
    '/a%2fb',
    '/a b',
    '/ä',
    '/a\tb',
    '/a\\b',
    "/?a='",
  ],
  ['mailto:x', 'http:x', 'http://x', 'http://A.test/', 'http://other.test:80/', 'http://0x7f.1/', 'http://xn--a.test/'],
  ['http://a..b/', 'http://u@a.test/', '/x#a#b', `/${'x'.repeat(3_000)}`],
].flat()
for (const raw of notPlain)
  test(`${raw.slice(0, 30)} is left to the parser`, () => {
    assert.equal(createPlainResolver(bases[0] ?? '')(raw), null)
  })

const pieces = [
  ...'/ / . .. ../ ./ ? # : @ % & = + ~ - _ \\ | ; , \' " < ä'.split(' '),
  ...'a b1 X http: https:// http:// example.test a.test 127.1 0x1 xn-- www. .html %41 // 80 \t \n'.split(' '),
  ' ',
  'http://example.test',
  'http://127.0.0.1:8931/',
]

test('what needs no parser is what the parser makes of it', () => {
  let seed = 1
  const random = (limit: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return (seed >>> 8) % limit
  }
  const resolvers = bases.map(base => ({ base, resolve: createPlainResolver(base) }))
  let resolved = 0
  for (let round = 0; round < 20_000; round++) {
    let raw = ''
    for (let length = random(7); length >= 0; length--) raw += pieces[random(pieces.length)]
    for (const { base, resolve } of resolvers) {
      const target = resolve(raw)
      if (target === null) continue
      resolved++
      assert.equal(target.url, normalizeUrl(raw, base), `${raw} on ${base}`)
      const hash = URL.parse(raw, base)?.hash ?? ''
      assert.equal(target.fragment, hash.length < 2 ? null : hash.slice(1), `${raw} on ${base}`)
    }
  }
  assert.ok(resolved > 10_000, `${resolved} were resolved`)
})
