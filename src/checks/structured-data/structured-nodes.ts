import type { JsonLdFact, MarkupItemFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { jsonLdValue } from '#shared/json-ld-value.ts'
import { remembered } from '#shared/remembered.ts'

/** Where a page's structured data stands. Microdata and RDFa are absent where a page has none. */
export type StructuredFacts = Partial<Pick<PageFacts, 'jsonLd' | 'markupItems'>>

/** As a person knows it. */
export type Syntax = 'JSON-LD' | 'Microdata' | 'RDFa'

/** One typed object of a page's structured data that speaks schema.org. */
export interface StructuredNode {
  /** Short names: `Product` for `https://schema.org/Product`. */
  types: string[]
  /** From the outermost named type: `Product.offers[0]`. */
  path: string
  /** The block itself, a member of its @graph, or what one of those names as its main entity. */
  isTop: boolean
  properties: ReadonlyMap<string, unknown>
  /** No other vocabulary can have given names to it: the context is schema.org alone. */
  isOfSchemaOrgAlone: boolean
  syntax: Syntax
  /** Source line of the block, or of the outermost element. */
  line: number
}

/** Objects of one page; a shop's longest list has a few thousand. */
const MAX_NODES = 5_000
const topProperties: ReadonlySet<string> = new Set(['@graph', 'mainEntity'])

interface Ahead {
  value: unknown
  path: string
  isTop: boolean
  isOfSchemaOrgAlone: boolean
}

/**
 * The objects of a page in document order, first those of JSON-LD, then Microdata and RDFa. What does not parse, speaks another
 * vocabulary or was cut gives none.
 */
export const structuredNodes = remembered(({ jsonLd = [], markupItems = [] }: StructuredFacts): StructuredNode[] => {
  const nodes: StructuredNode[] = []
  for (const block of jsonLd) if (block.error === null) addNodes(block, { nodes, syntax: 'JSON-LD' })
  for (const item of markupItems) addNodes(item, { nodes, syntax: syntaxNames[item.syntax] })
  return nodes
})

const syntaxNames: Readonly<Record<MarkupItemFact['syntax'], Syntax>> = { microdata: 'Microdata', rdfa: 'RDFa' }

function addNodes(
  block: Pick<JsonLdFact, 'raw' | 'line'>,
  { nodes, syntax }: { nodes: StructuredNode[]; syntax: Syntax },
): void {
  const { line } = block
  for (const root of parsed(block)) if (speaksSchemaOrg(root)) collect(root, { nodes, line, syntax })
}

function parsed(block: Pick<JsonLdFact, 'raw'>): unknown[] {
  try {
    const value = jsonLdValue(block)
    return Array.isArray(value) ? value : [value]
  } catch {
    return []
  }
}

function speaksSchemaOrg(root: unknown): boolean {
  if (!isObject(root)) return false
  const context = root['@context']
  return (Array.isArray(context) ? context : [context]).some(namesSchemaOrg)
}

/** A URL, or an object whose `@vocab` or prefixes are URLs. */
function namesSchemaOrg(context: unknown): boolean {
  const named = isObject(context) ? Object.values(context) : [context]
  return named.some(value => typeof value === 'string' && value.includes('schema.org'))
}

/** Only the URL of schema.org, with settings that define no names. */
function isSchemaOrgAlone(context: unknown): boolean {
  if (Array.isArray(context)) return context.every(isSchemaOrgAlone)
  if (typeof context === 'string') return SCHEMA_ORG.test(context.trim())
  return isObject(context) && Object.entries(context).every(isPlainSetting)
}

const SCHEMA_ORG = /^https?:\/\/(?:www\.)?schema\.org(?:\/|\/docs\/jsonldcontext\.jsonl?d?(?:on)?)?$/i

function isPlainSetting([name, value]: [string, unknown]): boolean {
  return name === '@language' || name === '@base' || (name === '@vocab' && isSchemaOrgAlone(value))
}

/** Iterative: nesting may be as deep as the block is long. */
function collect(
  root: unknown,
  { nodes, line, syntax }: { nodes: StructuredNode[]; line: number; syntax: Syntax },
): void {
  const ahead: Ahead[] = [{ value: root, path: '', isTop: true, isOfSchemaOrgAlone: true }]
  for (let next = ahead.pop(); next !== undefined && nodes.length < MAX_NODES; next = ahead.pop()) {
    const { value, path, isTop } = next
    let { isOfSchemaOrgAlone } = next
    if (Array.isArray(value)) {
      const isNumbered = path !== '' && value.length > 1
      for (let at = value.length - 1; at >= 0; at--) {
        ahead.push({ value: value[at], path: isNumbered ? `${path}[${at}]` : path, isTop, isOfSchemaOrgAlone })
      }
      continue
    }
    if (!isObject(value)) continue
    if ('@context' in value) isOfSchemaOrgAlone &&= isSchemaOrgAlone(value['@context'])
    const types = typesOf(value)
    const entries = Object.entries(value)
    const own = path === '' ? (types[0] ?? '') : path
    if (types.length > 0) {
      nodes.push({
        types,
        path: own.slice(0, MAX_PATH),
        isTop,
        properties: new Map(entries),
        isOfSchemaOrgAlone,
        syntax,
        line,
      })
    }
    for (const [name, held] of entries.reverse()) {
      if (typeof held !== 'object' || held === null || name === '@context') continue
      ahead.push({
        value: held,
        path: name === '@graph' ? '' : `${own}.${name}`.slice(0, MAX_PATH),
        isTop: isTop && topProperties.has(name),
        isOfSchemaOrgAlone,
      })
    }
  }
}

const MAX_PATH = 200

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function typesOf(value: Record<string, unknown>): string[] {
  const named = value['@type']
  if (typeof named === 'string') return named === '' ? [] : [shortName(named)]
  const types = Array.isArray(named) ? named : [named]
  return types.filter(type => typeof type === 'string' && type !== '').map(shortName)
}

/** Without the URL of the vocabulary, which is written in several ways. */
export function shortName(name: string): string {
  const trimmed = name.trim()
  // Most are written without it.
  if (!trimmed.includes(':')) return trimmed
  return trimmed.replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, '')
}

/** A path, the same for all things of a list. */
export function withoutPositions(path: string): string {
  return path.replace(/\[\d+\]/g, '')
}

/** The values of a property, a list or a single one; objects stay objects. */
export function valuesOf(node: StructuredNode, property: string): unknown[] {
  const value = node.properties.get(property)
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}
