import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFullMeasure, sampled } from '../../test/support/measure.ts'
import { countWords, createTextSink, TextReader, wordsOf } from './text-reader.ts'
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

/** White space as one space, as one line end where a form feed parts blocks. */
function foldedByRules(text: string): string {
  return text.replaceAll(/\s+/g, blank => (blank.includes('\f') ? '\n' : ' '))
}

function assertReadsLikeTheRules(text: string): void {
  const { text: folded, words, isNormal } = read(text)
  assert.equal(folded, foldedByRules(text).trim())
  assert.deepEqual(words.hashes, wordsOneByOne(text))
  if (isNormal) assert.equal(folded.normalize('NFC'), folded)
}

const texts: [name: string, text: string][] = [
  ['nothing', ''],
  ['blanks', ' \n '],
  ['plain words', ' The quick   brown\tfox, 12 times.\n'],
  ['blocks', '\fOne.\n\fTwo \f\f three\f\n four\f'],
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

const allCodes = Array.from({ length: 0x1_0000 }, (_, code) => code)
/** Those of Latin letters and of combining marks, and every seventh of the others; all of them at the full measure. */
const codes = [...allCodes.slice(0, 0x370), ...sampled(allCodes.slice(0x370), 7)]

test('any code is read as the rules have it, alone and between letters', () => {
  for (const code of codes) {
    const character = String.fromCharCode(code)
    assertReadsLikeTheRules(`${character} A${character}B`)
  }
})

test('a code that is surely normal stays as it is, whatever stands around', () => {
  const neighbours = ['a', '\u0301', '\u1100', '\u3099', 'Ω', '東']
  for (const code of codes)
    for (const neighbour of isFullMeasure ? neighbours : [neighbours[code % neighbours.length] ?? '']) {
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

test('white space with a form feed is one line end, wherever a block of the text ends', () => {
  for (const length of [1, BLOCK - 3, BLOCK - 2, BLOCK - 1, BLOCK, BLOCK + 1])
    for (const blank of ['\f', ' \f', '\f ', ' \n\f\t', `${' '.repeat(2 * BLOCK)}\f`, ' '.repeat(2 * BLOCK)])
      assertReadsLikeTheRules(`${'x'.repeat(length)}${blank}y`)
})

test('a folded text of many blocks knows where its pieces end', () => {
  const { text, foldedEnds } = read(`${'a  '.repeat(BLOCK)}東`, [3, 3 * BLOCK])
  assert.deepEqual(foldedEnds, [2, 2 * BLOCK])
  assert.equal(text.length, 2 * BLOCK + 1)
})

type Piece = [text: string, isCode?: boolean]

const rows: [name: string, pieces: Piece[], text: string, code: string[]][] = [
  ['nothing', [], '', []],
  ['white space is folded across pieces', [[' a '], ['\n b\t'], [' ']], 'a b', []],
  ['code is marked', [['use '], ['x  =  1', true], [' here']], 'use x = 1 here', ['x = 1']],
  [
    'neighbouring code is one range',
    [
      ['a', true],
      ['b', true],
    ],
    'ab',
    ['ab'],
  ],
  ['blanks around code are folded into one', [['a '], [' b ', true], [' c']], 'a b c', ['b ']],
  ['blank code is no range', [['a'], ['  ', true], ['b']], 'a b', [' ']],
]
for (const [name, pieces, text, code] of rows)
  test(`text sink: ${name}`, () => {
    const sink = createTextSink()
    for (const [piece, isCode = false] of pieces) sink.add(piece, { isCode, isInList: false })
    const finished = sink.finish()
    assert.equal(finished.text, text)
    assert.deepEqual(
      finished.codeRanges.map(([start, end]) => text.slice(start, end)),
      code,
    )
  })

test('text sink: white space is what a regular expression takes for it', () => {
  for (let code = 0; code <= 0xffff; code++) {
    const text = `a${String.fromCharCode(code)}\nb`
    const sink = createTextSink()
    sink.add(text, { isCode: false, isInList: false })
    const { text: folded } = sink.finish()
    if (folded !== foldedByRules(text)) assert.fail(`U+${code.toString(16)}`)
  }
})

const counts: [name: string, text: string, count: number][] = [
  ['nothing', '', 0],
  ['blanks', ' \n\t ', 0],
  ['plain words', 'one two three', 3],
  ['no-break and other spaces', 'one\u00a0two\u2003three\u3000four', 4],
  ['punctuation alone is no word', 'a – b | c • – “ ” &', 3],
  ['numbers are words', '5 kg for €40', 4],
  ['hyphens and apostrophes stay within', 'well-known don’t', 2],
  ['accents, Greek, Cyrillic, Arabic', 'Élan Αθήνα Москва مرحبا', 4],
  ['Korean has spaces', '서울 타워', 2],
  ['emoji are no words', '🚀 go 👍🏽', 1],
  ['letters beyond the basic plane', '𝒳 𐐀', 2],
  ['Chinese is segmented', '我们喜欢学习汉语', 4],
  ['a short run is one word', '東京 is big', 3],
  ['Thai is segmented', 'ภาษาไทยง่าย', 3],
  ['Japanese with Latin between', '東京タワーはTokyo Towerです', 5],
]
for (const [name, text, count] of counts)
  test(`wordsOf() counts ${name}`, () => assert.equal(wordsOf(text).count, count))

test('wordsOf() hashes without regard to letter case and in order', () => {
  assert.deepEqual(wordsOf('One TWO').hashes, wordsOf('one two').hashes)
  assert.notDeepEqual(wordsOf('one two').hashes, wordsOf('two one').hashes)
})

test('wordsOf() estimates beyond what is segmented', () => {
  const { count } = wordsOf('学'.repeat(30_000))
  assert.ok(count > 20_000 && count <= 30_000, String(count))
})

test('countWords() stops at the limit', () => {
  assert.equal(countWords('a b c d', 3), 3)
  assert.equal(countWords('a b – c', 10), 3)
  assert.ok(countWords('東京タワーは高い建物です', 50) >= 4)
})
