import type { FormattingEntry } from './formatting-elements.ts'
import { type ElementNode, HTML_NAMESPACE } from './node.ts'
import { appendChild, detach, moveChildren } from './tree.ts'
import type { TreeBuilder } from './tree-builder.ts'

/** Limits of the standard: without them the algorithm would be quadratic. */
const MOST_BLOCKS = 8
const MOST_COPIES = 3

/** The end tag of a formatting element: the "adoption agency algorithm" (HTML standard, 13.2.6.4.7). */
export function closeFormatting(builder: TreeBuilder): void {
  const { open, token } = builder
  const isListed = open.entries[open.top]?.isListed ?? false
  if (open.currentTag === token.tag && open.current?.namespaceURI === HTML_NAMESPACE && !isListed) {
    open.pop()
    return
  }
  for (let round = 0; round < MOST_BLOCKS; round++) {
    const entry = formattingEntry(builder)
    if (!entry) return
    const blockSlot = furthestBlock(builder, entry)
    const block = blockSlot === -1 ? null : open.elements[blockSlot]
    if (!block) return
    adopt(builder, { entry, block, blockSlot })
  }
}

/** The entry whose element is to be closed, if that is open and in scope. */
function formattingEntry(builder: TreeBuilder): FormattingEntry | null {
  const { formatting, open, token } = builder
  const entry = formatting.newestOf(token.tag)
  if (!entry) {
    otherEndTag(builder)
    return null
  }
  if (entry.slot === -1) {
    formatting.remove(entry)
    return null
  }
  return open.isInScope(entry.slot) ? entry : null
}

/** Slot of the lowest special element in the formatting element. Without one the element is closed: -1. */
function furthestBlock({ formatting, open }: TreeBuilder, entry: FormattingEntry): number {
  for (let slot = open.above[entry.slot] ?? -1; slot !== -1; slot = open.above[slot] ?? -1)
    if (open.isSpecial(slot)) return slot
  open.popTo(entry.slot)
  formatting.remove(entry)
  return -1
}

interface Adoption {
  entry: FormattingEntry
  block: ElementNode
  blockSlot: number
}

/** Puts the block beside the formatting element, and a copy of that into the block. */
function adopt(builder: TreeBuilder, { entry, block, blockSlot }: Adoption): void {
  const { formatting, open } = builder
  const { last, place } = copyBetween(builder, { entry, block, blockSlot })
  const ancestorSlot = open.below[entry.slot] ?? -1
  const ancestor = open.elements[ancestorSlot]
  detach(last)
  if (ancestor) {
    if (builder.fosters(open.tags[ancestorSlot] ?? -1)) builder.fosterParent(last)
    else appendChild(builder.contentOf(ancestor), last)
  }
  const copy = copyOf(builder, entry)
  moveChildren(block, copy)
  appendChild(block, copy)
  const copyEntry = formatting.insertAfter(place, entry, copy)
  formatting.remove(entry)
  open.moveAbove(entry.slot, blockSlot, copy)
  builder.bind(copyEntry, blockSlot)
}

/**
 * Copies the first few formatting elements between the formatting element and the block around the moved node, and closes all other
 * elements between them.
 */
function copyBetween(
  builder: TreeBuilder,
  { entry, block, blockSlot }: Adoption,
): { last: ElementNode; place: FormattingEntry } {
  const { formatting, open } = builder
  let last = block
  let place = entry
  let slot = open.below[blockSlot] ?? -1
  for (let count = 0; slot !== entry.slot && slot !== -1; count++) {
    const next = open.below[slot] ?? -1
    const between = open.entries[slot] ?? null
    if (between?.isListed && count < MOST_COPIES) {
      between.element = copyOf(builder, between)
      open.replaceAt(slot, between.element)
      if (last === block) place = between
      detach(last)
      appendChild(between.element, last)
      last = between.element
    } else {
      if (between?.isListed) formatting.remove(between)
      open.removeAt(slot)
    }
    slot = next
  }
  return { last, place }
}

function copyOf(builder: TreeBuilder, { element }: FormattingEntry): ElementNode {
  const source = { name: element.tagName, attrs: element.attrs, start: -1, end: -1 }
  return builder.createElement(source, element.namespaceURI)
}

/** "Any other end tag" in the body: closes the topmost element of the name, unless a special element is above it. */
export function otherEndTag({ open, token }: TreeBuilder): void {
  const slot = open.topmostNamed(HTML_NAMESPACE, token.name, token.tag)
  if (slot <= 0 || open.hasSpecialAbove(slot)) return
  open.popTo(slot)
}
