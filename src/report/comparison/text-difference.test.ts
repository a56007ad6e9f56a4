import assert from 'node:assert/strict'
import { it } from 'node:test'
import { textDifference } from './text-difference.ts'

it('textDifference() names the words that differ', () => {
  assert.deepEqual(textDifference('The lead line is old', 'The lead line is long'), {
    parts: [
      { kind: 'same', text: 'The lead line is ' },
      { kind: 'removed', text: 'old' },
      { kind: 'added', text: 'long' },
    ],
    isCut: false,
  })
})

it('textDifference() gives up where too much differs', () => {
  const words = (name: string) => Array.from({ length: 5_000 }, (_, index) => `${name}${index}`).join(' ')
  const { parts, isCut } = textDifference(words('a'), words('b'))
  assert.deepEqual([parts.map(({ kind }) => kind), isCut], [['removed', 'added'], true])
})

it('textDifference() cuts long texts', () => {
  assert.deepEqual(textDifference('a'.repeat(200_000), 'a'.repeat(100_000)), {
    parts: [{ kind: 'same', text: 'a'.repeat(100_000) }],
    isCut: true,
  })
})
