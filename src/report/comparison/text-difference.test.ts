import assert from 'node:assert/strict'
import { it } from 'node:test'
import { textDifference } from './text-difference.ts'

it('textDifference() names the words that differ', async () => {
  assert.deepEqual(await textDifference('The lead line is old', 'The lead line is long'), {
    parts: [
      { kind: 'same', text: 'The lead line is ' },
      { kind: 'removed', text: 'old' },
      { kind: 'added', text: 'long' },
    ],
    isCut: false,
  })
})

it('textDifference() gives up where too much differs', async () => {
  const words = (name: string) => Array.from({ length: 5_000 }, (_, index) => `${name}${index}`).join(' ')
  const { parts, isCut } = await textDifference(words('a'), words('b'))
  assert.deepEqual([parts.map(({ kind }) => kind), isCut], [['removed', 'added'], true])
})

it('textDifference() cuts long texts', async () => {
  assert.deepEqual(await textDifference('a'.repeat(200_000), 'a'.repeat(100_000)), {
    parts: [{ kind: 'same', text: 'a'.repeat(100_000) }],
    isCut: true,
  })
})

it('textDifference() lets others be served while texts are compared', async () => {
  const words = (every: number) =>
    Array.from({ length: 4_000 }, (_, index) => (index % every === 0 ? 'x' : index)).join(' ')
  let others = 0
  const timer = setInterval(() => others++)
  await textDifference(words(20), words(21))
  clearInterval(timer)
  assert.ok(others > 1)
})
