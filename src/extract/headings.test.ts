import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './test-facts.ts'

const h1s: [name: string, markup: string, h1: string, count: number][] = [
  ['white space is folded', '<h1> One\n two</h1>', 'One two', 1],
  ['the first counts', '<h1>a</h1><h1>b</h1>', 'a', 2],
  ['an empty first one counts', '<h1></h1><h1>b</h1>', '', 2],
  ['a line break parts words', '<h1>One<br>two</h1>', 'One two', 1],
  ['code is skipped', '<h1>a<script>b</script><style>c</style><noscript>d</noscript></h1>', 'a', 1],
  ['hidden ones count', '<h1 hidden>a</h1>', 'a', 1],
  ['those in a template do not', '<template><h1>a</h1></template><h1>b</h1>', 'b', 1],
  ['those in a comment do not', '<!-- <h1>a</h1> -->', '', 0],
  ['an image has no text of its own', '<h1><img src=a alt=Logo></h1>', '', 1],
]
for (const [name, markup, h1, count] of h1s)
  test(`h1: ${name}`, () => {
    const facts = factsOf(markup)
    assert.deepEqual([facts.h1, facts.h1Count], [h1, count])
  })

test('headings and paragraphs are counted', () => {
  const facts = factsOf('<h2>a</h2><h2>b</h2><h3>c</h3><h4>d</h4><h5>e</h5><h6>f</h6><p>g<p>h<svg><p>i</p></svg>')
  assert.deepEqual(
    [facts.h2Count, facts.h3Count, facts.h4Count, facts.h5Count, facts.h6Count, facts.pCount],
    [2, 1, 1, 1, 1, 3],
  )
})

test('headings carry accessible text, level and place', () => {
  const facts = factsOf(
    '<main id=m>\n<h1><img alt=Logo src=x> Shop</h1><div role=heading aria-level=3>Sub</div></main><h2 aria-hidden=true>x</h2>',
  )
  assert.deepEqual(facts.headings, [
    { level: 1, text: 'Logo Shop', isHidden: false, isInMain: true, region: 'main', path: '#m > h1', line: 2 },
    { level: 3, text: 'Sub', isHidden: false, isInMain: true, region: 'main', path: '#m > div', line: 2 },
    { level: 2, text: 'x', isHidden: true, isInMain: false, path: 'body > h2', line: 2 },
  ])
})

const ICON = '<svg><path/></svg>'
const texts: [name: string, markup: string, text: string][] = [
  [
    'a permalink that repeats the text',
    `<h2><a href=#tides aria-label="tides permalink">${ICON}</a>Tides</h2>`,
    'Tides',
  ],
  ['a permalink after the text', '<h2>Tides<a href=#tides title="Permanent link">¶</a></h2>', 'Tides'],
  [
    'a permalink of an invisible character',
    '<h2>Tides<a href=/sea#tides aria-label="Link to Tides">\u200b</a></h2>',
    'Tides',
  ],
  ['a permalink of an image', '<h2>Tides <a href=#tides><img src=link.svg alt=link></a></h2>', 'Tides'],
  ['a permalink alone', `<h2><a href=#tides aria-label=Tides>${ICON}</a></h2>`, 'Tides'],
  ['a heading that is a link to a place', '<h2><a href=#tides>Tides</a></h2>', 'Tides'],
  ['a link with a word of its own', '<h2>Tides <a href=#tides>(top)</a></h2>', 'Tides (top)'],
  ['an icon that leads to another page', `<h2><a href=/sea aria-label=Sea>${ICON}</a>Tides</h2>`, 'Sea Tides'],
  ['an icon that is no link', `<h2><span aria-label=New>${ICON}</span> Tides</h2>`, 'New Tides'],
  ['a name by attribute', '<h2 aria-label="High tides">Tides <a href=#tides>#</a></h2>', 'High tides'],
]
for (const [name, markup, text] of texts)
  test(`text of a heading: ${name}`, () => {
    assert.deepEqual(
      factsOf(markup).headings.map(heading => heading.text),
      [text],
    )
  })

test('role=heading without a usable level is of level 2', () => {
  assert.deepEqual(
    factsOf('<p role=heading>a<p role=heading aria-level=9>b').headings.map(({ level }) => level),
    [2, 2],
  )
})

test('five hundred headings are kept, all are counted', () => {
  const facts = factsOf('<h2>x</h2>'.repeat(600))
  assert.equal(facts.headings.length, 500)
  assert.equal(facts.h2Count, 600)
})
