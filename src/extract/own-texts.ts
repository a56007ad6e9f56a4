import type { ParsedDocument } from '#html/html.ts'
import type { PageFacts } from '#shared/facts.ts'
import { searchPage, searchValues } from '#shared/text-searches.ts'
import { visibleTextOf } from './element-text.ts'
import { readFields, type StructuredData } from './fields/read-fields.ts'
import type { ExtractInput } from './page.ts'

/** What the visitor searches for: texts, and fields, of which the counts of the texts are some. */
export function ownTextFacts(
  { searches = [], fields = [] }: Pick<ExtractInput, 'searches' | 'fields'>,
  document: ParsedDocument,
  data: () => StructuredData,
): Pick<PageFacts, 'searches' | 'fields'> {
  const { source, root } = document
  const found = searches.length === 0 ? [] : searchPage(searches, { source, visibleText: () => visibleTextOf(root) })
  const values = [...(fields.length === 0 ? [] : readFields(fields, document, data)), ...searchValues(found)]
  return { ...(found.length > 0 && { searches: found }), ...(values.length > 0 && { fields: values }) }
}
