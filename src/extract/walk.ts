import { type ChildNode, type ElementNode, isHtml, type RootNode } from './node.ts'
import { OUTERMOST, type Surroundings, surroundingsOf } from './surroundings.ts'

export interface Visitor {
  /** `around` holds for the content of the element and includes what the element itself changes. */
  enter(element: ElementNode, around: Surroundings): void
  text(value: string, around: Surroundings): void
  leave(element: ElementNode, around: Surroundings): void
}

interface Frame {
  element: ElementNode
  around: Surroundings
  /** Index of the next child. */
  next: number
}

/**
 * Visits every node once, in document order, without recursion: trees can be half a million elements deep. The content of
 * templates is not part of the page and is not visited.
 */
export function walk(root: RootNode, visitor: Visitor): void {
  const path: Frame[] = []
  for (const child of root.childNodes) {
    if (child.kind !== 'element') continue
    let frame: Frame | undefined = enter(child, OUTERMOST, visitor)
    while (frame) {
      const node: ChildNode | undefined = frame.element.childNodes[frame.next++]
      if (!node) {
        visitor.leave(frame.element, frame.around)
        frame = path.pop()
      } else if (node.kind === 'text') visitor.text(node.value, frame.around)
      else {
        const inner = enter(node, frame.around, visitor)
        if (!inner) continue
        path.push(frame)
        frame = inner
      }
    }
  }
}

/** The frame of an element that has content to visit. */
function enter(element: ElementNode, parent: Surroundings, visitor: Visitor): Frame | undefined {
  const around = surroundingsOf(element, parent)
  visitor.enter(element, around)
  const isTemplate = element.tagName === 'template' && isHtml(element)
  if (element.childNodes.length > 0 && !isTemplate) return { element, around, next: 0 }
  visitor.leave(element, around)
  return undefined
}
