import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factsOf } from '#extract/facts-of.ts'
import { templateFingerprint } from './template-fingerprint.ts'

const of = (body: string, head = '') =>
  templateFingerprint(factsOf(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`))
const product = '<script type="application/ld+json">{"@type":"Product","review":{"@type":"Review"}}</script>'
const plainProduct = '<script type="application/ld+json">{"@type":"Product"}</script>'

describe('templateFingerprint()', () => {
  const alike: [name: string, one: string, other: string][] = [
    ['texts differ', of('<main><h1>One</h1><p>a'), of('<main><h1>Two</h1><p>b<p>c<a href="/x">d</a>')],
    ['headings are named after their texts', of('<main><h1 id="one">1</h1>'), of('<main><h1 id="two">2</h1>')],
    ['articles are numbered', of('<article id="post-1"><h1>1</h1>'), of('<article id="post-2"><h1>2</h1>')],
    ['there are more elements before', of('<div></div><div><h1>1</h1></div>'), of('<div><h1>1</h1></div>')],
    ['one product has reviews', of('<h1>1</h1>', product), of('<h1>2</h1>', plainProduct)],
  ]
  for (const [name, one, other] of alike)
    it(`is the same where ${name}`, () => {
      assert.equal(one, other)
      assert.match(one, /^[\da-f]{12}$/)
    })

  const different: [name: string, one: string, other: string][] = [
    ['the heading stands elsewhere', of('<main><h1>1</h1>'), of('<article><header><h1>1</h1>')],
    ['one is a product', of('<h1>1</h1>'), of('<h1>1</h1>', product)],
    [
      'one says that it is an article',
      of('<h1>1</h1>', '<meta property="og:type" content="article">'),
      of('<h1>1</h1>'),
    ],
  ]
  for (const [name, one, other] of different) it(`differs where ${name}`, () => assert.notEqual(one, other))

  it('is empty where nothing shows a template', () => assert.equal(of('<p>text'), ''))
})
