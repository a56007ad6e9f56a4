import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fnvOf } from '#shared/fnv.ts'
import { hasDigit, NO_NUMBER, wordsIn } from './shown-text.ts'

describe('wordsIn()', () => {
  const cases: [name: string, text: string, words: (string | number)[]][] = [
    ['nothing', '', []],
    ['no words', ' - , … ', []],
    ['words in lower case', 'One, TWO – (three)', ['one', 'two', 'three']],
    ['numbers, without leading zeros', '7 007 0 1.25', [7, 7, 0, 1, 25]],
    ['numbers up to nine digits', '123456789 1234567890', [123_456_789, '1234567890']],
    ['digits within words', 'a1 1a 2nd', ['a1', '1a', '2nd']],
    ['Latin letters', 'ÄÖÜ ß façade', ['äöü', 'ß', 'façade']],
    ['other scripts', 'Привет, мир', ['привет', 'мир']],
    ['symbols with a lower case among the letters', '300 K', [300, 'k']],
    ['letters with a longer lower case', 'İstanbul x', ['i̇stanbul', 'x']],
    ['letters with a lower case for the end of a word', 'ΟΔΟΣ ΣΑΣ', ['οδος', 'σας']],
    ['pairs of codes with a lower case', '𐐀𐐁 𞤀x', ['𐐨𐐩', '𞤢x']],
    ['pairs of codes without one', 'One 🙂 𠀀', ['one', '🙂', '𠀀']],
  ]
  for (const [name, text, expected] of cases)
    it(`reads ${name}`, () => {
      const { count, hashes, numbers } = wordsIn(text)
      assert.deepEqual(
        [...hashes.subarray(0, count)],
        expected.map(word => fnvOf(String(word))),
      )
      assert.deepEqual(
        [...numbers.subarray(0, count)],
        expected.map(word => (typeof word === 'number' ? word : NO_NUMBER)),
      )
    })

  it('reads every letter in lower case', () => {
    for (let code = 0; code <= 0x1_ffff; code++) {
      const letter = String.fromCodePoint(code)
      const { count, hashes } = wordsIn(`a${letter}`)
      const expected = `a${letter}`.toLowerCase()
      if (count === 1 && hashes[0] !== fnvOf('a')) assert.equal(hashes[0], fnvOf(expected), code.toString(16))
    }
  })

  it('finds the words with digits', () => {
    const words = wordsIn('one 2 b3b four')
    assert.deepEqual(
      Array.from({ length: words.count }, (_, index) => hasDigit(words, index)),
      [false, true, true, false],
    )
  })

  it('reads texts of any length, and short ones after long ones', () => {
    const long = wordsIn('word 12 '.repeat(50_000))
    assert.deepEqual([long.count, long.hashes[99_998], long.numbers[99_999]], [100_000, fnvOf('word'), 12])
    assert.deepEqual([...wordsIn('a b').numbers.subarray(0, 2)], [NO_NUMBER, NO_NUMBER])
  })
})
