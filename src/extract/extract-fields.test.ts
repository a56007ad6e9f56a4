import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fieldsOf } from '#shared/custom-fields.ts'
import type { RenderedPage } from '#shared/rendering.ts'
import { compileSearches } from '#shared/text-searches.ts'
import { extractPage } from './extract.ts'
import { extractFields } from './extract-fields.ts'
import { extractRenderedPage } from './extract-rendered.ts'
import { compileFields } from './fields/read-fields.ts'
import { inputOf } from './test-facts.ts'

const lines = ['Heading = h1', 'Links = //a/@href', 'Price = $..price', 'Items = $..name', 'Unnamed = p ~ p -> count']
const source = `<!doctype html><title>Quay</title><h1>Winter moorings</h1>
<script type="application/ld+json">{"@type": "Product", "offers": {"price": 12}}</script>
<script type="application/ld+json">{"price": broken}</script>
<div itemscope itemtype="https://schema.org/Event"><span itemprop="name">Regatta</span></div>
<template><h1>Not shown</h1></template><p>North <a href="/a">quay</a><p>South quay`

const rendered = (html: string): RenderedPage => ({
  ok: true,
  html: new TextEncoder().encode(html),
  isCut: false,
  isTruncated: false,
  redirectUrl: null,
})

const documents: [name: string, body: string, rendered: RenderedPage | null][] = [
  ['a page', source, null],
  ['an empty page', '', null],
  ['another file', '%PDF-1.7\n<h1>Text</h1>', null],
  ['a page that could not be rendered', source, { ok: false, why: 'there is no browser' }],
  ['a rendered page', '<h1>Loading</h1>', rendered(source)],
  ['another file that is said to be rendered', '%PDF-1.7\n', rendered(source)],
]

describe('extractFields()', () => {
  for (const [name, body, how] of documents)
    it(`has the values that the facts have: ${name}`, () => {
      const searches = compileSearches({ requiredTexts: ['text: quay'], unwantedTexts: ['lorem*'] })
      const input = { ...inputOf(new TextEncoder().encode(body)), searches }
      for (const each of [{ ...input, fields: compileFields(fieldsOf(lines)) }, input]) {
        const { fields = [] } = how === null ? extractPage(each) : extractRenderedPage(each, how)
        assert.deepEqual(extractFields(each, how), fields)
      }
    })

  it('reads structured data where a field has a path into it', () => {
    const input = { ...inputOf(new TextEncoder().encode(source)), fields: compileFields(fieldsOf(lines)) }
    assert.deepEqual(
      extractFields(input, null).map(({ text }) => text),
      ['Winter moorings', '/a', '12', 'Regatta', '1'],
    )
  })
})
