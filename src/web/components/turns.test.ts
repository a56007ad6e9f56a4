import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurns } from './turns.ts'

function takers(count: number, atOnce: number) {
  const { take } = createTurns(atOnce)
  const started: number[] = []
  const leave = Array.from({ length: count }, (_, index) => take(() => started.push(index)))
  return { started, leave: (index: number) => leave[index]?.() }
}

test('createTurns() starts as many as allowed, and the next when one ends', () => {
  const { started, leave } = takers(5, 2)
  assert.deepEqual(started, [0, 1])
  leave(1)
  assert.deepEqual(started, [0, 1, 2])
  leave(0)
  leave(2)
  assert.deepEqual(started, [0, 1, 2, 3, 4])
})

test('createTurns() forgets who leaves before the turn', () => {
  const { started, leave } = takers(4, 1)
  leave(1)
  leave(2)
  assert.deepEqual(started, [0])
  leave(0)
  assert.deepEqual(started, [0, 3])
})

test('createTurns() counts an end once', () => {
  const { started, leave } = takers(4, 1)
  leave(0)
  leave(0)
  leave(0)
  assert.deepEqual(started, [0, 1])
})

test('createTurns() may be left while it starts', () => {
  const { take } = createTurns(1)
  const started: string[] = []
  const first = take(() => started.push('first'))
  take(() => started.push('second'))
  first()
  take(() => started.push('third'))
  assert.deepEqual(started, ['first', 'second'])
})
