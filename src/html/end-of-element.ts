import { HTML_NAMESPACE } from './node.ts'
import type { TreeBuilder } from './tree-builder.ts'

/** "Any other end tag" in the body: closes the topmost element of the name, unless a special element is above it. */
export function otherEndTag({ open, token }: TreeBuilder): void {
  const slot = open.topmostNamed(HTML_NAMESPACE, token.name, token.tag)
  if (slot <= 0 || open.hasSpecialAbove(slot)) return
  open.closeImpliedBut(token.tag)
  open.popTo(slot)
}
