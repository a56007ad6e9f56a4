import type { JsonLdFact } from '#shared/facts.ts'

/** One typed object of a page's JSON-LD that speaks schema.org. */
export interface JsonLdNode {
  /** Short names: `Product` for `https://schema.org/Product`. */
  types: string[]
  /** From the outermost named type: `Product.offers[0]`. */
  path: string
  /** The block itself, a member of its @graph, or what one of those names as its main entity. */
  isTop: boolean
  properties: ReadonlyMap<string, unknown>
  /** Source line of the block. */
  line: number
}

/** Objects of one page; a shop's longest list has a few thousand. */
const MAX_NODES = 5_000
const topProperties: ReadonlySet<string> = new Set(['@graph', 'mainEntity'])

interface Ahead {
  value: unknown
  path: string
  isTop: boolean
}

/** The objects of all blocks that parse, in document order. Blocks of another vocabulary and those that were cut give none. */
export function jsonLdNodes(blocks: readonly JsonLdFact[]): JsonLdNode[] {
  const nodes: JsonLdNode[] = []
  for (const { raw, line, error } of blocks) {
    const roots = error === null ? parsed(raw) : []
    for (const root of roots) if (speaksSchemaOrg(root)) collect(root, { nodes, line })
  }
  return nodes
}

function parsed(raw: string): unknown[] {
  try {
    const value: unknown = JSON.parse(raw)
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

/** An address, or an object whose `@vocab` or prefixes are addresses. */
function namesSchemaOrg(context: unknown): boolean {
  const named = isObject(context) ? Object.values(context) : [context]
  return named.some(value => typeof value === 'string' && value.includes('schema.org'))
}

/** Iterative: nesting may be as deep as the block is long. */
function collect(root: unknown, { nodes, line }: { nodes: JsonLdNode[]; line: number }): void {
  const ahead: Ahead[] = [{ value: root, path: '', isTop: true }]
  for (let next = ahead.pop(); next !== undefined && nodes.length < MAX_NODES; next = ahead.pop()) {
    const { value, path, isTop } = next
    if (Array.isArray(value)) {
      const items = value.map((item, index) => ({
        value: item,
        path: path !== '' && value.length > 1 ? `${path}[${index}]` : path,
        isTop,
      }))
      ahead.push(...items.reverse())
      continue
    }
    if (!isObject(value)) continue
    const types = typesOf(value)
    const own = path === '' ? (types[0] ?? '') : path
    if (types.length > 0) {
      nodes.push({ types, path: own.slice(0, MAX_PATH), isTop, properties: new Map(Object.entries(value)), line })
    }
    const inner = Object.entries(value).map(([name, held]) => ({
      value: held,
      path: name === '@graph' ? '' : `${own}.${name}`.slice(0, MAX_PATH),
      isTop: isTop && topProperties.has(name),
    }))
    ahead.push(...inner.filter(each => typeof each.value === 'object').reverse())
  }
}

const MAX_PATH = 200

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function typesOf(value: Record<string, unknown>): string[] {
  const named = value['@type']
  const types = Array.isArray(named) ? named : [named]
  return types.filter(type => typeof type === 'string' && type !== '').map(shortName)
}

/** Without the vocabulary's address, which is written in several ways. */
export function shortName(name: string): string {
  return name.trim().replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, '')
}

/** The values of a property, a list or a single one; objects stay objects. */
export function valuesOf(node: JsonLdNode, property: string): unknown[] {
  const value = node.properties.get(property)
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}
