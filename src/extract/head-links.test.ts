import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CanonicalFact } from '#shared/element-facts.ts'
import { factsOf } from './test-facts.ts'

const fact = (changes: Partial<CanonicalFact>): CanonicalFact => ({
  raw: '',
  url: null,
  source: 'tag',
  isRelative: false,
  hasFragment: false,
  line: 1,
  ...changes,
})

const rows: [name: string, markup: string, canonicals: CanonicalFact[], url: string | null][] = [
  [
    'absolute',
    '<link rel=canonical href="http://Example.test:80/a/../b">',
    [fact({ raw: 'http://Example.test:80/a/../b', url: 'http://example.test/b' })],
    'http://example.test/b',
  ],
  [
    'relative with a fragment',
    '<link rel="alternate CANONICAL" href="b#x">',
    [fact({ raw: 'b#x', url: 'http://example.test/dir/b', isRelative: true, hasFragment: true })],
    'http://example.test/dir/b',
  ],
  [
    'protocol-relative',
    '<link rel=canonical href=//a.test/>',
    [fact({ raw: '//a.test/', url: 'http://a.test/', isRelative: true })],
    'http://a.test/',
  ],
  ['empty', '<link rel=canonical href="">', [fact({})], null],
  ['without href it is none', '<link rel=canonical>', [], null],
  ['not an http(s) URL', '<link rel=canonical href="ftp://a.test/">', [fact({ raw: 'ftp://a.test/' })], null],
  ['unparsable', '<link rel=canonical href="http://a b/">', [fact({ raw: 'http://a b/' })], null],
  [
    'the first that can be used',
    '<link rel=canonical href=""><link rel=canonical href=/b>',
    [fact({}), fact({ raw: '/b', url: 'http://example.test/b', isRelative: true })],
    'http://example.test/b',
  ],
  [
    'in the body it counts where the head has none',
    '<body><p>x<link rel=canonical href=/b>',
    [fact({ raw: '/b', url: 'http://example.test/b', isRelative: true })],
    'http://example.test/b',
  ],
  [
    'in the body it does not add to the head’s',
    '<link rel=canonical href=/a><body><p>x<link rel=canonical href=/b>',
    [fact({ raw: '/a', url: 'http://example.test/a', isRelative: true })],
    'http://example.test/a',
  ],
  [
    'base is heeded',
    '<base href="http://b.test/x/"><link rel=canonical href=y>',
    [fact({ raw: 'y', url: 'http://b.test/x/y', isRelative: true })],
    'http://b.test/x/y',
  ],
]
for (const [name, markup, canonicals, url] of rows)
  test(`canonical: ${name}`, () => {
    const facts = factsOf(markup)
    assert.deepEqual(facts.canonicals, canonicals)
    assert.equal(facts.canonicalUrl, url)
  })

test('a canonical of the Link header stands behind those of the markup and is a link, too', () => {
  const facts = factsOf('<link rel=canonical href=http://a.test/>', {
    headers: [['Link', '<http://b.test/>; rel=canonical']],
  })
  assert.deepEqual(
    facts.canonicals.map(({ url, source, line }) => [url, source, line]),
    [
      ['http://a.test/', 'tag', 1],
      ['http://b.test/', 'header', 0],
    ],
  )
  assert.deepEqual(
    facts.links.map(({ kind, url }) => [kind, url]),
    [
      ['canonical', 'http://a.test/'],
      ['canonical', 'http://b.test/'],
    ],
  )
})

test('hreflangs are read as written and resolved', () => {
  const markup =
    '<link rel=alternate hreflang=" de-AT " href=/at>\n<link hreflang=x-default rel=ALTERNATE href="http://example.test/">'
  assert.deepEqual(factsOf(markup).hreflangs, [
    { code: 'de-AT', raw: '/at', url: 'http://example.test/at', isAbsolute: false, source: 'tag', line: 1 },
    {
      code: 'x-default',
      raw: 'http://example.test/',
      url: 'http://example.test/',
      isAbsolute: true,
      source: 'tag',
      line: 2,
    },
  ])
})

test('hreflangs need rel=alternate, an hreflang and an href', () => {
  const markup = '<link rel=alternate href=/feed><link rel=next hreflang=de href=/de><link rel=alternate hreflang=de>'
  assert.deepEqual(factsOf(markup).hreflangs, [])
})

test('hreflangs in the body count only where the head has none', () => {
  const german = '<link rel=alternate hreflang=de href=/de>'
  const french = '<link rel=alternate hreflang=fr href=/fr>'
  assert.deepEqual(
    factsOf(`${german}<body><p>x${french}`).hreflangs.map(({ code }) => code),
    ['de'],
  )
  assert.deepEqual(
    factsOf(`<body><p>x${french}`).hreflangs.map(({ code }) => code),
    ['fr'],
  )
})

test('at most 1,000 hreflangs of a page are kept', () => {
  const markup = '<link rel=alternate hreflang=de href=/de>'.repeat(1_001)
  assert.equal(factsOf(markup).hreflangs.length, 1_000)
})

test('hreflangs of the Link header are added', () => {
  const { hreflangs } = factsOf('<p>x', {
    headers: [['link', '<http://example.test/es>; rel="alternate"; hreflang="es"']],
  })
  assert.deepEqual(hreflangs, [
    {
      code: 'es',
      raw: 'http://example.test/es',
      url: 'http://example.test/es',
      isAbsolute: true,
      source: 'header',
      line: 0,
    },
  ])
})

const icons: [string, boolean][] = [
  ['<link rel="icon" href="data:image/svg+xml,<svg/>">', true],
  ['<link rel="shortcut icon" href=" DATA:,">', true],
  ['<link rel="icon" href="/icon.svg">', false],
  ['<link rel="stylesheet" href="data:text/css,">', false],
  ['', false],
]
for (const [markup, expected] of icons) {
  test(`hasInlineIcon is ${expected} for ${markup || 'nothing'}`, () =>
    assert.equal(factsOf(markup).hasInlineIcon, expected))
}
