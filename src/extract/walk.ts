import type { ElementNode, RootNode } from './node.ts'
import { OUTERMOST, type Surroundings, surroundingsOf } from './surroundings.ts'

export interface Visitor {
  /** `around` holds for the content of the element and includes what the element itself changes. */
  enter(element: ElementNode, around: Surroundings): void
  text(value: string, around: Surroundings): void
  leave(element: ElementNode, around: Surroundings): void
}

/**
 * Visits every node once, in document order, without recursion: trees can be half a million elements deep. The content of
 * templates is not part of the page and is not visited.
 */
export function walk(root: RootNode, visitor: Visitor): void {
  const path: { element: ElementNode; around: Surroundings; next: number }[] = []
  const enter = (element: ElementNode, parent: Surroundings) => {
    const around = surroundingsOf(element, parent)
    visitor.enter(element, around)
    if (element.childNodes.length === 0 || element.tagName === 'template') visitor.leave(element, around)
    else path.push({ element, around, next: 0 })
  }
  for (const child of root.childNodes) {
    if (child.kind !== 'element') continue
    enter(child, OUTERMOST)
    for (let open = path.at(-1); open; open = path.at(-1)) {
      const node = open.element.childNodes[open.next++]
      if (!node) {
        path.pop()
        visitor.leave(open.element, open.around)
      } else if (node.kind === 'text') visitor.text(node.value, open.around)
      else enter(node, open.around)
    }
  }
}
