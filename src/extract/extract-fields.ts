import { type ParsedDocument, parseDocument } from '#html/html.ts'
import { isHtml } from '#html/node.ts'
import type { FieldValue } from '#shared/custom-fields.ts'
import type { RenderedPage } from '#shared/rendering.ts'
import type { StructuredData } from './fields/read-fields.ts'
import { ownTextFacts } from './own-texts.ts'
import { createPage, type ExtractInput } from './page.ts'
import { readBody } from './read-body.ts'
import { markupItemsCollector, structuredDataCollector } from './structured-data.ts'
import { walk } from './walk.ts'

/**
 * The custom fields of a page without its other facts, which take most of the time: the same values as `extractPage()` and
 * `extractRenderedPage()` have.
 */
export function extractFields(input: ExtractInput, rendered: RenderedPage | null): FieldValue[] {
  const { format, decoded } = readBody(input)
  if (!rendered?.ok) return fieldsOf(input, parseDocument(decoded.text, decoded.mayHaveNuls))
  // A page is not rendered where the response is another file.
  const { fields: _, ...withoutFields } = input
  if (format !== null) return fieldsOf(withoutFields, parseDocument(decoded.text, decoded.mayHaveNuls))
  return fieldsOf(input, parseDocument(new TextDecoder().decode(rendered.html), true))
}

function fieldsOf(input: ExtractInput, document: ParsedDocument): FieldValue[] {
  return ownTextFacts(input, document, () => structuredDataOf(input, document)).fields ?? []
}

/** Read where a field has a path into it. */
function structuredDataOf(input: ExtractInput, document: ParsedDocument): StructuredData {
  const page = createPage(input, document)
  const blocks = structuredDataCollector(page)
  const items = markupItemsCollector(page)
  const tags = new Set(blocks.tags)
  walk(document.root, {
    enter(entered, around) {
      items.enter(entered)
      if (isHtml(entered.element) && tags.has(entered.element.tagName)) blocks.visit(entered.element, around)
    },
    text() {},
    leave() {},
  })
  return { ...blocks.facts(), ...items.facts() }
}
