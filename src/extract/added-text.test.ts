import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addedText } from './added-text.ts'

const before = 'The lead is lowered slowly. It touches the ground.'

describe('addedText()', () => {
  const rows: [name: string, text: string, count: number][] = [
    ['the same text', before, 0],
    ['the same words in another order and case', 'ground. SLOWLY. the lead touches is lowered It the', 0],
    ['fewer words', 'The lead is lowered slowly.', 0],
    ['words more often than before', `${before} lead lead`, 2],
    ['a text where there was none', 'One two three', 3],
  ]
  for (const [name, text, count] of rows)
    test(`counts ${count} words in ${name}`, () => {
      const known = name.includes('none') ? '' : before
      assert.equal(addedText(text, known).addedWordCount, count)
    })

  test('names up to three sentences that are new as a whole', () => {
    const sentences = Array.from({ length: 5 }, (_, index) => `This is the new sentence number ${index}.`)
    const { addedTexts } = addedText(`${before} Short one. ${sentences.join(' ')}`, before)
    assert.deepEqual(addedTexts, sentences.slice(0, 3))
  })

  test('cuts a sentence that does not end', () => {
    const [text] = addedText('word '.repeat(500), '').addedTexts
    assert.equal(text?.length, 200)
    assert.ok(text?.endsWith('…'))
  })
})
