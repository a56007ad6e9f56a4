import { attribute, type ChildNode, type ElementNode, type RootNode } from '#html/node.ts'
import { foldWhitespace } from '#shared/white-space.ts'
import { cutText } from './cut-text.ts'
import type { Page } from './page.ts'

/** Nodes visited for the attributes of one page; parts that several items share count each time. */
const MAX_VISITS = 2_000_000
const MAX_VALUES = 10_000
/** Of all values of a page, in UTF-16 units. */
const MAX_TEXTS = 1_000_000
const MAX_VALUE = 2_000
const MAX_TOKENS = 20
const MAX_ATTRIBUTE = 4_000

/** Reads attributes and texts within limits per page. Once one is reached (`isSpent`), what was read last is incomplete. */
export class MarkupReader {
  readonly #page: Page
  #visits = 0
  #values = 0
  #texts = 0

  constructor(page: Page) {
    this.#page = page
  }

  get isSpent(): boolean {
    return this.#visits > MAX_VISITS || this.#values > MAX_VALUES || this.#texts > MAX_TEXTS
  }

  /** Elements of the document in its order, without what templates hold. */
  *elements(): Generator<ElementNode> {
    const ahead: ElementNode[] = []
    this.pushChildren(ahead, this.#page.document.root)
    for (let element = ahead.pop(); element && !this.isSpent; element = ahead.pop()) {
      yield element
      this.pushChildren(ahead, element)
    }
  }

  /** Onto a stack, the first on top. There may be half a million. */
  pushChildren(ahead: ElementNode[], { childNodes }: ElementNode | RootNode): void {
    this.#visits += 1 + childNodes.length
    for (let i = childNodes.length - 1; i >= 0; i--) {
      const child = childNodes[i]
      if (child?.kind === 'element') ahead.push(child)
    }
  }

  byId(id: string): ElementNode | null {
    return this.#page.index.byId(id)
  }

  /** Text of an element with white space folded. */
  text(element: ElementNode): string {
    let text = ''
    const ahead: ChildNode[] = element.childNodes.toReversed()
    for (let node = ahead.pop(); node && text.length < 2 * MAX_VALUE && !this.isSpent; node = ahead.pop()) {
      this.#visits++
      if (node.kind === 'text') text += node.value.slice(0, 2 * MAX_VALUE)
      else pushReversed(ahead, node.childNodes)
    }
    return this.value(text)
  }

  value(text: string): string {
    const value = cutText(foldWhitespace(text.slice(0, 2 * MAX_VALUE)).trim(), MAX_VALUE)
    this.#values++
    this.#texts += value.length
    return value
  }

  /** The resolved URL of an attribute; '' when it is absent. */
  url(raw: string | null): string {
    return this.value(raw === null ? '' : this.resolve(raw))
  }

  /** The absolute URL; the text as written when it is not a URL, so that checks can report it. */
  resolve(raw: string): string {
    const text = raw.slice(0, MAX_ATTRIBUTE).trim()
    return URL.parse(text, this.#page.baseUrl)?.href ?? text.toWellFormed()
  }

  /** Distinct tokens of an attribute, in order and as written; null when it is absent. */
  tokens(element: ElementNode, name: string): string[] | null {
    const value = attribute(element, name)
    if (value === null) return null
    const tokens = value.slice(0, MAX_ATTRIBUTE).split(/[\t\n\f\r ]+/, 2 * MAX_TOKENS)
    return [...new Set(tokens.filter(token => token !== ''))].slice(0, MAX_TOKENS).map(token => token.toWellFormed())
  }
}

function pushReversed(ahead: ChildNode[], nodes: readonly ChildNode[]): void {
  for (let i = nodes.length - 1; i >= 0; i--) {
    const node = nodes[i]
    if (node) ahead.push(node)
  }
}
