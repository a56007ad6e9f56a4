import { attribute, type ElementNode, hasAttribute, hasText, isHtml } from '#html/node.ts'
import { addValue, type MarkupItem, type MarkupValue } from './markup-item.ts'
import type { MarkupReader } from './markup-reader.ts'

/** Nesting of items; deeper items are dropped. */
const MAX_DEPTH = 20

/**
 * The top-level Microdata items of a page (HTML standard, 5.2): those that are not a property of another. When a limit of the reader is
 * reached, the current item and all after it are dropped.
 */
export function microdataItems(reader: MarkupReader): MarkupItem[] {
  const tops: ElementNode[] = []
  for (const element of reader.elements()) {
    if (isItem(element) && !hasAttribute(element, 'itemprop')) tops.push(element)
  }
  const items: MarkupItem[] = []
  for (const element of tops) {
    const item = readItem(element, { reader, above: [] })
    if (reader.isSpent) break
    items.push(item)
  }
  return items
}

const isItem = (element: ElementNode): boolean => isHtml(element) && hasAttribute(element, 'itemscope')

interface Reading {
  reader: MarkupReader
  /** The items that contain this one: itemref can refer to one of them. */
  above: readonly ElementNode[]
}

function readItem(element: ElementNode, { reader, above }: Reading): MarkupItem {
  // Search engines read the href of a link that is an item as its id; the standard does not define this.
  const id = attribute(element, 'itemid') ?? (LINKS.has(element.tagName) ? attribute(element, 'href') : null)
  const types = reader.tokens(element, 'itemtype') ?? []
  // By the standard only items with a type have a global identifier.
  const item: MarkupItem = {
    element,
    types,
    id: id === null || types.length === 0 ? null : reader.url(id),
    properties: new Map(),
  }
  const within = { reader, above: [...above, element] }
  for (const property of propertyElements(element, reader)) {
    const names = reader.tokens(property, 'itemprop') ?? []
    if (names.length === 0) continue
    const value = propertyValue(property, within)
    if (value !== null) for (const name of names) addValue(item, name, value)
  }
  return item
}

/** Elements with an itemprop below the item and below those that its itemref names, but not below items within. */
function propertyElements(item: ElementNode, reader: MarkupReader): ElementNode[] {
  const found: ElementNode[] = []
  const seen = new Set<ElementNode>([item])
  const referenced = (reader.tokens(item, 'itemref') ?? []).flatMap(id => reader.byId(id) ?? [])
  const ahead = referenced.reverse()
  reader.pushChildren(ahead, item)
  for (let element = ahead.pop(); element && !reader.isSpent; element = ahead.pop()) {
    if (seen.has(element)) continue
    seen.add(element)
    if (isHtml(element) && hasAttribute(element, 'itemprop')) found.push(element)
    if (!isItem(element)) reader.pushChildren(ahead, element)
  }
  return found
}

const SOURCES: ReadonlySet<string> = new Set(['audio', 'embed', 'iframe', 'img', 'source', 'track', 'video'])
const LINKS: ReadonlySet<string> = new Set(['a', 'area', 'link'])

/** The value of a property by its element (HTML standard, 5.2.4); null where an item would hold itself. */
function propertyValue(element: ElementNode, within: Reading): MarkupValue | null {
  const { reader, above } = within
  if (isItem(element)) {
    return above.includes(element) || above.length >= MAX_DEPTH ? null : readItem(element, within)
  }
  const { tagName } = element
  if (tagName === 'meta') return reader.value(attribute(element, 'content') ?? '')
  if (SOURCES.has(tagName)) return reader.url(sourceOf(element))
  if (LINKS.has(tagName)) return reader.url(attribute(element, 'href'))
  if (tagName === 'object') return reader.url(attribute(element, 'data'))
  if (tagName === 'data' || tagName === 'meter') return reader.value(attribute(element, 'value') ?? '')
  const time = tagName === 'time' ? attribute(element, 'datetime') : null
  // Google's own examples give a price by the content attribute of a span, which the standard knows of meta alone.
  const given = time ?? attribute(element, 'content')
  return given === null ? reader.text(element) : reader.value(given)
}

/** Where scripts load a picture when it comes into view, what they will put there is meant. */
function sourceOf(element: ElementNode): string | null {
  for (const name of SOURCE_ATTRIBUTES) if (hasText(element, name)) return attribute(element, name)
  return null
}

const SOURCE_ATTRIBUTES = ['src', 'data-src', 'data-lazy-src', 'data-original'] as const
