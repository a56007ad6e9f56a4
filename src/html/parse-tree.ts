import { MODES } from './modes.ts'
import type { ElementNode, RootNode } from './node.ts'
import { SourceText } from './source-text.ts'
import { Tokenizer } from './tokenizer.ts'
import { TreeBuilder } from './tree-builder.ts'

/**
 * The tree of a source as the HTML standard (13.2) builds it where scripting is off, without comments and document type, and the
 * elements `base` that have an address. Takes time in proportion to the source, however hostile it is, and does not recurse.
 */
export function parseTree(source: string, mayHaveNuls = true): { root: RootNode; bases: ElementNode[] } {
  const builder = new TreeBuilder(MODES)
  new Tokenizer(new SourceText(source, mayHaveNuls), builder).run()
  return { root: builder.root, bases: builder.bases }
}
