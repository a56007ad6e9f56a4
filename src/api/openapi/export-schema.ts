import { reportJsonSchema } from '#report/export/report-schema.ts'
import { componentRef, type JsonSchema } from './schemas.ts'

/** The component that JSON exports follow. */
export const EXPORT_SCHEMA = 'Export'

const DEFINITION = '#/$defs/'

/** The published schema of JSON exports (docs/report.schema.json), its definitions as components of their own. */
export function exportSchemas(): Record<string, JsonSchema> {
  const { oneOf, title, $defs }: { oneOf: unknown; title: string; $defs: Record<string, JsonSchema> } = JSON.parse(
    JSON.stringify(reportJsonSchema()),
    relocate,
  )
  return {
    [EXPORT_SCHEMA]: { description: `${title}. \`format\` tells which part it is.`, oneOf },
    ...Object.fromEntries(Object.entries($defs).map(([name, schema]) => [nameOf(name), schema])),
  }
}

function relocate(key: string, value: unknown): unknown {
  // Every whole number that JSON can carry without loss: true, and of no use to a reader.
  if (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) return undefined
  const isReference = key === '$ref' && typeof value === 'string' && value.startsWith(DEFINITION)
  return isReference ? componentRef(nameOf(value.slice(DEFINITION.length))) : value
}

function nameOf(definition: string): string {
  return EXPORT_SCHEMA + definition.charAt(0).toUpperCase() + definition.slice(1)
}
