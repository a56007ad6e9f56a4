import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CustomField, fieldMistake, MAX_FIELD_LENGTH, parseField, writeField } from './custom-fields.ts'

const price: CustomField = { name: 'Price', language: 'css', selector: '.price', takes: 'text', isAll: false }

describe('a custom field', () => {
  for (const [changed, line] of [
    [{}, 'Price = .price'],
    [{ isAll: true }, 'Price = .price -> all text'],
    [{ takes: '@content' }, 'Price = .price -> @content'],
    [{ takes: 'count' }, 'Price = .price -> count'],
    [{ language: 'xpath', selector: '//p' }, 'Price = //p'],
    [{ language: 'xpath', selector: 'p' }, 'Price = xpath: p'],
    [{ language: 'json', selector: '$..price' }, 'Price = $..price'],
    [{ selector: 'a[href="/x = y"] > b' }, 'Price = a[href="/x = y"] > b'],
  ] as const)
    it(`is the line ${line}, which is read as the same field`, () => {
      const field: CustomField = { ...price, ...changed }
      assert.equal(writeField(field), line)
      assert.deepEqual(parseField(line), field)
    })

  for (const [name, changed, part] of [
    ['nothing wrong', {}, null],
    ['no name', { name: '' }, 'name'],
    ['a name of signs', { name: '<b>' }, 'name'],
    ['the name of another', { name: 'AUTHOR' }, 'name'],
    ['no selector', { selector: '' }, 'selector'],
    ['a selector that is too long', { selector: 'p'.repeat(MAX_FIELD_LENGTH) }, 'selector'],
    ['a control character', { selector: 'p\u0007' }, 'selector'],
    ['no attribute', { takes: '@' }, 'takes'],
  ] as const)
    it(`with ${name} has ${part === null ? 'no mistake' : `its mistake at ${part}`}`, () => {
      const author: CustomField = { ...price, name: 'Author' }
      assert.equal(fieldMistake([author, { ...price, ...changed }], 1)?.part ?? null, part)
    })
})
