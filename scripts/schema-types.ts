/**
 * Writes TypeScript declarations from JSON Schemas, as Zod writes those: of the keywords that say which values fit, only those that types can
 * say are read. An object that does not refuse further properties has none in its type.
 */

export interface JsonSchema {
  type?: string | readonly string[]
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  items?: JsonSchema
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  $ref?: string
  description?: string
}

/** `export interface Name` of an object, `export type Name` of any other schema. */
export function declarationOf(name: string, given: object): string {
  const schema: JsonSchema = given
  const type = typeOf(schema, '')
  const text =
    schema.type === 'object' && type.startsWith('{')
      ? `export interface ${name} ${type}`
      : `export type ${name} = ${type}`
  return `${comment(schema, '')}${text}\n`
}

/** The name of the type that a definition becomes: `issue` is `Issue`. */
export function typeName(definition: string): string {
  return definition.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** The type of a schema; objects of several lines are indented by `indent`. */
export function typeOf(given: object, indent: string): string {
  const schema: JsonSchema = given
  if (schema.$ref !== undefined) return typeName(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1))
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum.map(value => JSON.stringify(value)))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return union(choices.map(choice => typeOf(choice, indent)))
  if (Array.isArray(schema.type)) return union(schema.type.map(type => typeOf({ ...schema, type }, indent)))
  switch (schema.type) {
    case 'object':
      return objectType(schema, indent)
    case 'array':
      return listOf(typeOf(schema.items ?? {}, indent))
    case 'integer':
      return 'number'
    case undefined:
      return 'unknown'
    default:
      return String(schema.type)
  }
}

function objectType(schema: JsonSchema, indent: string): string {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, property]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${comment(property, inner)}${inner}${propertyKey(name)}${mark}: ${typeOf(property, inner)}`
  })
  if (lines.length > 0) return `{\n${lines.join('\n')}\n${indent}}`
  if (typeof additionalProperties !== 'object') return 'Record<string, unknown>'
  const keys = propertyNames ? typeOf(propertyNames, indent) : 'string'
  const record = `Record<${keys}, ${typeOf(additionalProperties, indent)}>`
  return keys === 'string' || required.length > 0 ? record : `Partial<${record}>`
}

function listOf(type: string): string {
  return /^\w+$/.test(type) ? `${type}[]` : `(${type})[]`
}

function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

function comment({ description }: JsonSchema, indent: string): string {
  return description === undefined
    ? ''
    : `${indent}/** ${description.replaceAll('*/', '*\\/').replaceAll('\n', ' ')} */\n`
}
