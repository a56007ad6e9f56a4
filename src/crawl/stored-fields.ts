import { compileFields } from '#extract/fields/read-fields.ts'
import { type FieldValue, fieldsOf } from '#shared/custom-fields.ts'
import type { StoredPage } from '#shared/stored-page.ts'
import { extractFacts, readStoredPage } from './visit/stored-page.ts'

/** Reads custom fields of pages as a crawl has stored them: what it would have read, had it had these fields. */
export function storedFieldsReader(lines: readonly string[]): (page: StoredPage) => FieldValue[] {
  const fields = compileFields(fieldsOf(lines))
  return page => {
    const { input, rendered } = readStoredPage(page)
    return extractFacts({ input: { ...input, fields }, rendered }).fields ?? []
  }
}
