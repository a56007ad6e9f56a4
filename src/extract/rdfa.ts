import { attribute, type ElementNode, hasAttribute } from '#html/node.ts'
import { addValue, type MarkupItem } from './markup-item.ts'
import type { MarkupReader } from './markup-reader.ts'
import { type RdfaNames, rdfaNamesWithin } from './rdfa-names.ts'

/**
 * The top-level items with a type that a page describes in RDFa, in page order, by RDFa 1.1 Core (7.5) and HTML+RDFa 1.1 as far as pages
 * use them for schema.org: vocab, prefix, typeof, property, resource, about, rel, content, datatype and datetime. None when a limit of
 * the reader is reached, since any element may add to any item.
 */
export function rdfaItems(reader: MarkupReader, page: { baseUrl: string; root: ElementNode | null }): MarkupItem[] {
  if (page.root === null) return []
  const graph = new Graph()
  const start: Around = {
    names: rdfaNamesWithin(page.root, null),
    thing: graph.named(page.baseUrl, page.root),
    hanging: null,
  }
  const ahead: { element: ElementNode; around: Around }[] = [{ element: page.root, around: start }]
  for (let next = ahead.pop(); next && !reader.isSpent; next = ahead.pop()) {
    const around = read(next.element, { reader, graph, around: next.around })
    const children: ElementNode[] = []
    reader.pushChildren(children, next.element)
    // In this order: the first child is on top of the stack.
    for (const element of children) ahead.push({ element, around })
  }
  return reader.isSpent ? [] : graph.outermost()
}

/** The evaluation context that an element inherits. */
interface Around {
  names: RdfaNames
  /** The parent object: the item that properties belong to. */
  thing: MarkupItem
  /** Incomplete triples: properties of `rel` without a target, whose values are the items below. */
  hanging: { of: MarkupItem; names: readonly string[] } | null
}

interface Reading {
  reader: MarkupReader
  graph: Graph
  around: Around
}

/** All items of the page. Items with the same id are one. */
class Graph {
  readonly #named = new Map<string, MarkupItem>()
  readonly #all: MarkupItem[] = []

  named(id: string, element: ElementNode): MarkupItem {
    const known = this.#named.get(id)
    if (known) return known
    const item = this.nameless(element)
    if (!id.startsWith('_:')) item.id = id
    this.#named.set(id, item)
    return item
  }

  nameless(element: ElementNode): MarkupItem {
    const item: MarkupItem = { element, types: [], id: null, properties: new Map() }
    this.#all.push(item)
    return item
  }

  /** Typed items that no other typed item contains; of a circle the first. */
  outermost(): MarkupItem[] {
    const typed = this.#all.filter(isTyped)
    const held = new Set<MarkupItem>()
    const between = new Set<MarkupItem>()
    for (const item of typed) {
      for (const each of reached(item, between, isTyped)) if (each !== item) held.add(each)
    }
    const shown = new Set<MarkupItem>()
    const outermost: MarkupItem[] = []
    for (const item of [...typed.filter(each => !held.has(each)), ...typed]) {
      if (shown.has(item)) continue
      outermost.push(item)
      shown.add(item)
      reached(item, shown, () => false)
    }
    return outermost
  }
}

const isTyped = (item: MarkupItem): boolean => item.types.length > 0

/** The items below one that were not seen before; those at which the search ends may repeat. */
function reached(from: MarkupItem, seen: Set<MarkupItem>, isEnd: (item: MarkupItem) => boolean): MarkupItem[] {
  const found: MarkupItem[] = []
  const ahead = [from]
  for (let item = ahead.pop(); item; item = ahead.pop()) {
    for (const value of [...item.properties.values()].flat()) {
      if (typeof value === 'string') continue
      if (isEnd(value)) found.push(value)
      else if (!seen.has(value)) {
        seen.add(value)
        ahead.push(value)
      }
    }
  }
  return found
}

const RDFA_ATTRIBUTES = ['vocab', 'prefix', 'typeof', 'property', 'resource', 'about', 'rel', 'href', 'src'] as const

/** Adds the statements of an element and returns the context of its children. */
function read(element: ElementNode, reading: Reading): Around {
  if (element.attrs.length === 0 || !RDFA_ATTRIBUTES.some(name => hasAttribute(element, name))) return reading.around
  const names = rdfaNamesWithin(element, reading.around.names)
  const stated: Statements = {
    element,
    types: namesIn('typeof', element, { reading, names }),
    properties: namesIn('property', element, { reading, names }) ?? [],
    // Link relations (nofollow, next) are not properties; only names with a prefix are.
    relations: namesIn('rel', element, { reading, names, needsPrefix: true }) ?? [],
    about: thingIn(['about'], element, { ...reading, names }),
    target: thingIn(['resource', 'href', 'src'], element, { ...reading, names }),
  }
  const subjects = subjectOf(stated, reading)
  if (subjects.typed && stated.types)
    subjects.typed.types.push(...stated.types.filter(type => !subjects.typed?.types.includes(type)))
  const { hanging } = reading.around
  if (hanging && subjects.isOwn) for (const name of hanging.names) connect(hanging.of, name, subjects.subject)
  const isHanging = stated.relations.length > 0 && subjects.object === null
  if (subjects.object !== null) for (const name of stated.relations) connect(subjects.subject, name, subjects.object)
  for (const name of stated.properties) addProperty(name, { stated, subjects, reading })
  return {
    names,
    thing: subjects.object ?? (isHanging ? reading.graph.nameless(element) : subjects.subject),
    hanging: isHanging
      ? { of: subjects.subject, names: stated.relations }
      : subjects.isOwn || subjects.object
        ? null
        : hanging,
  }
}

interface Statements {
  element: ElementNode
  /** null: no typeof. */
  types: string[] | null
  properties: string[]
  relations: string[]
  about: MarkupItem | null
  target: MarkupItem | null
}

interface Subjects {
  /** The item that the element describes. */
  subject: MarkupItem
  /** Whether the element sets the subject itself. */
  isOwn: boolean
  /** The item that the types belong to. */
  typed: MarkupItem | null
  /** The item that its children describe, where that is another. */
  object: MarkupItem | null
}

/** RDFa 1.1 Core, 7.5, steps 5 and 6. */
function subjectOf(stated: Statements, { graph, around }: Reading): Subjects {
  const { element, about, types, target } = stated
  // html, head and body describe the page unless they name another item.
  const own = about ?? (TOPS.has(element.tagName) ? around.thing : null)
  const subject = own ?? around.thing
  if (stated.relations.length > 0) {
    const object = target ?? (types && !own ? graph.nameless(element) : null)
    return { subject, isOwn: own !== null, typed: types ? (own ?? object) : null, object }
  }
  const isLiteral = hasAttribute(element, 'content') || hasAttribute(element, 'datatype')
  if (hasAttribute(element, 'property') && !isLiteral) {
    const typed = types ? (own ?? target ?? graph.nameless(element)) : null
    return { subject, isOwn: about !== null, typed, object: typed }
  }
  const named = about ?? target ?? own ?? (types ? graph.nameless(element) : null)
  return { subject: named ?? around.thing, isOwn: named !== null, typed: types ? named : null, object: null }
}

const TOPS: ReadonlySet<string> = new Set(['html', 'head', 'body'])

function connect(item: MarkupItem, name: string, value: MarkupItem): void {
  if (!item.properties.get(name)?.includes(value)) addValue(item, name, value)
}

/** RDFa 1.1 Core, 7.5, step 11. */
function addProperty(name: string, of: { stated: Statements; subjects: Subjects; reading: Reading }): void {
  const { stated, subjects, reading } = of
  const { element, about, target } = stated
  const { reader } = reading
  const content = attribute(element, 'content')
  const literal = content ?? attribute(element, 'datetime')
  const isText = (attribute(element, 'datatype') ?? '') !== ''
  if (literal !== null) addValue(subjects.subject, name, reader.value(literal))
  else if (isText) addValue(subjects.subject, name, reader.text(element))
  else if (target && stated.relations.length === 0) connect(subjects.subject, name, target)
  else if (subjects.typed && !about) connect(subjects.subject, name, subjects.typed)
  else addValue(subjects.subject, name, reader.text(element))
}

interface Naming {
  reading: Reading
  names: RdfaNames
  needsPrefix?: boolean
}

function namesIn(
  attributeName: string,
  element: ElementNode,
  { reading, names, needsPrefix }: Naming,
): string[] | null {
  const tokens = reading.reader.tokens(element, attributeName)
  if (tokens === null) return null
  return tokens.filter(token => !needsPrefix || token.includes(':')).flatMap(token => names.fullNameOf(token) ?? [])
}

/** The item that the first of these attributes names, resolved against the page. */
function thingIn(
  attributes: readonly string[],
  element: ElementNode,
  of: Reading & { names: RdfaNames },
): MarkupItem | null {
  const { reader, graph, names } = of
  const name = attributes.find(each => hasAttribute(element, each))
  if (name === undefined) return null
  const raw = attribute(element, name) ?? ''
  // Only `resource` and `about` may be CURIEs.
  const isShort = name === 'about' || name === 'resource'
  const id = (isShort ? names.fullUrl(raw) : null) ?? reader.resolve(raw)
  return graph.named(id, element)
}
