import { classesOf, elementKey, LIST_ITEM_BOUNDARY, NAME_KEYS, SCOPE_BOUNDARY, SPECIAL } from './element-classes.ts'
import type { FormattingEntry } from './formatting-elements.ts'
import { type ElementNode, HTML_NAMESPACE, type Namespace } from './node.ts'
import { type TagName, tagNumber, tagSet } from './tags.ts'

const NONE = -1
const TEMPLATE = tagNumber('template')
const TABLE = tagNumber('table')
const HTML = tagNumber('html')
const BUTTON = tagNumber('button')
const OL = tagNumber('ol')
const UL = tagNumber('ul')
const OPTION = tagNumber('option')
const OPTGROUP = tagNumber('optgroup')

const IMPLIED_ENDS: readonly TagName[] = ['dd', 'dt', 'li', 'optgroup', 'option', 'p', 'rb', 'rp', 'rt', 'rtc']
const impliedEnds = tagSet(...IMPLIED_ENDS)
const impliedEndsThoroughly = tagSet(
  ...IMPLIED_ENDS,
  'caption',
  'colgroup',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
)

/**
 * The stack of open elements (HTML standard, 13.2.4.2). Every lookup takes constant time at any depth: elements of the same key
 * are chained, and each slot counts the special elements and the boundaries of scopes up to itself. An element that is taken
 * from the middle leaves its slot free.
 */
export class OpenElements {
  /** Slot of the current node. */
  top = NONE
  /** The current node; null before the first. */
  current: ElementNode | null = null
  currentTag = NONE
  /** Open templates. */
  templates = 0
  readonly elements: (ElementNode | null)[] = []
  /** Tag numbers. */
  readonly tags: number[] = []
  /** Formatting entries of elements. They stay with them when the list drops them. */
  readonly entries: (FormattingEntry | null)[] = []
  /** Next open slots below and above. */
  readonly below: number[] = []
  readonly above: number[] = []
  readonly #keys: number[] = []
  /** Next lower and higher slots of the same key. */
  readonly #lower: number[] = []
  readonly #higher: number[] = []
  /** Numbers of open elements of a class at or below. */
  readonly #specials: number[] = []
  readonly #listItemBoundaries: number[] = []
  readonly #scopeBoundaries: number[] = []
  /** Topmost HTML element at or below. */
  readonly #htmlSlots: number[] = []
  /** Topmost slot of each key. */
  readonly #tops: number[] = new Array<number>(NAME_KEYS).fill(NONE)
  readonly #nameKeys = new Map<string, number>()

  push(element: ElementNode, tag: number): void {
    const below = this.top
    const slot = below + 1
    const namespace = element.namespaceURI
    let key = elementKey(namespace, tag)
    if (key === NONE) key = this.#nameKey(namespace, element.tagName)
    this.top = slot
    this.current = element
    this.currentTag = tag
    this.elements[slot] = element
    this.tags[slot] = tag
    this.entries[slot] = null
    this.#keys[slot] = key
    const lower = this.#tops[key] ?? NONE
    this.#lower[slot] = lower
    this.#higher[slot] = NONE
    if (lower !== NONE) this.#higher[lower] = slot
    this.#tops[key] = slot
    this.above[slot] = NONE
    this.#link(slot, below)
    if (tag === TEMPLATE && namespace === HTML_NAMESPACE) this.templates++
  }

  pop(): void {
    const slot = this.top
    if (this.currentTag === TEMPLATE && this.current?.namespaceURI === HTML_NAMESPACE) this.templates--
    this.#unchain(slot)
    const below = this.below[slot] ?? NONE
    this.top = below
    this.current = this.elements[below] ?? null
    this.currentTag = this.tags[below] ?? NONE
    if (below !== NONE) this.above[below] = NONE
  }

  /** Pops down to and including a slot, never the root. */
  popTo(slot: number): void {
    const last = Math.max(slot, 1)
    while (this.top >= last) this.pop()
  }

  /** Pops up to and including the topmost HTML element of the tag. */
  popThrough(tag: number): void {
    this.popTo(this.topmost(tag))
  }

  /** Pops all above the topmost HTML element of the tags. */
  popAbove(tags: readonly number[]): void {
    this.popTo(this.topmostOf(tags) + 1)
  }

  /** Takes out an element that may be below others. */
  removeAt(slot: number): void {
    if (slot === this.top) {
      this.pop()
      return
    }
    const classes = classesOf(this.#keys[slot] ?? NONE)
    const below = this.below[slot] ?? NONE
    const above = this.above[slot] ?? NONE
    this.#unchain(slot)
    this.below[above] = below
    if (below !== NONE) this.above[below] = above
    if (classes !== 0) {
      for (let each = above; each !== NONE; each = this.above[each] ?? NONE) {
        this.#specials[each] = (this.#specials[each] ?? 0) - (classes & SPECIAL)
        this.#listItemBoundaries[each] = (this.#listItemBoundaries[each] ?? 0) - (classes & LIST_ITEM_BOUNDARY)
        this.#scopeBoundaries[each] = (this.#scopeBoundaries[each] ?? 0) - (classes & SCOPE_BOUNDARY)
      }
    }
    const html = below === NONE ? NONE : (this.#htmlSlots[below] ?? NONE)
    for (let each = above; each !== NONE && this.#htmlSlots[each] === slot; each = this.above[each] ?? NONE)
      this.#htmlSlots[each] = html
  }

  /** Takes an HTML element out, if it is open. */
  remove(element: ElementNode, tag: number): void {
    for (let slot = this.topmost(tag); slot !== NONE; slot = this.#lower[slot] ?? NONE) {
      if (this.elements[slot] !== element) continue
      this.removeAt(slot)
      return
    }
  }

  /** Puts an element of the same tag in the place of another. */
  replaceAt(slot: number, element: ElementNode): void {
    this.elements[slot] = element
    if (slot === this.top) this.current = element
  }

  /**
   * The last step of the adoption agency: takes the formatting element out and opens one of the same tag above the furthest block.
   * The block and what was kept below it move down by a slot; nothing above it moves. All of them are HTML elements, and of
   * these the block alone is special, so the counts above stay true.
   */
  moveAbove(formatting: number, block: number, element: ElementNode): void {
    const key = this.#keys[formatting] ?? NONE
    const tag = this.tags[formatting] ?? NONE
    const belowAll = this.below[formatting] ?? NONE
    const aboveBlock = this.above[block] ?? NONE
    const kept: number[] = []
    for (let slot = this.above[formatting] ?? NONE; slot !== block && slot !== NONE; slot = this.above[slot] ?? NONE)
      kept.push(slot)
    const higher = this.#higher[formatting] ?? NONE
    this.#unchain(formatting)
    let free = block - 1
    while (kept.length > 0 && kept.at(-1) === free) {
      kept.pop()
      free--
    }
    for (let slot = free + 1; slot <= block; slot++) this.#moveDown(slot)
    const lower = higher === NONE ? (this.#tops[key] ?? NONE) : (this.#lower[higher] ?? NONE)
    this.elements[block] = element
    this.tags[block] = tag
    if (block === this.top) {
      this.current = element
      this.currentTag = tag
    }
    this.entries[block] = null
    this.#keys[block] = key
    this.#lower[block] = lower
    this.#higher[block] = higher
    if (lower !== NONE) this.#higher[lower] = block
    if (higher === NONE) this.#tops[key] = block
    else this.#lower[higher] = block
    let previous = belowAll
    for (const slot of kept) previous = this.#linkBetween(slot, previous)
    for (let slot = free; slot < block; slot++) previous = this.#linkBetween(slot, previous)
    this.#link(block, previous)
    this.above[block] = aboveBlock
    if (aboveBlock !== NONE) this.below[aboveBlock] = block
  }

  /** Topmost slot of an HTML element of the tag, -1 for none. */
  topmost(tag: number): number {
    return this.#tops[tag] ?? NONE
  }

  topmostOf(tags: readonly number[]): number {
    let topmost = NONE
    for (const tag of tags) topmost = Math.max(topmost, this.topmost(tag))
    return topmost
  }

  /** Topmost slot of an element of any tag. */
  topmostNamed(namespace: Namespace, tagName: string, tag: number): number {
    const key = elementKey(namespace, tag)
    return this.#tops[key === NONE ? (this.#nameKeys.get(`${namespace} ${tagName}`) ?? NONE) : key] ?? NONE
  }

  topmostHtml(): number {
    return this.#htmlSlots[this.top] ?? NONE
  }

  hasSpecialAbove(slot: number): boolean {
    return this.#specials[this.top] !== this.#specials[slot]
  }

  isSpecial(slot: number): boolean {
    return (classesOf(this.#keys[slot] ?? NONE) & SPECIAL) !== 0
  }

  hasListItemBoundaryAbove(slot: number): boolean {
    return this.#listItemBoundaries[this.top] !== this.#listItemBoundaries[slot]
  }

  /** Whether no boundary of a scope is above the slot of an open element. */
  isInScope(slot: number): boolean {
    return slot !== NONE && this.#scopeBoundaries[this.top] === this.#scopeBoundaries[slot]
  }

  hasInScope(tag: number): boolean {
    // An element that bounds a scope is itself found in it.
    return this.isInScope(this.topmost(tag))
  }

  hasInButtonScope(tag: number): boolean {
    const slot = this.topmost(tag)
    return slot > this.topmost(BUTTON) && this.isInScope(slot)
  }

  hasInListItemScope(tag: number): boolean {
    const slot = this.topmost(tag)
    return slot > this.topmost(OL) && slot > this.topmost(UL) && this.isInScope(slot)
  }

  hasInTableScope(tag: number): boolean {
    return this.isInTableScope(this.topmost(tag))
  }

  /** The standard also bounds this scope by templates; parse5, which this parser follows, does not. */
  isInTableScope(slot: number): boolean {
    return slot !== NONE && slot >= this.topmost(TABLE) && slot >= this.topmost(HTML)
  }

  hasInSelectScope(tag: number): boolean {
    for (let slot = this.top; slot !== NONE; slot = this.below[slot] ?? NONE) {
      if (this.elements[slot]?.namespaceURI !== HTML_NAMESPACE) continue
      const each = this.tags[slot] ?? NONE
      if (each === tag) return true
      if (each !== OPTION && each !== OPTGROUP) return false
    }
    return false
  }

  closeImplied(): void {
    while (this.#isCurrentIn(impliedEnds)) this.pop()
  }

  /** The standard uses the shorter list here; parse5, which this parser follows, the longer. */
  closeImpliedBut(tag: number): void {
    while (this.currentTag !== tag && this.#isCurrentIn(impliedEndsThoroughly)) this.pop()
  }

  #isCurrentIn(tags: Uint8Array): boolean {
    return tags[this.currentTag] === 1 && this.current?.namespaceURI === HTML_NAMESPACE
  }

  #nameKey(namespace: Namespace, tagName: string): number {
    const name = `${namespace} ${tagName}`
    const known = this.#nameKeys.get(name)
    if (known !== undefined) return known
    const key = this.#tops.length
    this.#tops.push(NONE)
    this.#nameKeys.set(name, key)
    return key
  }

  #link(slot: number, below: number): void {
    const classes = classesOf(this.#keys[slot] ?? NONE)
    const isHtml = this.elements[slot]?.namespaceURI === HTML_NAMESPACE
    this.below[slot] = below
    if (below === NONE) {
      this.#specials[slot] = classes & SPECIAL
      this.#listItemBoundaries[slot] = classes & LIST_ITEM_BOUNDARY
      this.#scopeBoundaries[slot] = classes & SCOPE_BOUNDARY
      this.#htmlSlots[slot] = isHtml ? slot : NONE
      return
    }
    this.above[below] = slot
    this.#specials[slot] = (this.#specials[below] ?? 0) + (classes & SPECIAL)
    this.#listItemBoundaries[slot] = (this.#listItemBoundaries[below] ?? 0) + (classes & LIST_ITEM_BOUNDARY)
    this.#scopeBoundaries[slot] = (this.#scopeBoundaries[below] ?? 0) + (classes & SCOPE_BOUNDARY)
    this.#htmlSlots[slot] = isHtml ? slot : (this.#htmlSlots[below] ?? NONE)
  }

  #linkBetween(slot: number, below: number): number {
    this.#link(slot, below)
    return slot
  }

  /** Takes an element out of the chain of its key. */
  #unchain(slot: number): void {
    const lower = this.#lower[slot] ?? NONE
    const higher = this.#higher[slot] ?? NONE
    if (lower !== NONE) this.#higher[lower] = higher
    if (higher === NONE) this.#tops[this.#keys[slot] ?? NONE] = lower
    else this.#lower[higher] = lower
    const entry = this.entries[slot]
    if (entry) entry.slot = NONE
    this.elements[slot] = null
  }

  /** Moves an element into the free slot below. */
  #moveDown(from: number): void {
    const to = from - 1
    const key = this.#keys[from] ?? NONE
    const lower = this.#lower[from] ?? NONE
    const higher = this.#higher[from] ?? NONE
    const entry = this.entries[from] ?? null
    this.elements[to] = this.elements[from] ?? null
    this.tags[to] = this.tags[from] ?? NONE
    this.entries[to] = entry
    if (entry) entry.slot = to
    this.#keys[to] = key
    this.#lower[to] = lower
    this.#higher[to] = higher
    if (lower !== NONE) this.#higher[lower] = to
    if (higher === NONE) this.#tops[key] = to
    else this.#lower[higher] = to
  }
}
