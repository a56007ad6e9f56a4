import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './facts-of.ts'

const block = (json: string) => `<script type="application/ld+json">${json}</script>`

test('JSON-LD types are found anywhere, in order, once', () => {
  const json =
    '{"@graph":[{"@type":["Article","NewsArticle"],"author":{"@type":"Person"}},{"@type":"Article"},{"x":{"@type":"Thing"}}]}'
  assert.deepEqual(factsOf(block(json)).jsonLd, [
    { raw: json, line: 1, error: null, types: ['Article', 'NewsArticle', 'Person', 'Thing'] },
  ])
})

const kinds: [name: string, markup: string, count: number][] = [
  ['type in any case, with a parameter', '<script type=" Application/LD+JSON; charset=utf-8">{}</script>', 1],
  ['JSON of another type', '<script type="application/json">{}</script>', 0],
  ['in the body', '<body><p>x<script type="application/ld+json">{}</script>', 1],
  ['in a template', `<template>${block('{}')}</template>`, 0],
  ['in a comment', `<!-- ${block('{}')} -->`, 0],
]
for (const [name, markup, count] of kinds)
  test(`JSON-LD: ${name}`, () => assert.equal(factsOf(markup).jsonLd.length, count))

test('a syntax error has its line and column in the source', () => {
  const [first, second] = factsOf(`\n  ${block('{"a":1,}')}\n${block('\r\n{\r\n  "a": 1,\r\n}')}`).jsonLd
  assert.deepEqual([first?.error?.line, first?.error?.column], [2, 45])
  assert.deepEqual([second?.error?.line, second?.error?.column], [6, 1])
  assert.match(second?.error?.message ?? '', /Trailing comma/)
})

test('names of the prototype are keys like any other', () => {
  assert.deepEqual(factsOf(block('{"__proto__":{"@type":"A"},"constructor":{"@type":"B"}}')).jsonLd[0]?.types, [
    'A',
    'B',
  ])
})

test('lone surrogates in types become replacement characters', () => {
  assert.deepEqual(factsOf(block('{"@type":"\\ud800"}')).jsonLd[0]?.types, ['\ufffd'])
})
