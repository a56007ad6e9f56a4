import { type ElementNode, isHtml, type RootNode } from '#html/node.ts'
import { EnteredElement } from './entered-element.ts'
import { OUTERMOST, type Surroundings, surroundingsOf } from './surroundings.ts'
import type { TagTrait } from './tag-traits.ts'

export interface Visitor {
  /** `around` holds for the content of the element and includes what the element itself changes. */
  enter(entered: EnteredElement, around: Surroundings): void
  text(value: string, around: Surroundings): void
  leave(trait: TagTrait, around: Surroundings): void
}

interface Frame {
  element: ElementNode
  trait: TagTrait
  around: Surroundings
  /** Index of the next child. */
  next: number
}

/**
 * Visits every node once, in document order, without recursion: trees can be half a million elements deep. The content of
 * templates is not part of the page and is not visited.
 */
export function walk(root: RootNode, visitor: Visitor): void {
  for (const child of root.childNodes) if (child.kind === 'element') walkIn(child, visitor)
}

function walkIn(top: ElementNode, visitor: Visitor): void {
  const entered = new EnteredElement(top)
  // A frame is used again for the next element of its depth.
  const frames: Frame[] = []
  let depth = -1
  const enter = (element: ElementNode, parent: Surroundings) => {
    entered.read(element)
    const around = surroundingsOf(entered, parent)
    visitor.enter(entered, around)
    if (!hasVisitedContent(element)) {
      visitor.leave(entered.trait, around)
      return
    }
    const { trait } = entered
    const frame = frames[++depth]
    if (!frame) {
      frames.push({ element, trait, around, next: 0 })
      return
    }
    frame.element = element
    frame.trait = trait
    frame.around = around
    frame.next = 0
  }
  enter(top, OUTERMOST)
  while (depth >= 0) {
    const frame = frames[depth]
    if (!frame) break
    const node = frame.element.childNodes[frame.next++]
    if (!node) {
      visitor.leave(frame.trait, frame.around)
      depth--
    } else if (node.kind === 'text') visitor.text(node.value, frame.around)
    else enter(node, frame.around)
  }
}

function hasVisitedContent(element: ElementNode): boolean {
  return element.childNodes.length > 0 && !(element.tagName === 'template' && isHtml(element))
}
