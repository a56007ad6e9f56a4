import { attribute, type ChildNode, type ElementNode, isHtml, type RootNode, type TextNode } from '#html/node.ts'

/** Blink nests no element deeper; what a selector does with an ancestor axis grows with it. */
const MAX_DEPTH = 512
/** Steps for each node, and for each stretch of text: a field takes time in proportion to the page. */
const STEPS_PER_NODE = 30
const MIN_STEPS = 50_000
const MAX_STEPS = 2_000_000
/** Steps of all fields of a page, as a multiple of those that one may take. */
const FIELDS_AT_FULL_LENGTH = 3
/** Characters that take as long as a step. */
const CHARACTERS_PER_STEP = 64

/** Why a field of a page has no value: a sentence. */
export class FieldError extends Error {}

export type TreeNode = ElementNode | TextNode | RootNode

/**
 * One page as its custom fields read it: its elements in document order, and the steps that are left. Every visit of a node is counted, so
 * that a selector that takes too long ends with an error, at the same place on every machine.
 */
export class FieldPage {
  readonly root: RootNode
  /** Without the content of templates. */
  readonly elements: readonly ElementNode[]
  #order: Map<TreeNode, number> | null = null
  #byTag: Map<string, ElementNode[]> | null = null
  #byClass: Map<string, ElementNode[]> | null = null
  readonly #stepsOfField: number
  #stepsOfPage: number
  #steps = 0

  constructor(root: RootNode, sourceLength: number) {
    this.root = root
    const { elements, textCount } = elementsOf(root)
    this.elements = elements
    const size = elements.length + textCount + sourceLength / CHARACTERS_PER_STEP
    this.#stepsOfField = Math.min(MAX_STEPS, MIN_STEPS + STEPS_PER_NODE * size)
    this.#stepsOfPage = this.#stepsOfField * FIELDS_AT_FULL_LENGTH
  }

  /** Elements with a tag name in lower case, in document order. */
  withTag(tagName: string): readonly ElementNode[] {
    this.#byTag ??= Map.groupBy(this.elements, element => element.tagName.toLowerCase())
    return this.#byTag.get(tagName) ?? []
  }

  withClass(name: string): readonly ElementNode[] {
    this.#byClass ??= byClass(this.elements)
    return this.#byClass.get(name) ?? []
  }

  /** Position in document order; -1 for a node in a template. */
  orderOf(node: TreeNode): number {
    this.#order ??= new Map([this.root, ...descendants(this.root)].map((each, index) => [each, index]))
    return this.#order.get(node) ?? -1
  }

  /** To be called before each field. */
  begin(): void {
    this.#steps = Math.min(this.#stepsOfField, this.#stepsOfPage)
  }

  /** Counts steps; throws a FieldError when a field has none left. */
  step(count = 1): void {
    this.#steps -= count
    this.#stepsOfPage -= count
    if (this.#steps < 0) throw new FieldError('The selector takes too many steps on this page.')
  }

  stepText(length: number): void {
    this.step(length / CHARACTERS_PER_STEP)
  }

  /** All text of a node; of a page, a template has none. Scripts and style sheets count where the node itself is one. */
  textOf(node: TreeNode, isShown = false): string {
    if (node.kind === 'text') {
      this.stepText(node.value.length)
      return node.value
    }
    const [only] = node.childNodes
    // Most elements of which a text is wanted have nothing else.
    if (node.childNodes.length === 1 && only?.kind === 'text') return this.textOf(only)
    let text = ''
    for (const each of descendants(node, isShown ? isUnshown : isTemplate)) {
      this.step()
      if (each.kind !== 'text') continue
      this.stepText(each.value.length)
      text += each.value
    }
    return text
  }
}

/** A loop, not `descendants`: it runs for every page. Throws a FieldError for a page that is too deep. */
function elementsOf(root: RootNode): { elements: ElementNode[]; textCount: number } {
  const elements: ElementNode[] = []
  let textCount = 0
  const lists: (readonly ChildNode[])[] = [root.childNodes]
  const nexts = [0]
  let depth = 0
  while (depth >= 0) {
    const next = nexts[depth] ?? 0
    const node = lists[depth]?.[next]
    if (!node) {
      depth--
      continue
    }
    nexts[depth] = next + 1
    if (node.kind === 'text') {
      textCount++
      continue
    }
    elements.push(node)
    if (node.childNodes.length === 0 || isTemplate(node)) continue
    if (++depth >= MAX_DEPTH) throw new FieldError(`The page has elements in more than ${MAX_DEPTH} others.`)
    lists[depth] = node.childNodes
    nexts[depth] = 0
  }
  return { elements, textCount }
}

function byClass(elements: readonly ElementNode[]): Map<string, ElementNode[]> {
  const known = new Map<string, ElementNode[]>()
  for (const element of elements) {
    const value = attribute(element, 'class')
    if (value === null) continue
    for (const name of new Set(value.split(/\s+/))) {
      const others = known.get(name)
      if (others) others.push(element)
      else known.set(name, [element])
    }
  }
  return known
}

const isTemplate = (element: ElementNode) => element.tagName === 'template' && isHtml(element)
const unshown: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript'])
const isUnshown = (element: ElementNode) => unshown.has(element.tagName)

/** All nodes below a node in document order, without recursion; of elements that are closed, only the element. */
export function* descendants(
  top: ElementNode | RootNode,
  isClosed: (element: ElementNode) => boolean = isTemplate,
): Generator<ChildNode> {
  const stack: { nodes: readonly ChildNode[]; next: number }[] = [{ nodes: top.childNodes, next: 0 }]
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const node = frame.nodes[frame.next++]
    if (!node) stack.pop()
    else {
      yield node
      if (node.kind !== 'element' || node.childNodes.length === 0 || isClosed(node)) continue
      stack.push({ nodes: node.childNodes, next: 0 })
    }
  }
}
