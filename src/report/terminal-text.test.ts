import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cutEnd, cutMiddle, terminalText } from './terminal-text.ts'

describe('terminalText()', () => {
  const rows: [string, string, string][] = [
    ['plain text', 'Größe 漢字 👩‍🚀', 'Größe 漢字 👩‍🚀'],
    ['the escape of a colour', '\u001b[31mred', '[U+001B][31mred'],
    ['the 8-bit control sequence introducer', '\u009b2J', '[U+009B]2J'],
    ['line ends and tabs', 'a\r\nb\tc\u2028d', 'a b c[U+2028]d'],
    ['a bidi override', 'a\u202egpj.exe', 'a[U+202E]gpj.exe'],
    ['bidi isolates and marks', '\u2066a\u2069\u200f\u061cb', '[U+2066]a[U+2069][U+200F][U+061C]b'],
    ['NUL and DEL', 'a\u0000b\u007f', 'a[U+0000]b[U+007F]'],
  ]
  for (const [name, text, expected] of rows)
    it(`makes of ${name}: ${JSON.stringify(expected)}`, () => assert.equal(terminalText(text), expected))
})

describe('cutEnd() and cutMiddle()', () => {
  it('leave what fits', () => {
    assert.equal(cutEnd('abcde', 5), 'abcde')
    assert.equal(cutMiddle('abcde', 5), 'abcde')
  })
  it('put an ellipsis where they cut', () => {
    assert.equal(cutEnd('abcdefgh', 5), 'abcd…')
    assert.equal(cutMiddle('abcdefgh', 5), 'ab…gh')
  })
  it('never cut a character in two', () => {
    assert.equal(cutEnd('👍👍👍', 2), '👍…')
    assert.equal(cutMiddle('👍👍👍👍', 3), '👍…👍')
  })
})
