import { compileField } from '#extract/fields/read-fields.ts'
import { fieldsOf, unreadableField } from '#shared/custom-fields.ts'

/** Why a custom field cannot be read of any page: a sentence with the place in its selector; null where all can. */
export function fieldsProblem(lines: readonly string[]): string | null {
  for (const field of fieldsOf(lines)) {
    const compiled = compileField(field)
    if (!compiled.ok) return unreadableField(field.name, compiled.problem)
  }
  return null
}
