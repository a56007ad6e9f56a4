import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutFolded, cutText } from './cut-text.ts'

const byTheRules = (text: string) => cutText(text.replaceAll(/\s+/g, ' ').trim())

const rows: [name: string, text: string][] = [
  ['nothing', ''],
  ['a blank', ' '],
  ['words', 'Two words – “quoted”'],
  ['blanks at the ends', ' a b '],
  ['two blanks', 'a  b'],
  ['a long text', 'word '.repeat(10_000)],
  ['half a surrogate pair', 'a \ud83d b'],
  ['a surrogate pair', '🚀 go'],
]
for (const [name, text] of rows)
  test(`a text is folded and cut: ${name}`, () => assert.equal(cutFolded(text), byTheRules(text)))

for (const [text, limit, expected] of [
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['ab🚀c', 4, 'ab…'],
  ['ab🚀c', 5, 'ab🚀c'],
  ['ab🚀cd', 5, 'ab🚀…'],
  ['\ud83dbcd', 3, '\ufffdb…'],
] as const)
  test(`${JSON.stringify(text)} in ${limit} units is ${expected}`, () => assert.equal(cutText(text, limit), expected))

test('any code is folded by the rules, alone, between letters and at an end', () => {
  for (let code = 0; code <= 0xffff; code++) {
    const character = String.fromCharCode(code)
    for (const text of [character, `a${character}b`, `a ${character}`])
      if (cutFolded(text) !== byTheRules(text)) assert.fail(`U+${code.toString(16)}`)
  }
})
