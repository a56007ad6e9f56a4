import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTextSink } from './main-text.ts'

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
    for (const [piece, isCode = false] of pieces) sink.add(piece, isCode)
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
    sink.add(text, false)
    const { text: folded } = sink.finish()
    if (folded !== text.replaceAll(/\s+/g, ' ')) assert.fail(`U+${code.toString(16)}`)
  }
})
