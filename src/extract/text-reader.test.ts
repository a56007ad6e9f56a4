import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TextReader } from './text-reader.ts'
import { WordList } from './word-list.ts'

const BLOCK = 65_536

function read(text: string, ends: readonly number[] = []) {
  const reader = new TextReader(text)
  const foldedEnds = ends.map(end => {
    reader.read(end)
    return reader.foldedLength
  })
  reader.read(text.length)
  return { ...reader.finish(), isNormal: reader.isNormal, foldedEnds }
}

/** Every word by the rules for those that are not plain. */
function wordsOneByOne(text: string): Uint32Array {
  const list = new WordList()
  for (const run of text.split(/\s+/)) list.addRun(run)
  return list.taken().hashes
}

function assertReadsLikeTheRules(text: string): void {
  const { text: folded, words, isNormal } = read(text)
  assert.equal(folded, text.replaceAll(/\s+/g, ' ').trim())
  assert.deepEqual(words.hashes, wordsOneByOne(text))
  if (isNormal) assert.equal(folded.normalize('NFC'), folded)
}

const texts: [name: string, text: string][] = [
  ['nothing', ''],
  ['blanks', ' \n '],
  ['plain words', ' The quick   brown\tfox, 12 times.\n'],
  ['words of Latin-1', 'ÄPFEL und Öl: ÀÉÎ µ ª × 5'],
  ['quotation marks', 'He said “No” – twice…'],
  ['Greek with its final sigma', 'ΟΔΟΣ ΣΑΣ. ΣΟΦΟΣ–ΣΑΣ'],
  ['a letter whose lower case is two', 'İSTANBUL Iğdır'],
  ['Cyrillic and Armenian', 'МОСКВА Ёлка ԵՐԵՎԱՆ'],
  ['a text that is not normalised', 'CAFE\u0301 \u212b \u1112\u1161\u11ab'],
  ['scripts without spaces', '東京 tower 東京タワーはTokyo Towerです ภาษาไทยง่าย'],
  ['Korean, Arabic, Hindi', '서울 타워 مرحبا हिन्दी'],
  ['surrogates', '🚀 go 𝒳𐐀 \ud800 x\udc00 𠮷野家'],
  ['controls', 'a\0b \x1c c\x85d \x7f'],
]
for (const [name, text] of texts)
  test(`a text is read as the rules have it: ${name}`, () => assertReadsLikeTheRules(text))

test('any code is read as the rules have it, alone and between letters', () => {
  for (let code = 0; code <= 0xffff; code++) {
    const character = String.fromCharCode(code)
    assertReadsLikeTheRules(`${character} A${character}B`)
  }
})

test('a code that is surely normal stays as it is, whatever stands around', () => {
  const neighbours = ['a', '\u0301', '\u1100', '\u3099', 'Ω', '東']
  for (let code = 0; code <= 0xffff; code++)
    for (const neighbour of neighbours) {
      const { text, isNormal } = read(`${neighbour}${String.fromCharCode(code)}${neighbour}`)
      if (isNormal) assert.equal(text.normalize('NFC'), text)
    }
})

test('words and white space may go over the borders of blocks and pieces', () => {
  for (const length of [BLOCK - 2, BLOCK - 1, BLOCK, BLOCK + 1])
    for (const behind of ['wörd', ' word', '\n\n  word', '“東京” x', '東京ΣΑΣ word'])
      assertReadsLikeTheRules('ab '.repeat(length).slice(0, length) + behind.repeat(3))
  assertReadsLikeTheRules(`${'long'.repeat(BLOCK)} end`)
  assert.deepEqual(read('on\u00e9  東京 x ', [1, 4, 7, 8]).foldedEnds, [1, 4, 6, 7])
})

test('a folded text of many blocks says where its pieces end', () => {
  const { text, foldedEnds } = read(`${'a  '.repeat(BLOCK)}東`, [3, 3 * BLOCK])
  assert.deepEqual(foldedEnds, [2, 2 * BLOCK])
  assert.equal(text.length, 2 * BLOCK + 1)
})
