import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sitePages } from '#demo-site/site.ts'
import { CHARACTER_REFERENCE_NAMES } from '#html/character-reference-names.ts'
import { parseDocument } from '#html/html.ts'
import type { ChildNode, ElementNode } from '#html/node.ts'
import { MAX_ELEMENTS_PER_PAGE } from '#shared/limits.ts'
import { benchPage } from '../bench/crawl/bench-page.ts'
import { benchSite } from '../bench/crawl/bench-site.ts'
import { fixturePages } from '../fixtures/pages.ts'
import { mutatedSitePage } from '../fuzz/site-markup.ts'
import { createRandom, seeded } from '../properties/random.ts'
import { hostileMarkup } from './hostile-markup.ts'
import { messyMarkup } from './messy-markup.ts'
import { outline } from './outline.ts'
import { parseByParse5 } from './parse5-tree.ts'

/**
 * Property: whatever a page is, our parser builds the tree that parse5, the reference of the HTML standard in this language, builds,
 * with the same offsets. `FUZZ_ROUNDS=100000` looks further.
 */
const { seed, rounds } = seeded(4_000)

function assertSameTree(markup: string, about: string): void {
  const ours = parseDocument(markup)
  const reference = parseByParse5(markup)
  assert.equal(outline(ours.root), outline(reference.root), about)
  assert.equal(ours.base?.start, reference.bases.find(isInDocument)?.start, about)
}

test(`messy markup is the tree that parse5 builds (seed ${seed}, ${rounds} rounds)`, () => {
  for (let round = 0; round < rounds; round++) {
    const random = createRandom(seed + round)
    const markup = round % 8 === 7 ? mutatedSitePage(random) : messyMarkup(random)
    assertSameTree(
      markup,
      `FUZZ_SEED=${seed + round} FUZZ_ROUNDS=1 repeats it: ${JSON.stringify(markup.slice(0, 900))}`,
    )
  }
})

test('pages of the demo site, the fixture site and the bench are the trees that parse5 builds', () => {
  const bench = benchSite(40)
  const pages = [
    ...sitePages.map(({ body }) => String(body)),
    ...fixturePages.map(({ body }) => String(body)),
    ...Array.from({ length: 20 }, (_, page) => benchPage(bench, page, 'http://example.test').html),
  ]
  for (const page of pages) assertSameTree(page, page.slice(0, 300))
})

test('every named character reference is decoded as parse5 decodes it, in texts and attributes', () => {
  const names = CHARACTER_REFERENCE_NAMES.flatMap(line => line.split(' ')).map(pair => pair.split(/:?=/)[0] ?? '')
  // The standard promises that there will never be another.
  assert.equal(names.length, 2_125)
  for (const name of names)
    assertSameTree(`<p a="&${name};x" b="&${name}x" c="&${name}" d=&${name}=>&${name}; &${name}x &${name}`, name)
})

for (const [name, make] of Object.entries(hostileMarkup)) {
  test(`${name}: the tree that parse5 builds`, () => {
    assertSameTree(make(300), name)
  })

  // In time that grows with the square, one of these would take minutes.
  test(`${name}: thousands of them are soon read`, () => {
    const { root } = parseDocument(make(40_000))
    assert.ok(countOf(root.childNodes) <= MAX_ELEMENTS_PER_PAGE + 10)
  })
}

/** Not in the content of a template, which has a root of its own. */
function isInDocument(element: ElementNode): boolean {
  let top = element
  while (top.parentNode?.kind === 'element') top = top.parentNode
  return top.tagName === 'html' && top.parentNode?.kind === 'root'
}

function countOf(nodes: readonly ChildNode[]): number {
  let count = 0
  const ahead = [...nodes]
  for (let node = ahead.pop(); node; node = ahead.pop()) {
    count++
    if (node.kind === 'element') for (const child of node.childNodes) ahead.push(child)
  }
  return count
}
