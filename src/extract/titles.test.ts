import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './facts-of.ts'

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
