import { type Html, type HtmlValue, html } from '#report/client-report/html.ts'
import { componentName, type JsonSchema } from './schemas.ts'

/** JSON Schema in words, as far as the contract uses it. */

/** What a value is, such as `integer from 1 to 500` or a link to the schema that has a name. */
export function typeLabels(schema: JsonSchema): HtmlValue {
  return [kindWords(schema), boundWords(schema), defaultWords(schema)]
}

function kindWords(schema: JsonSchema): HtmlValue {
  const { $ref, const: constant, enum: choices, anyOf, oneOf, type, format } = schema
  if (typeof $ref === 'string') return schemaLink($ref)
  if (constant !== undefined) return html`<code>${String(constant)}</code>`
  if (Array.isArray(choices) && choices.length === 1) return html`<code>${String(choices[0])}</code>`
  if (Array.isArray(choices)) return ['one of ', joined(choices.map(each => html`<code>${String(each)}</code>`))]
  if (Array.isArray(anyOf) || Array.isArray(oneOf)) return joined(schemasOf(anyOf ?? oneOf).map(typeLabels), ' or ')
  if (Array.isArray(type)) return joined(type.map(String), ' or ')
  if (type === 'array') return ['list; each ', typeLabels(schemaOf(schema.items))]
  if (type === 'object' && !schema.properties) return mapWords(schema)
  if (typeof type !== 'string') return 'anything'
  return format === 'uri' ? 'URL' : type
}

function mapWords({ additionalProperties }: JsonSchema): HtmlValue {
  const values = schemaOf(additionalProperties)
  return Object.keys(values).length === 0 ? 'object' : ['object of ', typeLabels(values)]
}

/** Bounds that only say what fits into a number are none. */
const TELLING_MAXIMUM = 1e9

function boundWords({ minimum, maximum, minLength, maxLength }: JsonSchema): HtmlValue {
  if (typeof minimum === 'number') {
    if (typeof maximum === 'number' && maximum < TELLING_MAXIMUM) return ` from ${minimum} to ${maximum}`
    return minimum > 0 ? ` from ${minimum}` : null
  }
  if (typeof maxLength !== 'number') return null
  return typeof minLength === 'number'
    ? `, ${minLength} to ${maxLength} characters`
    : `, at most ${maxLength} characters`
}

function defaultWords({ default: fallback }: JsonSchema): HtmlValue {
  return fallback === undefined ? null : html`; <code>${String(fallback)}</code> by default`
}

/** The fields of an object, and of the objects in it. */
export function fieldList(schema: JsonSchema): HtmlValue {
  const required = Array.isArray(schema.required) ? schema.required : []
  const fields = Object.entries(schemaOf(schema.properties)).map(([name, field]) => {
    const words = typeLabels(schemaOf(field))
    const optional = required.includes(name) ? null : ' (optional)'
    const { description } = schemaOf(field)
    const about = typeof description === 'string' ? prose(description) : null
    return html`<div><dt><code>${name}</code></dt><dd>${about}<span class="value">${words}${optional}</span>${fieldList(innerObject(schemaOf(field)))}</dd></div>`
  })
  const kinds = schemasOf(schema.oneOf).map((each, index) => [
    index === 0 ? null : html`<p class="or">or</p>`,
    fieldList(each),
  ])
  return fields.length === 0 ? kinds : html`<dl class="fields">${fields}</dl>`
}

/** Whose fields a reader wants to see: the object itself, one that may be null, or what a list is of. */
function innerObject(schema: JsonSchema): JsonSchema {
  if (schema.type === 'array') return innerObject(schemaOf(schema.items))
  return schemasOf(schema.anyOf).find(each => each.properties !== undefined) ?? schema
}

export function schemaLink(reference: string): Html {
  const name = componentName(reference)
  return html`<a href="#schema-${name}">${name}</a>`
}

function joined(values: readonly HtmlValue[], separator = ', '): HtmlValue {
  return values.map((value, index) => [index === 0 ? null : separator, value])
}

function schemaOf(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {}
}

function schemasOf(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.map(schemaOf) : []
}

/** Text in which backticks mark code. */
export function prose(text: string): HtmlValue {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
}
