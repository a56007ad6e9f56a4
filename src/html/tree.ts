import type { ChildNode, ParentNode } from './node.ts'

/** Shared by all elements without children: never written to. */
export const NO_CHILDREN: ChildNode[] = []

export function appendChild(parent: ParentNode, child: ChildNode): void {
  // Most elements have one child or none, and a first push reserves room for seventeen.
  if (parent.childNodes.length === 0) parent.childNodes = [child]
  else parent.childNodes.push(child)
  child.parentNode = parent
}

export function appendText(parent: ParentNode, value: string): void {
  const { length } = parent.childNodes
  // Reading index -1 of an array is slow.
  const last = length > 0 ? parent.childNodes[length - 1] : undefined
  if (last?.kind === 'text') last.value += value
  else appendChild(parent, { kind: 'text', value, parentNode: null })
}

export function insertBefore(parent: ParentNode, child: ChildNode, reference: ChildNode): void {
  parent.childNodes.splice(placeOf(parent, reference), 0, child)
  child.parentNode = parent
}

export function insertTextBefore(parent: ParentNode, value: string, reference: ChildNode): void {
  const previous = parent.childNodes[placeOf(parent, reference) - 1]
  if (previous?.kind === 'text') previous.value += value
  else insertBefore(parent, { kind: 'text', value, parentNode: null }, reference)
}

export function detach(node: ChildNode): void {
  if (node.parentNode === null) return
  node.parentNode.childNodes.splice(placeOf(node.parentNode, node), 1)
  node.parentNode = null
}

/** Moves all children into an element that has none. */
export function moveChildren(from: ParentNode, to: ParentNode): void {
  to.childNodes = from.childNodes
  from.childNodes = NO_CHILDREN
  for (const child of to.childNodes) child.parentNode = to
}

/** Searched from the end: the parser nearly always moves the last child, and a search from the front would be quadratic. */
function placeOf(parent: ParentNode, child: ChildNode): number {
  return parent.childNodes.lastIndexOf(child)
}
