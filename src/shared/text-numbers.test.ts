import assert from 'node:assert/strict'
import { it } from 'node:test'
import { TextNumbers } from './text-numbers.ts'

const sizes: [name: string, most: number, count: number][] = [
  ['as many texts as have room', 300, 300],
  ['more texts than have room', 3, 300],
  ['a single text', 1, 1],
]
for (const [name, most, count] of sizes)
  it(`numbers ${name} in order of first mention`, () => {
    const numbers = new TextNumbers(most)
    // Alike, and none of them the same string in memory as when it is requested again.
    const text = (index: number) => `https://site.test/pages/${index}.html`
    for (let index = 0; index < count; index++) assert.equal(numbers.get(text(index)), undefined)
    for (let round = 0; round < 2; round++)
      for (let index = 0; index < count; index++) assert.equal(numbers.of(text(index)), index)
    for (let index = 0; index < count; index++) assert.equal(numbers.get(text(index)), index)
    assert.equal(numbers.get(text(count)), undefined)
    assert.deepEqual(
      numbers.values,
      Array.from({ length: count }, (_, index) => text(index)),
    )
  })

it('distinguishes texts by every character', () => {
  const texts = [
    '',
    ' ',
    'a',
    'b',
    'A',
    'ab',
    'ba',
    'ä',
    'a\u0308',
    '\u0000',
    '\u0100',
    '日本',
    '🙂',
    '\ud83d',
    '__proto__',
  ]
  const numbers = new TextNumbers(texts.length)
  assert.deepEqual(
    [...texts, ...texts].map(text => numbers.of(text)),
    [...texts.keys(), ...texts.keys()],
  )
})
