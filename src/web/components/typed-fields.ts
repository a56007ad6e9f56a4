import type { FieldValueResponse } from '#shared/api/pages.ts'
import {
  type CustomField,
  type FieldMistake,
  fieldMistake,
  parseField,
  unreadableField,
  writeField,
} from '#shared/custom-fields.ts'

/** Custom fields while they are typed: from lines and to lines, and what is wrong with each. */

export const emptyField: CustomField = { name: '', language: 'css', selector: '', takes: 'text', isAll: false }

/** Of any line, also of one that is no field, such as one without a name. */
export function typedField(line: string): CustomField {
  const at = line.indexOf('=')
  return (
    parseField(line) ?? {
      ...emptyField,
      name: line.slice(0, Math.max(at, 0)).trim(),
      selector: line.slice(at + 1).trim(),
    }
  )
}

/** The lines of the fields in which something is typed. */
export function typedLines(fields: readonly CustomField[]): string[] {
  return fields.filter(field => !isUntouched(field)).map(field => writeField(trimmed(field)))
}

/** What a page has of a field. */
export function foundValue(field: CustomField, values: readonly FieldValueResponse[]): FieldValueResponse | undefined {
  return values.find(({ name }) => name === field.name.trim())
}

/** What is wrong with each field: by itself, on the page of which `values` were read, or by the message about all of them. */
export function typedMistakes(
  typed: readonly CustomField[],
  found: { isTested: boolean; values: readonly FieldValueResponse[]; message: string | undefined },
): (FieldMistake | null)[] {
  const fields = typed.map(trimmed)
  return fields.map((field, index) => {
    if (isUntouched(field)) return null
    const error = foundValue(field, found.values)?.error
    const problem = problemOf(field, error) ?? error ?? problemOf(field, found.message)
    const own = found.isTested ? fieldMistake(fields, index) : null
    return own ?? (problem ? { part: 'selector', message: problem } : null)
  })
}

function isUntouched({ name, selector }: CustomField): boolean {
  return name === '' && selector === ''
}

/** Spaces may be typed, and are no part of a field. */
function trimmed(field: CustomField): CustomField {
  return { ...field, name: field.name.trim(), selector: field.selector.trim() }
}

/** The problem of the field that a message names. */
function problemOf({ name }: CustomField, message: string | undefined): string | null {
  const beginning = unreadableField(name, '')
  return message?.startsWith(beginning) ? message.slice(beginning.length) : null
}
