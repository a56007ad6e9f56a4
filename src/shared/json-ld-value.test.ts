import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonLdValue, keepJsonLdValue } from './json-ld-value.ts'

test('a block that was parsed before is not parsed again, any other is', () => {
  const value = { '@type': 'Thing' }
  const block = { raw: '{"@type":"Thing"}' }
  assert.deepEqual(jsonLdValue(block), value)
  assert.notEqual(jsonLdValue(block), value)
  keepJsonLdValue(block, value)
  assert.equal(jsonLdValue(block), value)
  assert.notEqual(jsonLdValue({ ...block }), value)
})

test('null is kept, too, and what is no JSON throws', () => {
  const block = { raw: '{' }
  assert.throws(() => jsonLdValue(block), SyntaxError)
  keepJsonLdValue(block, null)
  assert.equal(jsonLdValue(block), null)
})
