import {
  html,
  Parser,
  type ParserOptions,
  type Token,
  Tokenizer,
  type TreeAdapter,
  type TreeAdapterTypeMap,
} from 'parse5'
import { MAX_ELEMENTS_PER_PAGE, MAX_REOPENED_ELEMENTS } from '#shared/limits.ts'
import type { ChildNode, ElementNode, ParentNode, RootNode, TextNode } from './node.ts'

/** A parsed page. */
export interface ParsedDocument {
  /** The text that was parsed; offsets of elements count its UTF-16 units. */
  source: string
  root: RootNode
  html: ElementNode | null
  head: ElementNode | null
  /** `body`, or `frameset` in its place. */
  body: ElementNode | null
  /** First `base` element with an href, wherever it stands. */
  base: ElementNode | null
}

/**
 * Parses as a browser without scripting does (HTML standard, 13.2): `noscript` is markup, comments are dropped. Bounded: see
 * MAX_ELEMENTS_PER_PAGE and MAX_REOPENED_ELEMENTS.
 */
export function parseDocument(source: string): ParsedDocument {
  const adapter = createTreeAdapter()
  const parser = new PageParser(adapter)
  parser.tokenizer.write(source, true)
  const root = parser.document
  const top = root.childNodes.find(node => node.kind === 'element') ?? null
  const children = top === null ? [] : top.childNodes.filter(node => node.kind === 'element')
  return {
    source,
    root,
    html: top,
    head: children.find(({ tagName }) => tagName === 'head') ?? null,
    body: children.find(({ tagName }) => tagName === 'body' || tagName === 'frameset') ?? null,
    base: adapter.bases.find(isInDocument) ?? null,
  }
}

type Tree = TreeAdapterTypeMap<
  ChildNode | ParentNode,
  ParentNode,
  ChildNode,
  RootNode,
  RootNode,
  ElementNode,
  never,
  TextNode,
  ElementNode,
  never
>

/**
 * parse5's own location info costs a third of the parsing time, because it places every text, attribute and end tag. Only start
 * tags are of interest here, so the tokenizer notes where they begin and nothing else.
 */
class StartTagTokenizer extends Tokenizer {
  startOffset = 0

  protected override _createStartTagToken(): void {
    super._createStartTagToken()
    this.startOffset = this.preprocessor.offset - 1
  }
}

class PageParser extends Parser<Tree> {
  readonly #adapter: PageTreeAdapter
  readonly #tokenizer: StartTagTokenizer
  #reopened = 0

  constructor(adapter: PageTreeAdapter) {
    const options: ParserOptions<Tree> = { treeAdapter: adapter, scriptingEnabled: false }
    super(options)
    this.#adapter = adapter
    this.#tokenizer = new StartTagTokenizer(this.options, this)
    this.tokenizer = this.#tokenizer
  }

  override onStartTag(token: Token.TagToken): void {
    if (this.#adapter.created >= MAX_ELEMENTS_PER_PAGE) {
      this.tokenizer.pause()
      return
    }
    token.location = {
      startOffset: this.#tokenizer.startOffset,
      endOffset: this.tokenizer.preprocessor.offset + 1,
      startLine: 0,
      startCol: 0,
      endLine: 0,
      endCol: 0,
    }
    super.onStartTag(token)
  }

  override _attachElementToTree(...args: Parameters<Parser<Tree>['_attachElementToTree']>): void {
    const [element, location] = args
    if (location !== null) {
      element.start = location.startOffset
      element.end = location.endOffset
    }
    super._attachElementToTree(...args)
  }

  override _reconstructActiveFormattingElements(): void {
    if (this.activeFormattingElements.newest === null || this.#reopened > MAX_REOPENED_ELEMENTS) return
    const before = this.#adapter.created
    super._reconstructActiveFormattingElements()
    this.#reopened += this.#adapter.created - before
  }

  override _appendCommentNode(): void {}
}

const NO_CHILDREN: ChildNode[] = []
/** Every further `<html>` or `<body>` tag may bring attributes; comparing them all would be quadratic. */
const MAX_ADOPTED = 200

interface PageTreeAdapter extends TreeAdapter<Tree> {
  /** Elements made so far. */
  created: number
  bases: ElementNode[]
}

function createTreeAdapter(): PageTreeAdapter {
  let mode = html.DOCUMENT_MODE.NO_QUIRKS
  const contents = new WeakMap<ElementNode, RootNode>()
  const adapter: PageTreeAdapter = {
    created: 0,
    bases: [],
    createElement(tagName, namespaceURI, attrs) {
      adapter.created++
      const element: ElementNode = {
        kind: 'element',
        tagName,
        namespaceURI,
        attrs,
        childNodes: NO_CHILDREN,
        parentNode: null,
        start: -1,
        end: -1,
        ordinal: -1,
      }
      if (tagName === 'base' && attrs.some(({ name }) => name === 'href')) adapter.bases.push(element)
      return element
    },
    createDocument: () => ({ kind: 'root', childNodes: [] }),
    createDocumentFragment: () => ({ kind: 'root', childNodes: [] }),
    createTextNode: value => ({ kind: 'text', value, parentNode: null }),
    createCommentNode: noSuchNode,
    appendChild,
    insertBefore,
    insertText(parent, text) {
      const last = parent.childNodes.at(-1)
      if (last?.kind === 'text') last.value += text
      else appendChild(parent, { kind: 'text', value: text, parentNode: null })
    },
    insertTextBefore(parent, text, reference) {
      const previous = parent.childNodes[placeOf(parent, reference) - 1]
      if (previous?.kind === 'text') previous.value += text
      else insertBefore(parent, { kind: 'text', value: text, parentNode: null }, reference)
    },
    detachNode(node) {
      if (node.parentNode === null) return
      node.parentNode.childNodes.splice(placeOf(node.parentNode, node), 1)
      node.parentNode = null
    },
    adoptAttributes(recipient, attrs) {
      if (attrs === recipient.attrs || recipient.attrs.length > MAX_ADOPTED) return
      const known = new Set(recipient.attrs.map(({ name }) => name))
      recipient.attrs = [...recipient.attrs, ...attrs.filter(({ name }) => !known.has(name))]
    },
    setTemplateContent: (element, content) => void contents.set(element, content),
    getTemplateContent: element => contents.get(element) ?? { kind: 'root', childNodes: [] },
    setDocumentType: () => {},
    setDocumentMode: (_document, next) => {
      mode = next
    },
    getDocumentMode: () => mode,
    getFirstChild: node => node.childNodes[0] ?? null,
    getChildNodes: node => node.childNodes,
    getParentNode: node => ('parentNode' in node ? node.parentNode : null),
    getAttrList: element => element.attrs,
    getTagName: element => element.tagName,
    getNamespaceURI: element => element.namespaceURI,
    getTextNodeContent: node => node.value,
    getCommentNodeContent: noSuchNode,
    getDocumentTypeNodeName: noSuchNode,
    getDocumentTypeNodePublicId: noSuchNode,
    getDocumentTypeNodeSystemId: noSuchNode,
    isTextNode: node => node.kind === 'text',
    isElementNode: node => node.kind === 'element',
    isCommentNode: (_node): _node is never => false,
    isDocumentTypeNode: (_node): _node is never => false,
    setNodeSourceCodeLocation: () => {},
    getNodeSourceCodeLocation: () => null,
    updateNodeSourceCodeLocation: () => {},
  }
  return adapter
}

function appendChild(parent: ParentNode, child: ChildNode): void {
  // Most elements have one child or none, and a first push reserves room for seventeen.
  if (parent.childNodes.length === 0) parent.childNodes = [child]
  else parent.childNodes.push(child)
  child.parentNode = parent
}

function insertBefore(parent: ParentNode, child: ChildNode, reference: ChildNode): void {
  parent.childNodes.splice(placeOf(parent, reference), 0, child)
  child.parentNode = parent
}

/** The parser nearly always moves the last child; a search from the front would make long lists quadratic. */
function placeOf(parent: ParentNode, child: ChildNode): number {
  return parent.childNodes.lastIndexOf(child)
}

function noSuchNode(): never {
  throw new Error('The tree has neither comments nor a document type')
}

/** Not within a template: its content hangs from a root of its own. */
function isInDocument(element: ElementNode): boolean {
  let node: ParentNode | null = element
  while (node?.kind === 'element') {
    if (node.tagName === 'html' && node.parentNode?.kind === 'root') return true
    node = node.parentNode
  }
  return false
}
