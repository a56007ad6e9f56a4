import type * as z from 'zod/mini'

/** The generic messages of the specification, section 5, for what a schema has no words of its own for. */
export function genericMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code !== 'invalid_type') return 'Invalid value'
  return issue.input === undefined ? 'Required' : `Expected ${issue.expected}, received ${typeName(issue.input)}`
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
