import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './test-facts.ts'

const rows: [name: string, markup: string, path: string][] = [
  ['only children', '<main><p><a href=/>x</a></p></main>', 'body > main > p > a'],
  ['a position among equals', '<p>x<p>y<div></div><p><b>x</b><a href=/>x</a>', 'body > p:nth-of-type(3) > a'],
  ['the first among equals', '<p><a href=/>x</a><p>', 'body > p:nth-of-type(1) > a'],
  ['from the nearest id', '<div id=outer><div id=inner><p><a href=/>x</a>', '#inner > p > a'],
  ['an id of its own', '<p><a id=here href=/>x</a>', '#here'],
  ['an id that would need escaping', '<div id="a b"><a href=/>x</a></div>', 'body > div > a'],
  ['a tag that would need a page', `<${'x'.repeat(100)}><a href=/>x</a>`, `body > ${'x'.repeat(40)} > a`],
  ['in the head', '<meta charset=utf-8><link rel=icon href=/>', 'head > link'],
]
for (const [name, markup, path] of rows)
  test(`path: ${name}`, () =>
    assert.equal(factsOf(`<body>${markup}`.replace('<body><meta', '<head><meta')).links[0]?.path, path))

test('a path has at most twelve segments, the nearest', () => {
  const path = factsOf(`${'<div>'.repeat(50)}<p><a href=/>x</a><a href=/y>y</a>`).links[1]?.path ?? ''
  assert.equal(path.split(' > ').length, 12)
  assert.ok(path.endsWith('div > p > a:nth-of-type(2)'))
})

test('siblings of many kinds are counted by their kind', () => {
  const kinds = Array.from({ length: 40 }, (_, index) => `x-${index}`)
  const each = (inner: string) => kinds.map(kind => `<${kind}>${inner}</${kind}>`).join('')
  const paths = factsOf(`<body><x-0></x-0>${each('')}${each('<a href=/>x</a>')}<b><a href=/>x</a></b>`).links.map(
    ({ path }) => path,
  )
  assert.deepEqual(paths, [
    ...kinds.map((kind, index) => `body > ${kind}:nth-of-type(${index === 0 ? 3 : 2}) > a`),
    'body > b > a',
  ])
})

test('a path is the same whether pages before had it or not, and however many others they had', () => {
  const pathsOf = (count: number) =>
    factsOf(
      `<main>${Array.from({ length: count }, (_, index) => `<p id=p${index}><b><a href=/>x</a></b></p>`).join('')}</main>`,
    ).links.map(({ path }) => path)
  const list = () => factsOf(`<ul>${'<li><a href=/>x</a>'.repeat(100)}</ul>`).links.map(({ path }) => path)
  const expectedList = Array.from({ length: 100 }, (_, index) => `body > ul > li:nth-of-type(${index + 1}) > a`)
  assert.deepEqual(list(), expectedList)
  assert.deepEqual(
    pathsOf(3_000),
    Array.from({ length: 3_000 }, (_, index) => `#p${index} > b > a`),
  )
  assert.deepEqual(list(), expectedList)
  assert.deepEqual(list(), expectedList)
})
