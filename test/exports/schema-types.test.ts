import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { declarationOf, typeName } from '../../scripts/schema-types.ts'

/** Declarations written from JSON Schemas. */

const cases: [about: string, schema: object, declaration: string][] = [
  [
    'an object',
    {
      type: 'object',
      description: 'One page.',
      properties: {
        url: { type: 'string', description: 'Where it is */ ends.' },
        'min-score': { type: 'integer' },
        note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      },
      required: ['url'],
    },
    '/** One page. */\nexport interface Name {\n  /** Where it is *\\/ ends. */\n  url: string\n  "min-score"?: number\n  note?: string | null\n}\n',
  ],
  [
    'one of several objects',
    { oneOf: [objectOf('a'), objectOf('b')] },
    'export type Name = {\n  a: true\n} | {\n  b: true\n}\n',
  ],
  ['a list', { type: 'array', items: { $ref: '#/$defs/page-link' } }, 'export type Name = PageLink[]\n'],
  ['a list of choices', { type: 'array', items: { enum: ['a', 'b'] } }, 'export type Name = ("a" | "b")[]\n'],
  ['a list of lists', { type: 'array', items: { type: 'array' } }, 'export type Name = (unknown[])[]\n'],
  ['one of several kinds', { type: ['string', 'null'] }, 'export type Name = string | null\n'],
  [
    'any names',
    { type: 'object', additionalProperties: { type: 'number' } },
    'export type Name = Record<string, number>\n',
  ],
  [
    'some of these names',
    { type: 'object', propertyNames: { enum: ['a', 'b'] }, additionalProperties: { type: 'number' } },
    'export type Name = Partial<Record<"a" | "b", number>>\n',
  ],
  ['an object of any kind', { type: 'object' }, 'export type Name = Record<string, unknown>\n'],
  ['anything', {}, 'export type Name = unknown\n'],
]

function objectOf(name: string) {
  return { type: 'object', properties: { [name]: { const: true } }, required: [name] }
}

describe('declarationOf()', () => {
  for (const [about, schema, declaration] of cases)
    test(`writes ${about}`, () => assert.equal(declarationOf('Name', schema), declaration))
})

test('typeName() is a name of a type', () => {
  assert.deepEqual(['issue', 'affectedPage', 'page-link'].map(typeName), ['Issue', 'AffectedPage', 'PageLink'])
})
