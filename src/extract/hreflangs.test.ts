import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './facts-of.ts'

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
