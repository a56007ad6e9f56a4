import type { ElementNode, ParentNode, RootNode } from '#html/node.ts'
import { parseTree } from '#html/parse-tree.ts'

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
 * MAX_ELEMENTS_PER_PAGE and MAX_REOPENED_ELEMENTS. Whoever knows that no NUL is in the source saves the search for one.
 */
export function parseDocument(source: string, mayHaveNuls = true): ParsedDocument {
  const { root, bases } = parseTree(source, mayHaveNuls)
  const top = root.childNodes.find(node => node.kind === 'element') ?? null
  const children = top === null ? [] : top.childNodes.filter(node => node.kind === 'element')
  return {
    source,
    root,
    html: top,
    head: children.find(({ tagName }) => tagName === 'head') ?? null,
    body: children.find(({ tagName }) => tagName === 'body' || tagName === 'frameset') ?? null,
    base: firstInDocument(bases),
  }
}

/** Not within a template: its content hangs from a root of its own. */
function firstInDocument(elements: readonly ElementNode[]): ElementNode | null {
  // Of a hundred thousand in one deep template, each would be followed up to its root.
  const outside = new Set<ElementNode>()
  for (const element of elements) {
    let node: ParentNode | null = element
    while (node?.kind === 'element' && !outside.has(node)) {
      if (node.tagName === 'html' && node.parentNode?.kind === 'root') return element
      outside.add(node)
      node = node.parentNode
    }
  }
  return null
}
