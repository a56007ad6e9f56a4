import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { factsOf } from '#extract/test-facts.ts'
import { parseDocument } from '#html/html.ts'
import type { ChildNode } from '#html/node.ts'
import { createRandom, joined, type Random, seeded } from '../properties/random.ts'
import { mutatedSitePage } from './site-markup.ts'

/**
 * Property: however messy a page is, it is read as parse5, the reference of the HTML standard in this language, reads it: the
 * same tree, and facts that a plain count over the reference's tree gives as well.
 */
const { seed, rounds } = seeded(300)

const pieces = [
  '<p>',
  '</p>',
  '<b>',
  '</b>',
  '<i>',
  '</i>',
  '<a href=/x>',
  '</a>',
  '<table>',
  '<tr>',
  '<td>',
  '</table>',
  '<h1>',
  '</h1>',
  '<h2>',
  '<li>',
  '<ul>',
  '</ul>',
  '<div>',
  '</div>',
  '<title>',
  '</title>',
  '<head>',
  '</head>',
  '<body class=a>',
  '</body>',
  '<svg>',
  '</svg>',
  '<math>',
  '<mi>',
  '<template>',
  '</template>',
  '<select>',
  '<option>',
  '<textarea>',
  '</textarea>',
  '<script>',
  '</script>',
  '<noscript>',
  '</noscript>',
  '<img src=a>',
  '<br>',
  '<form>',
  '</form>',
  '<font size=1>',
  '<!-- -->',
  '<!doctype html>',
  '<frameset>',
  '<base href=/b/>',
  '<meta charset=utf-8>',
  '<html lang=de>',
  '</html>',
  '<caption>',
  '<col>',
  'text',
  ' ',
  '\n',
  '&amp;',
  '&#0;',
  '\0',
  '<',
  '"',
  '<x-y>',
  '</x-y>',
  '<button>',
  '<p hidden',
  '<foreignObject>',
  '<desc>',
]

const messy = (random: Random) => (random(3) === 0 ? mutatedSitePage(random) : joined(random, pieces, 60))

type ReferenceNode = DefaultTreeAdapterTypes.ChildNode
type ReferenceElement = DefaultTreeAdapterTypes.Element

/** Tags with their attributes, and texts, in document order; texts next to each other are one. */
function outline(children: readonly ChildNode[]): string[] {
  return children.flatMap(node =>
    node.kind === 'text' ? [`"${node.value}`] : [`<${node.tagName}`, ...outline(node.childNodes), '>'],
  )
}

function referenceOutline(children: readonly ReferenceNode[]): string[] {
  return children.flatMap(node => {
    if (node.nodeName === '#text' && 'value' in node) return [`"${node.value}`]
    return 'tagName' in node ? [`<${node.tagName}`, ...referenceOutline(node.childNodes), '>'] : []
  })
}

/** A comment parts texts in the reference alone. */
function withTextsJoined(lines: readonly string[]): string[] {
  const whole: string[] = []
  for (const line of lines) {
    const last = whole.at(-1)
    if (line.startsWith('"') && last?.startsWith('"')) whole[whole.length - 1] = last + line.slice(1)
    else whole.push(line)
  }
  return whole
}

function* elementsOf(children: readonly ReferenceNode[]): Generator<ReferenceElement> {
  for (const node of children) {
    if (!('tagName' in node)) continue
    yield node
    yield* elementsOf(node.childNodes)
  }
}

test(`a messy page is the tree that parse5 builds, with its facts (seed ${seed}, ${rounds} rounds)`, () => {
  for (let round = 0; round < rounds; round++) {
    const markup = messy(createRandom(seed + round))
    const about = `FUZZ_SEED=${seed + round} FUZZ_ROUNDS=1 repeats it: ${JSON.stringify(markup.slice(0, 500))}`
    const reference = parse(markup, { scriptingEnabled: false })
    assert.deepEqual(
      withTextsJoined(outline(parseDocument(markup).root.childNodes)),
      withTextsJoined(referenceOutline(reference.childNodes)),
      about,
    )
    const facts = factsOf(markup)
    const tags = [...elementsOf(reference.childNodes)].filter(({ namespaceURI }) => namespaceURI.endsWith('/xhtml'))
    const count = (tagName: string) => tags.filter(each => each.tagName === tagName).length
    const { h1Count, h2Count, pCount, totalImages } = facts
    assert.deepEqual(
      { h1Count, h2Count, pCount, totalImages },
      { h1Count: count('h1'), h2Count: count('h2'), pCount: count('p'), totalImages: count('img') },
      about,
    )
  }
})
