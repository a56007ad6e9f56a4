import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type HtmlValue, html } from '#report/client-report/html.ts'
import { fieldList, prose, typeLabels } from './docs-schema.ts'
import type { JsonSchema } from './schemas.ts'

const markupOf = (value: HtmlValue) => html`${value}`.text
const code = (text: string) => `<code>${text}</code>`

describe('typeLabels()', () => {
  const schemas: [schema: JsonSchema, words: string][] = [
    [{}, 'anything'],
    [{ type: 'string' }, 'string'],
    [{ type: 'string', format: 'uri' }, 'URL'],
    [{ type: 'string', format: 'date-time' }, 'string'],
    [{ $ref: '#/components/schemas/Page' }, '<a href="#schema-Page">Page</a>'],
    [{ const: null }, code('null')],
    [{ enum: ['one'] }, code('one')],
    [{ enum: ['a', 2] }, `one of ${code('a')}, ${code('2')}`],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
    [{ oneOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] }, 'integer from 1 or null'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ type: 'array', items: { type: 'boolean' } }, 'list; each boolean'],
    [{ type: 'array' }, 'list; each anything'],
    [{ type: 'object', properties: {} }, 'object'],
    [{ type: 'object' }, 'object'],
    [{ type: 'object', additionalProperties: {} }, 'object'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'object of number'],
    [{ type: 'object', additionalProperties: [{ type: 'number' }] }, 'object'],
    [{ type: 'integer', minimum: 1, maximum: 500 }, 'integer from 1 to 500'],
    [{ type: 'integer', minimum: 0, maximum: 999_999_999 }, 'integer from 0 to 999999999'],
    [{ type: 'integer', minimum: 0, maximum: 1e9 }, 'integer'],
    [{ type: 'integer', minimum: 1, maximum: 1e9 }, 'integer from 1'],
    [{ type: 'integer', maximum: 5 }, 'integer'],
    [{ type: 'string', minLength: 1 }, 'string'],
    [{ type: 'string', maxLength: 9 }, 'string, at most 9 characters'],
    [{ type: 'string', minLength: 0, maxLength: 9 }, 'string, 0 to 9 characters'],
    [{ type: 'string', default: '' }, `string; ${code('')} by default`],
    [{ type: 'boolean', default: false }, `boolean; ${code('false')} by default`],
  ]
  for (const [schema, words] of schemas)
    test(`of ${JSON.stringify(schema)}`, () => assert.equal(markupOf(typeLabels(schema)), words))
})

describe('fieldList()', () => {
  const field = (name: string, { about = '', value = 'string', inner = '' } = {}) =>
    `<div><dt>${code(name)}</dt><dd>${about}<span class="value">${value}</span>${inner}</dd></div>`
  const list = (...fields: string[]) => `<dl class="fields">${fields.join('')}</dl>`
  const inner = { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] }
  const innerList = list(field('b'))
  const schemas: [what: string, schema: JsonSchema, markup: string][] = [
    ['nothing', {}, ''],
    ['an object without fields', { properties: {} }, ''],
    ['a required field', { properties: { a: { type: 'string' } }, required: ['a'] }, list(field('a'))],
    [
      'an optional field with its description',
      { properties: { a: { type: 'string', description: 'As `b` & c' } } },
      list(field('a', { about: `As ${code('b')} &amp; c`, value: 'string (optional)' })),
    ],
    [
      'the fields of an inner object',
      { properties: { a: inner }, required: ['a'] },
      list(field('a', { value: 'object', inner: innerList })),
    ],
    [
      'the fields of an object that may be null',
      { properties: { a: { anyOf: [{ type: 'null' }, inner] } }, required: ['a'] },
      list(field('a', { value: 'null or object', inner: innerList })),
    ],
    [
      'the fields of the objects of a list of lists',
      { properties: { a: { type: 'array', items: { type: 'array', items: inner } } }, required: ['a'] },
      list(field('a', { value: 'list; each list; each object', inner: innerList })),
    ],
    ['one of two objects', { oneOf: [inner, inner] }, `${innerList}<p class="or">or</p>${innerList}`],
    [
      'a field that is no schema',
      { properties: { a: null }, required: ['a'] },
      list(field('a', { value: 'anything' })),
    ],
  ]
  for (const [what, schema, markup] of schemas)
    test(`shows ${what}`, () => assert.equal(markupOf(fieldList(schema)), markup))
})

test('prose() marks code between backticks and escapes the rest', () => {
  assert.equal(markupOf(prose('Call `a<b>` or `c`, <d>')), `Call ${code('a&lt;b&gt;')} or ${code('c')}, &lt;d&gt;`)
})
