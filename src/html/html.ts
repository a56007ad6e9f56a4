/** The HTML parser: the one function that other parts call. The node types and what reads them are in `node.ts`. See README.md. */

import { afterAfterBody, afterAfterFrameset, afterBody, afterFrameset, inFrameset } from './after-body.ts'
import { afterHead, beforeHead, beforeHtml, inHead, inHeadNoscript, initial } from './before-body.ts'
import { foreign } from './foreign-content.ts'
import { inBody, text } from './in-body.ts'
import { inSelect, inSelectInTable } from './in-select.ts'
import { inTable, inTableText } from './in-table.ts'
import { inCaption, inCell, inColumnGroup, inRow, inTableBody } from './in-table-parts.ts'
import { inTemplate } from './in-template.ts'
import type { InsertionModes } from './insertion-mode.ts'
import type { ElementNode, ParentNode, RepeatedName, RootNode } from './node.ts'
import { SourceText } from './source-text.ts'
import { Tokenizer } from './tokenizer.ts'
import { TreeBuilder } from './tree-builder.ts'

export interface ParsedDocument {
  /** The text that was parsed; offsets of elements count its UTF-16 units. */
  source: string
  root: RootNode
  html: ElementNode | null
  head: ElementNode | null
  /** `body`, or `frameset` in its place. */
  body: ElementNode | null
  /** First `base` element with an href outside of templates. */
  base: ElementNode | null
  /** 'quirks': an old one, by which browsers show the page as one of the nineties; so they do without one. */
  doctype: 'standards' | 'quirks' | 'missing'
  /** What stands in the source a second time and is dropped: tags of head and body, and attributes of a tag. */
  repeated: { tags: readonly RepeatedName[]; attributes: readonly RepeatedName[] }
}

const MODES: InsertionModes<TreeBuilder> = {
  initial,
  beforeHtml,
  beforeHead,
  inHead,
  inHeadNoscript,
  afterHead,
  inBody,
  text,
  inTable,
  inTableText,
  inCaption,
  inColumnGroup,
  inTableBody,
  inRow,
  inCell,
  inSelect,
  inSelectInTable,
  inTemplate,
  afterBody,
  inFrameset,
  afterFrameset,
  afterAfterBody,
  afterAfterFrameset,
  foreign,
}

/**
 * Parses as a browser with scripting disabled (HTML standard, 13.2): the content of `noscript` is markup. Comments and the document type
 * are dropped. Takes time in proportion to the source, does not recurse, and keeps to MAX_ELEMENTS_PER_PAGE and MAX_REOPENED_ELEMENTS.
 * Pass false for `mayHaveNuls` to save the search for NUL.
 */
export function parseDocument(source: string, mayHaveNuls = true): ParsedDocument {
  const builder = new TreeBuilder(MODES)
  const tokenizer = new Tokenizer(new SourceText(source, mayHaveNuls), builder)
  tokenizer.run()
  const { root, bases, hasDoctype, isQuirks, repeatedTags } = builder
  const html = root.childNodes.find(node => node.kind === 'element') ?? null
  const children = html === null ? [] : html.childNodes.filter(node => node.kind === 'element')
  return {
    source,
    root,
    html,
    head: children.find(({ tagName }) => tagName === 'head') ?? null,
    body: children.find(({ tagName }) => tagName === 'body' || tagName === 'frameset') ?? null,
    base: firstInDocument(bases),
    doctype: doctypeOf({ hasDoctype, isQuirks }),
    repeated: { tags: repeatedTags, attributes: tokenizer.repeatedAttributes },
  }
}

function doctypeOf({ hasDoctype, isQuirks }: Pick<TreeBuilder, 'hasDoctype' | 'isQuirks'>): ParsedDocument['doctype'] {
  if (!hasDoctype) return 'missing'
  return isQuirks ? 'quirks' : 'standards'
}

/** The content of a template hangs from a root of its own and does not count. */
function firstInDocument(elements: readonly ElementNode[]): ElementNode | null {
  // Ancestors seen before are skipped: a hundred thousand bases in one deep template would take quadratic time.
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
