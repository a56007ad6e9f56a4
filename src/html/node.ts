/** Node types of the tree that the parser builds, and functions that read attributes. Comments and document types are not in it. */
export type ChildNode = ElementNode | TextNode
export type ParentNode = ElementNode | RootNode

export interface TextNode {
  kind: 'text'
  value: string
  parentNode: ParentNode | null
}

export interface ElementNode {
  kind: 'element'
  tagName: string
  namespaceURI: Namespace
  attrs: Attribute[]
  childNodes: ChildNode[]
  parentNode: ParentNode | null
  /** Offsets of the start tag in the source; -1 for an implied or reopened element. */
  start: number
  end: number
  /** 1-based position among siblings of the same tag, 0 when it is the only one, -1 while unknown; see element-path.ts. */
  ordinal: number
  /** Cached path of the element; see element-path.ts. A map takes three times as long to look up. */
  path: ElementPath | null
}

/** CSS-like path of elements, and how many segments it has. */
export interface ElementPath {
  text: string
  segments: number
  /** Whether it is kept for the next page, with the paths below it. */
  isKept: boolean
  /** Kept paths that are one segment longer, by the name and ordinal of that segment. */
  below: Map<string, ElementPath[]> | null
}

export const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml'
export const MATHML_NAMESPACE = 'http://www.w3.org/1998/Math/MathML'
export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'
export type Namespace = typeof HTML_NAMESPACE | typeof MATHML_NAMESPACE | typeof SVG_NAMESPACE

export interface Attribute {
  /** In lower case, except for adjusted names of SVG and MathML; `href` for their `xlink:href`. */
  name: string
  value: string
}

/** A name that stands in the source again where it may not: the parser drops it. */
export interface RepeatedName {
  name: string
  /** Offsets of the start tag in the source. */
  start: number
  end: number
}

/** The document, or the content of a template. */
export interface RootNode {
  kind: 'root'
  childNodes: ChildNode[]
}

/** Whether the element is in the HTML namespace: `title` and `a` of SVG are not. */
export function isHtml(element: ElementNode): boolean {
  return element.namespaceURI === HTML_NAMESPACE
}

/** Above this many attributes a map is built: an element may have a hundred thousand. */
export const FEW_ATTRIBUTES = 16
/** By attribute list, which the copies of a reopened formatting element share. */
const attributeMaps = new WeakMap<Attribute[], Map<string, string>>()

/** Value of an attribute, null when it is absent. `name` in lower case. */
export function attribute(element: ElementNode, name: string): string | null {
  const { attrs } = element
  if (attrs.length > FEW_ATTRIBUTES) return attributeMap(attrs).get(name) ?? null
  for (const each of attrs) if (each.name === name) return each.value
  return null
}

export function hasAttribute(element: ElementNode, name: string): boolean {
  return attribute(element, name) !== null
}

/** Whether the attribute is there and not blank. */
export function hasText(element: ElementNode, name: string): boolean {
  return (attribute(element, name) ?? '').trim() !== ''
}

function attributeMap(attrs: Attribute[]): Map<string, string> {
  const known = attributeMaps.get(attrs)
  if (known) return known
  // Of two with the same name, such as `href` and `xlink:href` in SVG, the first counts.
  const map = new Map(attrs.toReversed().map(({ name, value }) => [name, value]))
  attributeMaps.set(attrs, map)
  return map
}

/** Space-separated tokens of an attribute in lower case, at most `limit`. */
export function attributeTokens(element: ElementNode, name: string, limit = 20): string[] {
  const value = attribute(element, name)
  if (value === null || value === '') return []
  // Values may be megabytes long; tokens of interest stand at the start.
  const list = value.slice(0, MAX_TOKEN_LIST).toLowerCase()
  const tokens: string[] = []
  // A loop, since `split` takes half as long again.
  for (let at = 0; at < list.length && tokens.length < limit; at++) {
    const start = at
    while (at < list.length && !isAsciiWhitespace(list.charCodeAt(at))) at++
    if (at > start) tokens.push(list.slice(start, at))
  }
  return tokens
}

/** Whether a relation, in lower case, is among those of a link. */
export function hasRelation(element: ElementNode, relation: string): boolean {
  const rel = attribute(element, 'rel')
  // The common case first: a substring that is absent needs no list of tokens.
  if (!rel?.toLowerCase().includes(relation)) return false
  return attributeTokens(element, 'rel').includes(relation)
}

/** Tab, line feed, form feed, carriage return and space (Infra standard). */
function isAsciiWhitespace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0c || code === 0x0d
}

const MAX_TOKEN_LIST = 2_000
