import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trimBlanks } from './trim-blanks.ts'

const rows: [text: string, trimmed: string][] = [
  ['', ''],
  [' \t\r\n\v\f', ''],
  [' a b\t', 'a b'],
  ['/\xc3\xa0', '/\xc3\xa0'],
  ['\xa0a\xa0', '\xa0a\xa0'],
  ['\x85a\x1f', '\x85a\x1f'],
]
for (const [text, trimmed] of rows) {
  test(`trimBlanks(${JSON.stringify(text)})`, () => assert.equal(trimBlanks(text), trimmed))
}
