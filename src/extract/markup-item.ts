import type { ElementNode } from '#html/node.ts'
import type { MarkupItemFact } from '#shared/element-facts.ts'
import { MAX_JSON_LD_BYTES } from '#shared/limits.ts'
import { cutText } from './cut-text.ts'
import type { Page } from './page.ts'

/**
 * An item that Microdata or RDFa attributes describe: types, properties and nested items. It is stored as JSON-LD, so that checks read
 * one syntax.
 */
export interface MarkupItem {
  /** The element that describes it first. */
  element: ElementNode
  /** Full URLs. */
  types: string[]
  /** null for an item without an id. */
  id: string | null
  properties: Map<string, MarkupValue[]>
}

export type MarkupValue = string | MarkupItem

export function addValue(item: MarkupItem, name: string, value: MarkupValue): void {
  const values = item.properties.get(name)
  if (values) values.push(value)
  else item.properties.set(name, [value])
}

/** Nesting of items that is written; real pages have a few levels. */
const MAX_DEPTH = 16
/** The same as the limit of JSON-LD blocks. */
const MAX_ITEMS = 100
/** Of all items together, in UTF-16 units. */
const MAX_LENGTH = 2 * MAX_JSON_LD_BYTES
const MAX_TYPES = 100

/** The outermost items as facts, in order. Items beyond the limits are dropped whole. */
export function markupItemFacts(
  items: readonly MarkupItem[],
  { page, syntax }: { page: Page; syntax: MarkupItemFact['syntax'] },
): MarkupItemFact[] {
  const facts: MarkupItemFact[] = []
  let length = 0
  for (const item of items.slice(0, MAX_ITEMS)) {
    const types = new Set<string>()
    const content = asJsonLd(item, { types, above: new Set() })
    const usesSchemaOrg = item.types.some(type => shortName(type) !== type)
    const raw = JSON.stringify(usesSchemaOrg ? { '@context': 'https://schema.org', ...content } : content, null, 2)
    length += raw.length
    if (length > MAX_LENGTH) break
    facts.push({
      syntax,
      raw: cutText(raw, MAX_JSON_LD_BYTES),
      types: [...types],
      path: page.pathOf(item.element),
      line: page.lineOf(item.element),
    })
  }
  return facts
}

interface Written {
  /** Types of all items, at most MAX_TYPES. */
  types: Set<string>
  /** The items that contain this one: ends circles. */
  above: Set<MarkupItem>
}

function asJsonLd(item: MarkupItem, { types, above }: Written): Record<string, unknown> {
  const own = item.types.map(shortName)
  for (const type of own) if (types.size < MAX_TYPES) types.add(type)
  const within = new Set(above).add(item)
  const entries: [string, unknown][] = []
  if (own.length > 0) entries.push(['@type', own.length === 1 ? own[0] : own])
  if (item.id !== null) entries.push(['@id', item.id])
  for (const [name, values] of item.properties) {
    const written = values.map(value => valueAsJsonLd(value, { types, above: within }))
    entries.push([shortName(name), written.length === 1 ? written[0] : written])
  }
  return Object.fromEntries(entries)
}

function valueAsJsonLd(value: MarkupValue, written: Written): unknown {
  if (typeof value === 'string') return value
  if (value.types.length === 0 && value.properties.size === 0) return value.id ?? ''
  const isEnd = written.above.has(value) || written.above.size >= MAX_DEPTH
  return isEnd ? (value.id === null ? {} : { '@id': value.id }) : asJsonLd(value, written)
}

/** Names of schema.org without the prefix; others unchanged. */
function shortName(name: string): string {
  return name.replace(/^https?:\/\/(?:www\.)?schema\.org\/(?=.)/i, '')
}
