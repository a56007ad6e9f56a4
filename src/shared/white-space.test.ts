import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldedKey, foldWhitespace, trimBlanks } from './white-space.ts'

test('foldWhitespace() makes one space of every run and none at the ends', () => {
  assert.equal(foldWhitespace('  a \n\t b\u00a0\u00a0c\u3000'), 'a b c')
  assert.equal(foldWhitespace(' \r\n '), '')
})

const same: [name: string, left: string, right: string][] = [
  ['letter case', 'About US', 'about us'],
  ['white space', 'About  us\n', 'About us'],
  ['composed and decomposed accents', 'Caf\u00e9', 'CAFE\u0301'],
  ['sharp s and its capitals', 'Straße', 'STRASSE'],
  ['final sigma', 'ΟΔΟΣ', 'οδος'],
  ['final sigma inside a longer text', 'ΟΔΟΣ 1', 'οδοσ 1'],
]
for (const [name, left, right] of same)
  test(`foldedKey() ignores ${name}`, () => assert.equal(foldedKey(left), foldedKey(right)))

test('foldedKey() keeps accents and punctuation apart', () => {
  assert.notEqual(foldedKey('café'), foldedKey('cafe'))
  assert.notEqual(foldedKey('a-b'), foldedKey('a b'))
})

test('foldedKey() folds twice to the same key', () => {
  for (const text of ['İstanbul', 'ﬁn', 'ǅ', 'Σίσυφος', 'Ⅷ', 'ᾳ'])
    assert.equal(foldedKey(foldedKey(text)), foldedKey(text))
})

const trimmedTexts: [text: string, trimmed: string][] = [
  ['', ''],
  [' \t\r\n\v\f', ''],
  [' a b\t', 'a b'],
  ['/\xc3\xa0', '/\xc3\xa0'],
  ['\xa0a\xa0', '\xa0a\xa0'],
  ['\x85a\x1f', '\x85a\x1f'],
]
for (const [text, trimmed] of trimmedTexts) {
  test(`trimBlanks(${JSON.stringify(text)})`, () => assert.equal(trimBlanks(text), trimmed))
}
