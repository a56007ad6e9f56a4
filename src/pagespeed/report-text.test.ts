import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportText } from './report-text.ts'

const rows: [text: string, maxCharacters: number, expected: string][] = [
  ['', 5, ''],
  [' a \n\t b ', 5, 'a b'],
  ['abcde', 5, 'abcde'],
  ['abcdef', 5, 'abcd…'],
  ['ab\u{1f600}c', 4, 'ab\ufffd…'],
  ['See [the docs](https://a.test/b) and `code`.', 40, 'See the docs and code.'],
  ['[a](b c) [](d)', 40, '[a](b c) [](d)'],
  // So much of a link is read, for a text that is to be short.
  ['[abcde](https://)xyz', 5, 'abcd…'],
  [`[abc](${'d'.repeat(13)})xyz`, 5, 'abc'],
  [`[abc](${'d'.repeat(14)})xyz`, 5, '[abc…'],
]
for (const [text, maxCharacters, expected] of rows)
  test(`reportText(${JSON.stringify(text)}, ${maxCharacters})`, () =>
    assert.equal(reportText(text, maxCharacters), expected))
