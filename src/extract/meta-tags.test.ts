import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './facts-of.ts'

const descriptions: [name: string, markup: string, description: string, inHead: string[]][] = [
  ['folded', '<meta name="description" content="  a \n b ">', 'a b', ['a b']],
  ['name in any case with blanks', '<META NAME=" Description " CONTENT=x>', 'x', ['x']],
  [
    'the first counts, blank or not',
    '<meta name=description content=" "><meta name=description content=b>',
    '',
    ['', 'b'],
  ],
  ['without content it is none', '<meta name=description><meta name=description content=b>', 'b', ['b']],
  ['in the body it is the page’s all the same', '<body><p>x<meta name=description content=b>', 'b', []],
  ['og:description is another thing', '<meta property=og:description content=b>', '', []],
]
for (const [name, markup, description, inHead] of descriptions)
  test(`meta description: ${name}`, () => {
    const facts = factsOf(markup)
    assert.equal(facts.metaDescription, description)
    assert.deepEqual(
      facts.metaDescriptions.map(({ text }) => text),
      inHead,
    )
  })

test('viewport is the first with content, null when there is none', () => {
  assert.equal(
    factsOf('<meta name=viewport content="width=device-width"><meta name=viewport content=x>').viewport,
    'width=device-width',
  )
  assert.equal(factsOf('<p>x').viewport, null)
})

test('Open Graph is read from property and from name, in order', () => {
  const markup =
    '<meta property="OG:title" content=T><meta name=og:type content=article><meta property=fb:app_id content=1>'
  assert.deepEqual(factsOf(markup).openGraph, [
    ['og:title', 'T'],
    ['og:type', 'article'],
  ])
})
