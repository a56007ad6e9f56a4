import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isHtmlOrUndeclared, mediaTypeOf } from './media-type.ts'

const rows: [name: string, values: string[], expected: string][] = [
  ['is lower-cased and loses parameters', ['Text/HTML; charset=utf-8'], 'text/html'],
  ['is the last valid one of several headers', ['text/plain', 'text/html'], 'text/html'],
  ['is the last valid one of a list', ['text/html, application/json'], 'application/json'],
  ['ignores a wildcard', ['text/html, */*'], 'text/html'],
  ['ignores nonsense after it', ['text/html', 'nonsense'], 'text/html'],
  ['is empty for nonsense', ['html'], ''],
  ['is empty for an empty value', [''], ''],
  ['is empty without a header', [], ''],
  ['is empty when it is absurdly long', [`text/${'x'.repeat(10_000)}`], ''],
]

describe('a media type', () => {
  for (const [name, values, expected] of rows) {
    test(name, () => assert.equal(mediaTypeOf(values.map(value => ['content-type', value])), expected))
  }
})

test('isHtmlOrUndeclared() takes HTML, XHTML and nothing', () => {
  const types = ['text/html', 'application/xhtml+xml', '', 'text/plain', 'image/svg+xml', 'application/xml']
  assert.deepEqual(types.filter(isHtmlOrUndeclared), ['text/html', 'application/xhtml+xml', ''])
})
