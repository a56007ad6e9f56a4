import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainText, textPieces } from './plain-text.ts'

const untouched: [string, string][] = [
  ['plain English', 'Bread & butter, 2 for 1'],
  ['markup, which is text', '<script>alert(1)</script>'],
  ['tabs and line feeds', 'a\tb\nc'],
  ['a no-break space', 'a\u00a0b'],
  ['accents, composed and apart', 'Größe Gro\u0308ße'],
  ['Vietnamese with two marks on a letter', 'Tie\u0302\u0301ng Vie\u0323\u0302t'],
  ['pointed Hebrew', 'בְּרֵאשִׁ֖ית'],
  ['Arabic with vowels', 'مُحَمَّدٌ'],
  ['Persian with its non-joiner', 'می‌خواهم'],
  ['Hindi with a joiner', 'क्‍ष'],
  ['Burmese', 'ကျွန်ုပ်'],
  ['a family of emoji', '👩‍👩‍👧‍👦 👩🏽‍🚀 🏳️‍🌈'],
  ['keycaps and text style', '1️⃣ ☺︎'],
  ['a flag made of tags', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ['a variant of a Han character', '葛\u{e0100}飾'],
  ['full-width signs', '＝１＋１'],
  ['characters of private use', '\ue000'],
]

const shown: [string, string, string][] = [
  ['an escape', 'a\u001b[31mb', 'a[U+001B][31mb'],
  ['NUL, backspace and DEL', 'a\0b\bc\x7f', 'a[U+0000]b[U+0008]c[U+007F]'],
  ['the 8-bit control sequence introducer', '\x9b2J', '[U+009B]2J'],
  ['a carriage return alone, and none of a line end', 'a\rb\r\nc', 'a[U+000D]b\nc'],
  ['a bidi override', 'a\u202egpj.exe', 'a[U+202E]gpj.exe'],
  [
    'bidi isolates, marks and the Arabic letter mark',
    '\u2066a\u2069\u200f\u061cb',
    '[U+2066]a[U+2069][U+200F][U+061C]b',
  ],
  ['line and paragraph separators', 'a\u2028b\u2029c', 'a[U+2028]b[U+2029]c'],
  ['zero-width space, word joiner and byte order mark', 'a\u200bb\u2060c\ufeffd', 'a[U+200B]b[U+2060]c[U+FEFF]d'],
  ['joiners between Latin letters', 'pay\u200dpal \u200cx', 'pay[U+200D]pal [U+200C]x'],
  ['a joiner at the end of an emoji', '👩\u200d', '👩[U+200D]'],
  ['a soft hyphen', 'pay\u00adpal', 'pay[U+00AD]pal'],
  ['Hangul fillers', 'a\u3164b\uffa0c', 'a[U+3164]b[U+FFA0]c'],
  ['a variation selector on a letter', 'a\ufe0f', 'a[U+FE0F]'],
  ['text hidden in tag characters', 'a\u{e0069}\u{e0067}b', 'a[U+E0069][U+E0067]b'],
  ['text hidden in supplementary variation selectors', '👍\u{e0100}\u{e0101}', '👍[U+E0100][U+E0101]'],
  ['half a surrogate pair', 'a\ud800b\udc00', 'a[U+D800]b[U+DC00]'],
  ['noncharacters', '\ufffe\u{1ffff}\ufdd0', '[U+FFFE][U+1FFFF][U+FDD0]'],
  ['interlinear annotation', '\ufff9a\ufffab\ufffb', '[U+FFF9]a[U+FFFA]b[U+FFFB]'],
  ['the same one many times, once', `a${'\u202e'.repeat(500)}b`, 'a[U+202E×500]b'],
  ['a flood of combining marks, cut', `z${'\u0301'.repeat(30)}y`, 'z\u0301\u0301\u0301\u0301[26 more marks]y'],
  [
    'five marks as a flood of one too many',
    'z\u0301\u0302\u0303\u0304\u0305',
    'z\u0301\u0302\u0303\u0304[1 more mark]',
  ],
  ['a flood hidden by fillers', 'z\u0301\u034f\u0301', 'z\u0301[U+034F]\u0301'],
]

describe('plainText()', () => {
  for (const [name, text] of untouched) it(`leaves ${name}`, () => assert.equal(plainText(text), text))
  for (const [name, text, expected] of shown) it(`shows ${name}`, () => assert.equal(plainText(text), expected))

  it('changes nothing more when it is used twice', () => {
    for (const [, text] of shown) assert.equal(plainText(plainText(text)), plainText(text))
  })
})

describe('textPieces()', () => {
  it('has none for an empty text', () => assert.deepEqual(textPieces(''), []))

  it('distinguishes text, marks and stacks', () => {
    assert.deepEqual(textPieces(`a👩‍🚀\u202e\u202eb z${'\u0301'.repeat(5)}`), [
      { kind: 'text', text: 'a👩‍🚀' },
      { kind: 'mark', name: 'U+202E', count: 2 },
      { kind: 'text', text: 'b ' },
      { kind: 'stack', base: 'z', marks: '\u0301'.repeat(5) },
    ])
  })
})
