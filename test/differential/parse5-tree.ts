import {
  html,
  Parser,
  type ParserOptions,
  type Token,
  Tokenizer,
  type TreeAdapter,
  type TreeAdapterTypeMap,
} from 'parse5'
import {
  type ChildNode,
  type ElementNode,
  HTML_NAMESPACE,
  MATHML_NAMESPACE,
  type Namespace,
  type ParentNode,
  type RootNode,
  SVG_NAMESPACE,
  type TextNode,
} from '#html/node.ts'
import { MAX_ELEMENTS_PER_PAGE, MAX_REOPENED_ELEMENTS } from '#shared/limits.ts'

/** The tree of a page as parse5 builds it, in nodes like those of our own parser: what that is held against. */
export function parseByParse5(source: string): { root: RootNode; bases: ElementNode[] } {
  const adapter = createTreeAdapter()
  const parser = new PageParser(adapter)
  parser.tokenizer.write(source, true)
  return { root: parser.document, bases: adapter.bases }
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
        namespaceURI: namespaceOf(namespaceURI),
        attrs,
        childNodes: NO_CHILDREN,
        parentNode: null,
        start: -1,
        end: -1,
        ordinal: -1,
        path: null,
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
    getNamespaceURI: element => namespaces[element.namespaceURI],
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

const namespaces: Record<Namespace, html.NS> = {
  [HTML_NAMESPACE]: html.NS.HTML,
  [MATHML_NAMESPACE]: html.NS.MATHML,
  [SVG_NAMESPACE]: html.NS.SVG,
}

function namespaceOf(namespace: html.NS): Namespace {
  if (namespace === html.NS.SVG) return SVG_NAMESPACE
  return namespace === html.NS.MATHML ? MATHML_NAMESPACE : HTML_NAMESPACE
}
