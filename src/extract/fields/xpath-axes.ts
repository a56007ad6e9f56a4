import { attribute, type ElementNode } from '#html/node.ts'
import { descendants, type FieldPage } from './field-page.ts'
import type { XPathNode } from './xpath-values.ts'

/** The axes of XPath 1.0 (section 2.2), each in its own order. Nodes in templates are not part of a page; there are no namespace nodes. */
export type Axis = (node: XPathNode, page: FieldPage) => Iterable<XPathNode>

function childrenOf(node: XPathNode): readonly XPathNode[] {
  if (node.kind === 'text' || node.kind === 'attribute') return []
  return node.kind === 'element' && node.tagName === 'template' ? [] : node.childNodes
}

function* descendantsOf(node: XPathNode): Generator<XPathNode> {
  if (node.kind === 'element' || node.kind === 'root') if (childrenOf(node).length > 0) yield* descendants(node)
}

export function parentOf(node: XPathNode): XPathNode | null {
  return node.kind === 'root' ? null : node.parentNode
}

function* ancestorsOf(node: XPathNode): Generator<XPathNode> {
  for (let parent = parentOf(node); parent; parent = parentOf(parent)) yield parent
}

function siblingsOf(node: XPathNode, page: FieldPage): { before: XPathNode[]; after: XPathNode[] } {
  const parent = node.kind === 'attribute' ? null : parentOf(node)
  const all = parent === null ? [] : childrenOf(parent)
  page.step(all.length)
  const at = all.indexOf(node)
  return { before: all.slice(0, Math.max(0, at)).toReversed(), after: all.slice(at + 1) }
}

function* withSelf(node: XPathNode, others: Iterable<XPathNode>): Generator<XPathNode> {
  yield node
  yield* others
}

function* followingOf(node: XPathNode, page: FieldPage): Generator<XPathNode> {
  for (const each of withSelf(node, ancestorsOf(node)))
    for (const sibling of siblingsOf(each, page).after) yield* withSelf(sibling, descendantsOf(sibling))
}

function* precedingOf(node: XPathNode, page: FieldPage): Generator<XPathNode> {
  for (const each of withSelf(node, ancestorsOf(node)))
    for (const sibling of siblingsOf(each, page).before) {
      const below = [...descendantsOf(sibling)]
      page.step(below.length)
      yield* below.toReversed()
      yield sibling
    }
}

function attributesOf(node: XPathNode): readonly XPathNode[] {
  return node.kind === 'element' ? node.attrs.map(({ name, value }) => attributeNode(node, name, value)) : []
}

function attributeNode(parentNode: ElementNode, name: string, value: string): XPathNode {
  return { kind: 'attribute', name, value, parentNode }
}

/** The attribute with a name in lower case: without nodes for all others. */
export function namedAttribute(node: XPathNode, name: string): readonly XPathNode[] {
  const value = node.kind === 'element' ? attribute(node, name) : null
  return node.kind === 'element' && value !== null ? [attributeNode(node, name, value)] : []
}

export const axes: Readonly<Record<string, Axis>> = {
  child: childrenOf,
  descendant: descendantsOf,
  'descendant-or-self': node => withSelf(node, descendantsOf(node)),
  parent: node => [parentOf(node)].filter(each => each !== null),
  ancestor: ancestorsOf,
  'ancestor-or-self': node => withSelf(node, ancestorsOf(node)),
  'following-sibling': (node, page) => siblingsOf(node, page).after,
  'preceding-sibling': (node, page) => siblingsOf(node, page).before,
  following: followingOf,
  preceding: precedingOf,
  self: node => [node],
  attribute: attributesOf,
}

/** In document order, each once: of an attribute there may be several nodes. */
export function inDocumentOrder(nodes: ReadonlySet<XPathNode>, page: FieldPage): XPathNode[] {
  if (nodes.size <= 1) return [...nodes]
  const keyOf = (node: XPathNode) => page.orderOf(node.kind === 'attribute' ? node.parentNode : node)
  const nameOf = (node: XPathNode) => (node.kind === 'attribute' ? node.name : '')
  const keyed = Array.from(nodes, node => ({ node, key: keyOf(node), name: nameOf(node) }))
  page.step(keyed.length)
  return keyed
    .sort((a, b) => a.key - b.key || (a.name < b.name ? -1 : 1))
    .filter(({ key, name }, index, all) => key !== all[index - 1]?.key || name !== all[index - 1]?.name)
    .map(({ node }) => node)
}
