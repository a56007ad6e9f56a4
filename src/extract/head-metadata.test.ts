import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './test-facts.ts'

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

test('Twitter tags are read in the same way, and are absent where there are none', () => {
  const markup = '<meta name="Twitter:card" content=summary><meta property=twitter:title content=T>'
  assert.deepEqual(factsOf(markup).twitterTags, [
    ['twitter:card', 'summary'],
    ['twitter:title', 'T'],
  ])
  assert.deepEqual(factsOf('<meta name=twitter:card content=summary>').twitterTags, [['twitter:card', 'summary']])
  assert.equal('twitterTags' in factsOf('<p>x'), false)
})

const rows: [name: string, markup: string, title: string, inHead: string[]][] = [
  ['white space is folded', '<title>\n  One\u00a0 two </title>', 'One two', ['One two']],
  ['tags in it are text', '<title>a <b>b</b> &amp; c</title>', 'a <b>b</b> & c', ['a <b>b</b> & c']],
  ['none', '<p>x', '', []],
  ['an empty one counts as the title', '<title></title><title>Second</title>', '', ['', 'Second']],
  ['svg titles are no titles', '<body><svg><title>Icon</title></svg>', '', []],
  ['one that ended up in the body is shown', '<head><div></div><title>Late</title></head>', 'Late', []],
  ['a comment is no title', '<!-- <title>No</title> --><title>Yes</title>', 'Yes', ['Yes']],
  ['an unclosed one swallows the page', '<title>All <p>this', 'All <p>this', ['All <p>this']],
  ['in a template there is none', '<template><title>No</title></template>', '', []],
]
for (const [name, markup, title, inHead] of rows)
  test(`titles: ${name}`, () => {
    const facts = factsOf(markup)
    assert.equal(facts.title, title)
    assert.deepEqual(
      facts.titles.map(({ text }) => text),
      inHead,
    )
  })

test('titles carry their source lines', () => {
  assert.deepEqual(factsOf('<head>\n<title>a</title>\r\n\r\n<title>b</title>').titles, [
    { text: 'a', line: 2 },
    { text: 'b', line: 4 },
  ])
})

test('a title of megabytes is cut and marked', () => {
  const { title } = factsOf(`<title>${'x'.repeat(2_000_000)}</title>`)
  assert.equal(title.length, 2_000)
  assert.ok(title.endsWith('x…'))
})

const policy = (content: string) => `<meta http-equiv=" Content-Security-Policy" content="${content}">`

const policies: [string, string[] | undefined][] = [
  [policy("script-src 'self'"), ["script-src 'self'"]],
  [policy('img-src *') + policy('font-src *'), ['img-src *', 'font-src *']],
  [`<body><p>text</p>${policy('img-src *')}`, undefined],
  ['<meta http-equiv="content-security-policy-report-only" content="img-src *">', undefined],
  ['<meta http-equiv="content-security-policy">', undefined],
]
for (const [markup, expected] of policies) {
  test(`metaPolicies are ${JSON.stringify(expected)} for ${markup}`, () =>
    assert.deepEqual(factsOf(markup).metaPolicies, expected))
}
