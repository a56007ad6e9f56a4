import { MAX_ELEMENTS_PER_PAGE, MAX_REOPENED_ELEMENTS } from '#shared/limits.ts'
import { isWhitespace, LINE_FEED, NUL, REPLACEMENT } from './characters.ts'
import { isForeignContent, isForeignStart } from './foreign-elements.ts'
import { FormattingElements, type FormattingEntry, isMarker } from './formatting-elements.ts'
import type { InsertionMode, InsertionModes, TokenKind } from './insertion-mode.ts'
import {
  type ChildNode,
  type ElementNode,
  HTML_NAMESPACE,
  type Namespace,
  type ParentNode,
  type RepeatedName,
  type RootNode,
} from './node.ts'
import { OpenElements } from './open-elements.ts'
import type { TextModel } from './raw-text.ts'
import { createTagToken, MAX_REPEATED_NAMES, NO_ATTRIBUTES, type TagToken } from './tag-scanner.ts'
import { type TagName, tagNumber, tagSet } from './tags.ts'
import { appendChild, appendText, insertBefore, insertTextBefore, NO_CHILDREN } from './tree.ts'

const TABLE = tagNumber('table')
const TEMPLATE = tagNumber('template')
const P = tagNumber('p')
const fosteringTags = tagSet('table', 'tbody', 'tfoot', 'thead', 'tr')

type Mode = InsertionMode<TreeBuilder>
type ElementSource = Pick<TagToken, 'name' | 'attrs' | 'start' | 'end'>

/** The state of tree construction (HTML standard, 13.2.6), and the steps that insertion modes share. */
export class TreeBuilder {
  readonly root: RootNode = { kind: 'root', childNodes: [] }
  /** `base` elements with an href, in the order of their tags. */
  readonly bases: ElementNode[] = []
  readonly modes: InsertionModes<TreeBuilder>
  mode: Mode
  /** The mode to return to after a raw text, or the text in a table. */
  originalMode: Mode
  readonly templateModes: Mode[] = []
  readonly token = createTagToken()
  kind: TokenKind = 'end'
  characters = ''
  readonly open = new OpenElements()
  readonly formatting = new FormattingElements()
  head: ElementNode | null = null
  form: ElementNode | null = null
  isFramesetOk = true
  isFostering = false
  isQuirks = false
  hasDoctype = false
  /** Tags of a second head or body. */
  readonly repeatedTags: RepeatedName[] = []
  /** After `pre` and `textarea`. */
  skipsLineFeed = false
  tableText = ''
  /** How the tokenizer reads the next text. */
  textModel: TextModel = 'markup'
  /** False when the page has no NUL, so that texts are not searched for it. */
  mayHaveNuls = true
  /** Whether the limit of elements is reached. */
  isStopped = false
  #created = 0
  #reopened = 0
  readonly #contents = new Map<ElementNode, RootNode>()

  constructor(modes: InsertionModes<TreeBuilder>) {
    this.modes = modes
    this.mode = modes.initial
    this.originalMode = modes.initial
  }

  // Called by the tokenizer.

  startTag(): void {
    this.skipsLineFeed = false
    if (this.#created >= MAX_ELEMENTS_PER_PAGE) {
      this.isStopped = true
      return
    }
    this.kind = 'start tag'
    this.processStartTag()
  }

  endTag(): void {
    this.skipsLineFeed = false
    this.kind = 'end tag'
    this.processEndTag()
  }

  comment(): void {
    this.skipsLineFeed = false
    this.mode.beforeOther(this)
  }

  doctype(isQuirks: boolean): void {
    this.skipsLineFeed = false
    this.mode.beforeOther(this)
    if (this.mode !== this.modes.initial) return
    this.isQuirks = isQuirks
    this.hasDoctype = true
    this.mode = this.modes.beforeHtml
  }

  /** Notes the tag of a head or body as a second one, where the first is in the source, too. */
  noteRepeated(first: ElementNode | null): void {
    const { name, start, end } = this.token
    if (first === null || first.start < 0 || this.open.templates > 0) return
    if (this.repeatedTags.length < MAX_REPEATED_NAMES) this.repeatedTags.push({ name, start, end })
  }

  end(): void {
    this.kind = 'end'
    this.mode.end(this)
  }

  text(text: string): void {
    let rest = text
    if (this.skipsLineFeed) {
      this.skipsLineFeed = false
      if (rest.charCodeAt(0) === LINE_FEED) rest = rest.slice(1)
    }
    while (rest !== '') {
      const isForeign = isForeignContent(this.open.current)
      if (!isForeign && this.mode.wholeText) {
        this.characters = rest
        this.mode.wholeText(this)
        return
      }
      const end = endOfRun(rest)
      this.characters = end === rest.length ? rest : rest.slice(0, end)
      this.kind = kindOf(rest.charCodeAt(0))
      rest = rest.slice(end)
      if (isForeign) this.#foreignCharacters()
      else this.process()
    }
  }

  /** Whether CDATA sections are recognised. */
  get isInForeignContent(): boolean {
    return isForeignContent(this.open.current)
  }

  // Called by insertion modes.

  /** Applies the rule of the current mode to the token. */
  process(): void {
    switch (this.kind) {
      case 'start tag':
        this.processStartTag()
        break
      case 'end tag':
        this.processEndTag()
        break
      default:
        this.processBy(this.mode)
    }
  }

  /** Applies the rule of another mode to the token. */
  processBy(mode: Mode): void {
    switch (this.kind) {
      case 'start tag':
        mode.startTag(this)
        break
      case 'end tag':
        mode.endTag(this)
        break
      case 'characters':
        mode.characters(this)
        break
      case 'white space':
        mode.whitespace(this)
        break
      case 'NUL':
        mode.nul(this)
        break
      case 'end':
        mode.end(this)
        break
    }
  }

  processIn(mode: Mode): void {
    this.mode = mode
    this.process()
  }

  processStartTag(): void {
    const { current } = this.open
    if (current && current.namespaceURI !== HTML_NAMESPACE && isForeignStart(current, this.token.tag))
      this.modes.foreign.startTag(this)
    else this.mode.startTag(this)
  }

  processEndTag(): void {
    const { current } = this.open
    if (current && current.namespaceURI !== HTML_NAMESPACE) this.modes.foreign.endTag(this)
    else this.mode.endTag(this)
  }

  #foreignCharacters(): void {
    if (this.kind === 'characters') this.isFramesetOk = false
    this.insertCharacters(this.kind === 'NUL' ? REPLACEMENT.repeat(this.characters.length) : this.characters)
  }

  /** Inserts the element of the start tag, and opens it. */
  insertElement(namespace: Namespace = HTML_NAMESPACE): ElementNode {
    const element = this.#place(this.createElement(this.token, namespace))
    this.open.push(element, this.token.tag)
    if (this.token.tag === TEMPLATE && namespace === HTML_NAMESPACE)
      this.#contents.set(element, { kind: 'root', childNodes: [] })
    return element
  }

  /** Inserts the element of the start tag, which is closed at once. */
  appendElement(namespace: Namespace = HTML_NAMESPACE): void {
    this.#place(this.createElement(this.token, namespace))
  }

  /** Inserts and opens an element that is not in the source. */
  insertImplied(name: TagName): ElementNode {
    const element = this.#place(this.createElement({ name, attrs: NO_ATTRIBUTES, start: -1, end: -1 }, HTML_NAMESPACE))
    this.open.push(element, tagNumber(name))
    return element
  }

  insertFormatting(): void {
    this.reopenFormatting()
    const element = this.insertElement()
    this.bind(this.formatting.push(element, this.token.tag), this.open.top)
  }

  /** Records that the element of an entry is at a slot of the stack. */
  bind(entry: FormattingEntry, slot: number): void {
    entry.slot = slot
    this.open.entries[slot] = entry
  }

  createElement(source: ElementSource, namespaceURI: Namespace): ElementNode {
    this.#created++
    const element: ElementNode = {
      kind: 'element',
      tagName: source.name,
      namespaceURI,
      attrs: source.attrs,
      childNodes: NO_CHILDREN,
      parentNode: null,
      start: source.start,
      end: source.end,
      ordinal: -1,
      path: null,
    }
    if (source.name === 'base' && source.attrs.some(({ name }) => name === 'href')) this.bases.push(element)
    return element
  }

  #place(element: ElementNode): ElementNode {
    if (this.isFostering && this.isCurrentFostering()) this.fosterParent(element)
    else appendChild(this.#target, element)
    return element
  }

  insertCharacters(text: string): void {
    if (!this.isFostering || !this.isCurrentFostering()) {
      appendText(this.#target, text)
      return
    }
    const { parent, reference } = this.#fosterPlace()
    if (reference) insertTextBefore(parent, text, reference)
    else appendText(parent, text)
  }

  /** Current node, or the content of the template that it is. */
  get #target(): ParentNode {
    const { current, currentTag } = this.open
    if (current === null) return this.root
    return currentTag === TEMPLATE ? this.contentOf(current) : current
  }

  /** The parent of an element's children: its content for a template. */
  contentOf(element: ElementNode): ParentNode {
    return this.#contents.get(element) ?? element
  }

  isCurrentFostering(): boolean {
    return this.fosters(this.open.currentTag)
  }

  /** Whether misplaced content of an element of the tag goes before the table ("foster parenting", 13.2.6.1). */
  fosters(tag: number): boolean {
    return fosteringTags[tag] === 1
  }

  fosterParent(node: ChildNode): void {
    const { parent, reference } = this.#fosterPlace()
    if (reference) insertBefore(parent, node, reference)
    else appendChild(parent, node)
  }

  #fosterPlace(): { parent: ParentNode; reference: ElementNode | null } {
    const { open } = this
    const tableSlot = open.topmost(TABLE)
    const templateSlot = open.topmost(TEMPLATE)
    const template = open.elements[templateSlot]
    if (template && templateSlot > tableSlot) return { parent: this.contentOf(template), reference: null }
    const table = open.elements[tableSlot]
    if (table?.parentNode) return { parent: table.parentNode, reference: table }
    const holder = open.elements[table ? (open.below[tableSlot] ?? 0) : 0]
    return { parent: holder ?? this.root, reference: null }
  }

  /** "Reconstruct the active formatting elements" (13.2.4.3), up to a limit. */
  reopenFormatting(): void {
    if (this.#reopened > MAX_REOPENED_ELEMENTS) return
    let oldest: FormattingEntry | null = null
    for (let entry = this.formatting.newest; entry && !isMarker(entry) && entry.slot === -1; entry = entry.older)
      oldest = entry
    for (let entry = oldest; entry; ) {
      const { element, tag, start, end } = entry
      const source = { name: element.tagName, attrs: element.attrs, start, end }
      entry.element = this.#place(this.createElement(source, element.namespaceURI))
      this.open.push(entry.element, tag)
      this.bind(entry, this.open.top)
      this.#reopened++
      entry = entry.newer && !isMarker(entry.newer) ? entry.newer : null
    }
  }

  closeParagraph(): void {
    this.open.popThrough(P)
  }

  closeParagraphInButtonScope(): void {
    if (this.open.hasInButtonScope(P)) this.closeParagraph()
  }

  /** Inserts the element of the start tag, whose content is text only. */
  insertRawText(model: TextModel): void {
    this.insertElement()
    this.textModel = model
    this.originalMode = this.mode
    this.mode = this.modes.text
  }
}

function kindOf(code: number): TokenKind {
  if (code === NUL) return 'NUL'
  return isWhitespace(code) ? 'white space' : 'characters'
}

/** Offset behind the first characters of one kind. */
function endOfRun(text: string): number {
  const kind = kindOf(text.charCodeAt(0))
  let end = 1
  while (end < text.length && kindOf(text.charCodeAt(end)) === kind) end++
  return end
}
