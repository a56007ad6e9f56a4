import { type ChildNode, type ElementNode, isHtml, type RootNode, type TextNode } from '#html/node.ts'

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
  readonly #order = new Map<TreeNode, number>()
  readonly #byTag = new Map<string, ElementNode[]>()
  #byClass: Map<string, ElementNode[]> | null = null
  readonly #stepsOfField: number
  #stepsOfPage: number
  #steps = 0

  constructor(root: RootNode, sourceLength: number) {
    this.root = root
    const nodes = this.#index(root)
    this.elements = nodes
    const size = this.#order.size + sourceLength / CHARACTERS_PER_STEP
    this.#stepsOfField = Math.min(MAX_STEPS, MIN_STEPS + STEPS_PER_NODE * size)
    this.#stepsOfPage = this.#stepsOfField * FIELDS_AT_FULL_LENGTH
  }

  /** Elements with a tag name in lower case, in document order. */
  withTag(tagName: string): readonly ElementNode[] {
    return this.#byTag.get(tagName) ?? []
  }

  withClass(name: string): readonly ElementNode[] {
    this.#byClass ??= byClass(this.elements)
    return this.#byClass.get(name) ?? []
  }

  /** Position in document order; -1 for a node in a template. */
  orderOf(node: TreeNode): number {
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
    let text = ''
    for (const each of descendants(node, isShown ? isUnshown : isTemplate)) {
      this.step()
      if (each.kind !== 'text') continue
      this.stepText(each.value.length)
      text += each.value
    }
    return text
  }

  #index(root: RootNode): ElementNode[] {
    const elements: ElementNode[] = []
    this.#order.set(root, 0)
    for (const node of descendants(root, isTemplate, MAX_DEPTH)) {
      this.#order.set(node, this.#order.size)
      if (node.kind === 'text') continue
      elements.push(node)
      const name = node.tagName.toLowerCase()
      const others = this.#byTag.get(name)
      if (others) others.push(node)
      else this.#byTag.set(name, [node])
    }
    return elements
  }
}

function byClass(elements: readonly ElementNode[]): Map<string, ElementNode[]> {
  const known = new Map<string, ElementNode[]>()
  for (const element of elements) {
    const names = element.attrs.find(({ name }) => name === 'class')?.value.split(/\s+/)
    for (const name of new Set(names)) {
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
  maxDepth = Number.POSITIVE_INFINITY,
): Generator<ChildNode> {
  const stack: { nodes: readonly ChildNode[]; next: number }[] = [{ nodes: top.childNodes, next: 0 }]
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const node = frame.nodes[frame.next++]
    if (!node) stack.pop()
    else {
      yield node
      if (node.kind !== 'element' || node.childNodes.length === 0 || isClosed(node)) continue
      if (stack.length >= maxDepth) throw new FieldError(`The page has elements in more than ${maxDepth} others.`)
      stack.push({ nodes: node.childNodes, next: 0 })
    }
  }
}
