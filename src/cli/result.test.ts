import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textTable, wrapped } from './result.ts'

test('a table has columns as wide as their widest cell, and lines without spaces at their ends', () => {
  assert.equal(textTable([]), '')
  assert.equal(
    textTable([
      ['id', 'url', 'note'],
      ['1000', 'a', ''],
      ['2', 'b', 'x'],
    ]),
    'id    url  note\n1000  a\n2     b    x\n',
  )
  assert.equal(textTable([['a', 'b'], ['', 'c'], ['d', 'e', 'f'], ['g']]), 'a  b\n   c\nd  e  f\ng\n')
})

test('words are wrapped at 100 characters, a longer one alone on its line', () => {
  const long = 'x'.repeat(96)
  assert.equal(wrapped([]), '')
  assert.equal(wrapped(['a', long]), `  a ${long}`)
  assert.equal(wrapped(['a', `${long}x`]), `  a\n  ${long}x`)
  assert.equal(wrapped(['a', 'b']), '  a b')
  assert.equal(wrapped(['x'.repeat(120), 'b']), `  ${'x'.repeat(120)}\n  b`)
})
