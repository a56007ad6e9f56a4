import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#shared/errors.ts'
import { createGate } from './gate.ts'

/** Work that ends when the test says so. */
function heldWork() {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (index: number) => () => {
    begun.push(index)
    return new Promise<number>(resolve => {
      ends[index] = () => resolve(index)
    })
  }
  return { begun, work, end: (index: number) => ends[index]?.() }
}

test('a gate runs so many at once, and the next one in turn when one ends', async () => {
  const gate = createGate({ atOnce: 2, maxWaiting: 10 })
  const { begun, work, end } = heldWork()
  const results = [0, 1, 2, 3].map(index => gate(work(index)))
  await null
  assert.deepEqual(begun, [0, 1])
  end(1)
  await results[1]
  await null
  assert.deepEqual(begun, [0, 1, 2])
  for (const index of [0, 2]) end(index)
  await results[2]
  await null
  end(3)
  assert.deepEqual(await Promise.all(results), [0, 1, 2, 3])
})

test('a full gate refuses at once and never begins the work', async () => {
  const gate = createGate({ atOnce: 1, maxWaiting: 1 })
  const { begun, work, end } = heldWork()
  const first = gate(work(0))
  const second = gate(work(1))
  await assert.rejects(gate(work(2)), error => error instanceof AppError && error.code === 'unavailable')
  end(0)
  await first
  await null
  end(1)
  await second
  assert.deepEqual(begun, [0, 1])
})

test('work that fails gives its place back', async () => {
  const gate = createGate({ atOnce: 1, maxWaiting: 0 })
  await assert.rejects(
    gate(async () => {
      throw new Error('failed')
    }),
    /failed/,
  )
  assert.equal(await gate(async () => 'fine'), 'fine')
})
