/** The tree that extraction walks: a document's as the HTML standard builds it, without comments and document type. */
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
  /** Offsets of the start tag in the source; -1 when the parser made the element up or opened it again. */
  start: number
  end: number
  /** 1-based position among siblings of the same tag, 0 when it is the only one, -1 while unknown; see element-path.ts. */
  ordinal: number
}

export const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml'
export const MATHML_NAMESPACE = 'http://www.w3.org/1998/Math/MathML'
export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'
export type Namespace = typeof HTML_NAMESPACE | typeof MATHML_NAMESPACE | typeof SVG_NAMESPACE

export interface Attribute {
  /** In lower case, but for the names that SVG and MathML write otherwise; `href` for `xlink:href` there. */
  name: string
  value: string
}

/** The document, or the content of a template (which is never walked). */
export interface RootNode {
  kind: 'root'
  childNodes: ChildNode[]
}

/** In the HTML namespace: `title` and `a` of an svg are other things. */
export function isHtml(element: ElementNode): boolean {
  return element.namespaceURI === HTML_NAMESPACE
}

/** Above this many attributes they are looked up in a map: an element may have a hundred thousand of them. */
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
  // Of two with the same name, such as the `href` and `xlink:href` of SVG, the first counts.
  const map = new Map(attrs.toReversed().map(({ name, value }) => [name, value]))
  attributeMaps.set(attrs, map)
  return map
}

/** Space-separated tokens of an attribute in lower case, at most `limit`. */
export function attributeTokens(element: ElementNode, name: string, limit = 20): string[] {
  const value = attribute(element, name)
  if (value === null || value === '') return []
  // Values may be megabytes long; no token of interest stands that far behind.
  return value
    .slice(0, MAX_TOKEN_LIST)
    .toLowerCase()
    .split(ASCII_WHITESPACE, limit + 1)
    .filter(Boolean)
    .slice(0, limit)
}

const MAX_TOKEN_LIST = 2_000
const ASCII_WHITESPACE = /[\t\n\f\r ]+/
