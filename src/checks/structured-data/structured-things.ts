import {
  type StructuredFacts,
  type StructuredNode,
  type Syntax,
  shortName,
  structuredNodes,
} from './structured-nodes.ts'

/**
 * The things that a page's structured data speaks of: what it says of one @id in several places is put together, and what it says of
 * one thing by pointing to it from another is known of both.
 */

/** A value that has properties of its own. */
export type Described = Thing | Readonly<Record<string, unknown>>

export class Thing {
  readonly types: readonly string[]
  /** Where it is described first. */
  readonly syntax: Syntax
  readonly line: number
  /** From the outermost named type: `Product.offers[0]`. */
  readonly path: string
  /** Written as things of their own, not within others nor as one of a list. */
  isTop: boolean
  /** Other vocabularies may have given names to what it has. */
  readonly isForeign: boolean
  /** Properties as they are written, and those that follow from others that point here. */
  readonly parts: ReadonlyMap<string, unknown>[]
  inverse: Map<string, unknown[]> | null = null

  constructor(nodes: readonly [StructuredNode, ...StructuredNode[]]) {
    const [first] = nodes
    this.types = nodes.length === 1 ? first.types : [...new Set(nodes.flatMap(node => node.types))]
    this.syntax = first.syntax
    this.line = first.line
    this.path = first.path
    this.isTop = nodes.some(node => node.isTop)
    this.isForeign = nodes.some(node => !node.isOfSchemaOrgAlone)
    this.parts = nodes.map(node => node.properties)
  }

  /** Nothing is said of it here: it is only pointed to. */
  get isReference(): boolean {
    return !this.parts.some(saysSomething)
  }
}

function saysSomething(part: ReadonlyMap<string, unknown>): boolean {
  for (const name of part.keys()) if (!name.startsWith('@')) return true
  return false
}

function hasPrefix({ properties }: StructuredNode): boolean {
  for (const name of properties.keys()) if (name.includes(':')) return true
  return false
}

/** What follows of the thing that a property points to. Of what is reviewed it depends on who points. */
const opposites: ReadonlyMap<string, string> = new Map([
  ['itemOffered', 'offers'],
  ['itemReviewed', 'review'],
  ['hasVariant', 'isVariantOf'],
  ['isVariantOf', 'hasVariant'],
  ['review', 'itemReviewed'],
  ['reviews', 'itemReviewed'],
  ['aggregateRating', 'itemReviewed'],
])
/** What is pointed to by these is named as one among others, as what stands within a list is. */
const mentions: ReadonlySet<string> = new Set([
  ...['item', 'itemListElement', 'isRelatedTo', 'isSimilarTo', 'isAccessoryOrSparePartFor', 'isConsumableFor'],
])

const BREADCRUMB = /breadcrumb/i

/**
 * Properties and values looked at. A page with a thousand products stays far below; things that point to each other in thousands are
 * checked up to this limit.
 */
const MAX_LOOKUPS = 100_000

export class Things {
  readonly all: readonly Thing[]
  readonly #byId = new Map<string, Thing>()
  readonly #baseUrl: string
  /** Some property names have a URL or a prefix. */
  readonly #isPrefixed: boolean
  #lookups = 0

  constructor(page: StructuredFacts & { baseUrl: string }) {
    this.#baseUrl = page.baseUrl.split('#', 1)[0] ?? ''
    const nodes = structuredNodes(page)
    this.#isPrefixed = nodes.some(hasPrefix)
    const groups: [StructuredNode, ...StructuredNode[]][] = []
    const places = new Map<string, number>()
    for (const node of nodes) {
      const id = this.#idOf(node.properties.get('@id'))
      const group = id === null ? undefined : groups[places.get(id) ?? -1]
      if (group) group.push(node)
      else {
        if (id !== null) places.set(id, groups.length)
        groups.push([node])
      }
    }
    this.all = groups.map(group => new Thing(group))
    for (const [id, place] of places) {
      const thing = this.all[place]
      if (thing) this.#byId.set(id, thing)
    }
    if (this.#byId.size > 0) for (const thing of this.all) this.#noteReferences(thing)
  }

  get isSpent(): boolean {
    return this.#lookups > MAX_LOOKUPS
  }

  /** Values of a property, those of lists one by one. */
  valuesOf(described: Described, name: string): unknown[] {
    if (this.isSpent) return []
    const values = described instanceof Thing ? this.#valuesOfThing(described, name) : this.#flatValue(described, name)
    this.#lookups += values.length + (described instanceof Thing ? described.parts.length : 1)
    return values
  }

  /** null: a text, a number, or a thing that is described on another page. */
  described(value: unknown): Described | null {
    if (value instanceof Thing) return value
    if (!isRecord(value)) return null
    const id = this.#idOf(value['@id'])
    return (id === null ? undefined : this.#byId.get(id)) ?? (isBare(value) ? null : value)
  }

  typesOf(described: Described): readonly string[] {
    if (described instanceof Thing) return described.types
    return flat(described['@type']).flatMap(type => (typeof type === 'string' ? [shortName(type)] : []))
  }

  #valuesOfThing({ parts, inverse }: Thing, name: string): unknown[] {
    const [first] = parts
    const values =
      first && parts.length === 1
        ? this.#valuesOfPart(first, name)
        : parts.flatMap(part => this.#valuesOfPart(part, name))
    const following = inverse?.get(name)
    return following ? [...values, ...following] : values
  }

  #valuesOfPart(part: ReadonlyMap<string, unknown>, name: string): unknown[] {
    return flat(part.get(name) ?? (this.#isPrefixed ? underUrl(part, name) : null))
  }

  #flatValue(record: Readonly<Record<string, unknown>>, name: string): unknown[] {
    if (Object.hasOwn(record, name)) return flat(record[name])
    return this.#isPrefixed ? flat(underUrl(new Map(Object.entries(record)), name)) : []
  }

  #noteReferences(thing: Thing): void {
    // The steps to a page point to that page.
    const isStep = BREADCRUMB.test(thing.path)
    for (const part of thing.parts) {
      for (const [name, value] of part) {
        if (typeof value !== 'object') continue
        const opposite = opposites.get(name)
        const isMention = !isStep && mentions.has(name)
        if (opposite === undefined && !isMention) continue
        for (const target of this.#targets(value, thing)) {
          if (isMention) target.isTop = false
          if (opposite !== undefined) note(target, isOfRating(thing, name) ? 'aggregateRating' : opposite, thing)
        }
      }
    }
  }

  #targets(value: unknown, from: Thing): Thing[] {
    const values = this.isSpent ? [] : flat(value)
    this.#lookups += values.length
    return values.flatMap(each => {
      const target = isRecord(each) ? this.described(each) : null
      return target instanceof Thing && target !== from ? [target] : []
    })
  }

  /** Relative ids are resolved against the page. */
  #idOf(id: unknown): string | null {
    if (typeof id !== 'string' || id === '') return null
    if (id.includes(':')) return id
    if (id.startsWith('#')) return this.#baseUrl + id
    return URL.parse(id, this.#baseUrl)?.href ?? id
  }
}

function isOfRating(thing: Thing, name: string): boolean {
  return name === 'itemReviewed' && thing.types.some(type => type.endsWith('AggregateRating'))
}

function note(target: Thing, name: string, value: Thing): void {
  target.inverse ??= new Map()
  const values = target.inverse.get(name)
  if (values) values.push(value)
  else target.inverse.set(name, [value])
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** It only refers to something else, or is truncated. */
function isBare(value: Record<string, unknown>): boolean {
  return ('@id' in value || !('@type' in value)) && Object.keys(value).every(name => name.startsWith('@'))
}

const prefixes = ['schema:', 'https://schema.org/', 'http://schema.org/']

function underUrl(part: ReadonlyMap<string, unknown>, name: string): unknown {
  for (const prefix of prefixes) if (part.has(prefix + name)) return part.get(prefix + name)
  return undefined
}

/** JSON-LD may write a value as a list, a list as a thing, and a text as a thing, too. */
function flat(value: unknown, depth = 0): unknown[] {
  if (value === undefined || value === null || depth > MAX_WRAPPING) return []
  if (typeof value !== 'object') return [value]
  if (Array.isArray(value)) return value.flatMap(each => flat(each, depth + 1))
  if (!isRecord(value)) return [value]
  const wrapped = value['@list'] ?? value['@set'] ?? value['@value']
  return wrapped === undefined ? [value] : flat(wrapped, depth + 1)
}

/** Deeper nesting of lists does not occur. */
const MAX_WRAPPING = 4
