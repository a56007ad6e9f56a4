import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_FINDINGS_PER_LIST } from '#shared/limits.ts'
import { factsOf } from './test-facts.ts'

test('extractPage() reads an ordinary page', () => {
  const facts = factsOf(`<!doctype html>
<html lang="en-GB">
<head><meta charset=utf-8><title>Shop</title><meta name=description content="All for sale"></head>
<body id=top><main><h1>Shop</h1><p>Ten <a href="/offers#new">offers</a> <a name=end></a></main></body></html>`)
  assert.equal(facts.lang, 'en-GB')
  assert.equal(facts.title, 'Shop')
  assert.equal(facts.metaDescription, 'All for sale')
  assert.equal(facts.content.mainText, 'Shop\nTen offers')
  assert.deepEqual(facts.ids, ['top', 'end'])
  assert.deepEqual(facts.links, [
    {
      kind: 'anchor',
      url: 'http://example.test/offers',
      fragment: 'new',
      text: 'offers',
      rel: [],
      isNofollow: false,
      region: 'main',
      path: '#top > main > p > a:nth-of-type(1)',
      line: 4,
    },
  ])
})

test('extractPage() reads nothing of a file that is sent as HTML', () => {
  const facts = factsOf('%PDF-1.7\n<a href="/">a link of the document</a>')
  assert.equal(facts.fileFormat, 'PDF file')
  assert.deepEqual([facts.links, facts.content.mainText], [[], ''])
})

test('extractPage() accepts an empty body', () => {
  const facts = factsOf('')
  assert.equal(facts.title, '')
  assert.equal(facts.lang, null)
  assert.equal(facts.headExcerpt, '')
  assert.deepEqual(facts.links, [])
})

const langs: [markup: string, lang: string | null][] = [
  ['<html lang=de>', 'de'],
  ['<html lang="">', null],
  ['<html lang=" de ">', ' de '],
  ['<p lang=de>', null],
  ['<html><html lang=fr>', 'fr'],
]
for (const [markup, lang] of langs) test(`lang of ${markup}`, () => assert.equal(factsOf(markup).lang, lang))

const directions: [markup: string, direction: string | undefined][] = [
  ['<html dir=RTL>', 'rtl'],
  ['<html lang=ar><body dir=" rtl ">', 'rtl'],
  ['<html dir=auto>', 'auto'],
  ['<body style="color:red; direction: rtl">', 'rtl'],
  ['<html dir=sideways>', undefined],
  ['<p dir=rtl>', undefined],
]
for (const [markup, direction] of directions)
  test(`direction of ${markup}`, () => assert.equal(factsOf(markup).direction, direction))

test('extractPage() gives facts that survive JSON as they are', () => {
  const facts = factsOf(
    '<title>\ud83d</title><meta property="og:__proto__" content=x><p id=__proto__ title="&#xD800;">\u0000<a href=/constructor>x</a>',
  )
  assert.deepEqual(JSON.parse(JSON.stringify(facts)), facts)
  assert.deepEqual(facts.ids, ['__proto__'])
})

/** Each would be slow, deep or large if something were quadratic, recursive or unbounded. */
const hostile: [name: string, markup: string][] = [
  ['nested elements', '<div>'.repeat(50_000)],
  ['nested headings', '<h1><div>x'.repeat(20_000)],
  ['nested links', '<table><td><a href=/x>y'.repeat(5_000)],
  ['unclosed formatting', Array.from({ length: 5_000 }, (_, i) => `<p><font color=${i}>x`).join('')],
  ['misnested formatting', '<b><p></i>'.repeat(10_000)],
  ['unclosed tables', '<table><tr><td>x<b>'.repeat(10_000)],
  ['many attributes', `<img src=a ${Array.from({ length: 100_000 }, (_, i) => `a${i}`).join(' ')} alt=x>`],
  [
    'many attributes on an element opened again',
    `<b ${Array.from({ length: 5_000 }, (_, i) => `a${i}`).join(' ')}>${'<p>x'.repeat(10_000)}`,
  ],
  ['a megabyte in an attribute', `<a href="/${'x'.repeat(1_000_000)}" class="${'cookie '.repeat(150_000)}">x</a>`],
  ['a megabyte of comment', `<!--${'-'.repeat(1_000_000)}--><title>t</title>`],
  ['a megabyte of blanks', `${' '.repeat(1_000_000)}<title>${'\n'.repeat(1_000_000)}`],
  ['many links', '<a href=/x>x</a>'.repeat(50_000)],
  ['many candidates', `<img srcset="${'a 1x,'.repeat(200_000)}">`],
  ['nested JSON', `<script type="application/ld+json">${'[{"@type":"A","x":'.repeat(20_000)}</script>`],
  ['combining marks', `<title>e${'\u0301'.repeat(500_000)}</title>`],
]
for (const [name, markup] of hostile)
  test(`extractPage() copes with ${name}`, () => {
    const facts = factsOf(markup)
    const { content: _, ...kept } = facts
    assert.ok(JSON.stringify(kept).length < 8_000_000)
    for (const list of [facts.titles, facts.malformedLinks, facts.namelessLinks, facts.forms, facts.jsonLd])
      assert.ok(list.length <= MAX_FINDINGS_PER_LIST)
  })

test('extractPage() reads the attributes of an element that has a hundred thousand', () => {
  const attributes = Array.from({ length: 100_000 }, (_, i) => `data-${i}=x`).join(' ')
  const [image] = factsOf(`<img ${attributes} src=/a.png alt=Found>`).images
  assert.equal(image?.alt, 'Found')
  assert.equal(image?.src, 'http://example.test/a.png')
  assert.equal(image?.tag.length, 400)
})

test('extractPage() is pure: the same input gives the same facts', () => {
  const markup = `<main>${'<p>one two three four five six seven '.repeat(30)}<a href=x aria-labelledby=y>z</a><b id=y>w</b></main>`
  assert.deepEqual(factsOf(markup), factsOf(markup))
})
