import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { factsOf } from '#extract/test-facts.ts'
import { createRandom, joined, seeded } from '../properties/random.ts'

/** Property: of any markup the same items are read as by the algorithms of the HTML standard (5.2), written down plainly. */
const { seed, rounds } = seeded(400)

const pieces = [
  ...['<div itemscope itemtype="https://schema.org/A">', '<div itemscope>', '<p itemprop=a>', '<p itemprop="a b">'],
  ...['<b itemprop=c itemscope>', '<b itemprop=c itemscope itemtype=https://schema.org/B itemid=/x>', '</b>', '</p>'],
  ...['<i itemscope itemref="r s">', '<i itemprop=d itemscope itemref=s>', '</i>', '<u id=r itemprop=e>', '</u>'],
  ...['<u id=s>', '<span id=r>', '</span>', '<meta itemprop=f content=" g  h ">', '<a itemprop=i href=/j>', '</a>'],
  ...[
    '<img itemprop=k src=l.png>',
    '<time itemprop=m datetime=2026>',
    '</time>',
    '<data itemprop=n value=1>',
    '</data>',
  ],
  ...[
    '</div>',
    '</div></div>',
    'text',
    ' ',
    'more <em>text</em>',
    '<svg itemscope>',
    '</svg>',
    '<template>',
    '</template>',
  ],
  ...[
    '<table>',
    '<tr itemscope>',
    '<td itemprop=o>',
    '</table>',
    '<meter itemprop=p value=2>',
    '<object itemprop=q data=/r>',
  ],
]

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const isElement = (node: Node): node is Element => 'tagName' in node
const attributeOf = (element: Element, name: string) => element.attrs.find(each => each.name === name)?.value ?? null
const tokensOf = (element: Element, name: string) =>
  [...new Set((attributeOf(element, name) ?? '').split(/\s+/))].filter(Boolean)
const isHtml = (element: Element) => element.namespaceURI.endsWith('/xhtml')
const hasScope = (element: Element) => isHtml(element) && attributeOf(element, 'itemscope') !== null
const below = (element: Element): Element[] => element.childNodes.filter(isElement)
const textOf = (node: Node): string =>
  node.nodeName === '#text' && 'value' in node
    ? node.value
    : 'childNodes' in node
      ? node.childNodes.map(textOf).join('')
      : ''

function* allElements(nodes: readonly Node[]): Generator<Element> {
  for (const node of nodes) {
    if (!isElement(node)) continue
    yield node
    yield* allElements(node.childNodes)
  }
}

function propertyValue(element: Element, read: (item: Element) => unknown): unknown {
  const of = (name: string) => attributeOf(element, name)
  const url = (raw: string | null) => (raw === null ? '' : new URL(raw, 'http://example.test/dir/page').href)
  if (hasScope(element)) return read(element)
  switch (element.tagName) {
    case 'meta':
      return folded(of('content') ?? '')
    case 'img':
      return url(of('src'))
    case 'a':
      return url(of('href'))
    case 'object':
      return url(of('data'))
    case 'data':
    case 'meter':
      return of('value') ?? ''
    default:
      return element.tagName === 'time' && of('datetime') !== null ? of('datetime') : folded(textOf(element))
  }
}

const folded = (text: string) => text.replace(/\s+/g, ' ').trim()

function referenceItems(markup: string): unknown[] {
  const all = [...allElements(parse(markup, { scriptingEnabled: false }).childNodes)]
  const read =
    (above: readonly Element[]) =>
    (item: Element): unknown => {
      const memory = new Set([item])
      const named = tokensOf(item, 'itemref').flatMap(id => all.find(each => attributeOf(each, 'id') === id) ?? [])
      const pending = [...below(item), ...named]
      const found: Element[] = []
      for (let next = pending.shift(); next; next = pending.shift()) {
        if (memory.has(next)) continue
        memory.add(next)
        if (!hasScope(next)) pending.push(...below(next))
        if (isHtml(next) && tokensOf(next, 'itemprop').length > 0) found.push(next)
      }
      const entries: [string, unknown][] = []
      for (const element of found) {
        // An item within itself is an error in the standard, and skipped.
        if (hasScope(element) && [...above, item].includes(element)) continue
        for (const name of tokensOf(element, 'itemprop'))
          entries.push([name, propertyValue(element, read([...above, item]))])
      }
      const types = tokensOf(item, 'itemtype').map(type => type.replace('https://schema.org/', ''))
      const id = types.length > 0 ? attributeOf(item, 'itemid') : null
      return itemForm({ types, id: id === null ? null : new URL(id, 'http://example.test').href, entries })
    }
  return all.filter(element => hasScope(element) && attributeOf(element, 'itemprop') === null).map(read([]))
}

/** Values of one name without their order; an item of which nothing is said is its name. */
function itemForm({
  types,
  id,
  entries,
}: {
  types: string[]
  id: string | null
  entries: [string, unknown][]
}): unknown {
  if (types.length === 0 && entries.length === 0) return id ?? ''
  return { types, id, entries: entries.map(entry => JSON.stringify(entry)).sort() }
}

function formOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const {
    '@context': _,
    '@type': type = [],
    '@id': id = null,
    ...properties
  } = Object.fromEntries(Object.entries(value))
  const entries = Object.entries(properties).flatMap(([name, held]): [string, unknown][] =>
    (Array.isArray(held) ? held : [held]).map(each => [name, formOf(each)]),
  )
  return itemForm({ types: [type].flat(), id, entries })
}

test(`Microdata is read as the standard reads it (seed ${seed}, ${rounds} rounds)`, () => {
  let properties = 0
  for (let round = 0; round < rounds; round++) {
    const markup = joined(createRandom(seed + round), pieces, 25)
    const about = `FUZZ_SEED=${seed + round} FUZZ_ROUNDS=1 repeats it: ${JSON.stringify(markup)}`
    const items = (factsOf(markup).markupItems ?? []).map(({ raw }) => formOf(JSON.parse(raw)))
    // An item of which nothing is said at all is kept as an empty one.
    const expected = referenceItems(markup).map(item =>
      item === '' ? itemForm({ types: [], id: null, entries: [] }) : item,
    )
    assert.deepEqual(items, expected, about)
    properties += JSON.stringify(items).split('entries":["').length - 1
  }
  assert.ok(properties > rounds / 4, 'there was something to read')
})
