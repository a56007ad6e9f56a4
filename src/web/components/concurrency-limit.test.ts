import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConcurrencyLimit } from './concurrency-limit.ts'

function startAll(count: number, max: number) {
  const { start } = createConcurrencyLimit(max)
  const started: number[] = []
  const ends = Array.from({ length: count }, (_, index) => start(() => started.push(index)))
  return { started, end: (index: number) => ends[index]?.() }
}

test('createConcurrencyLimit() starts as many as allowed, and the next when one ends', () => {
  const { started, end } = startAll(5, 2)
  assert.deepEqual(started, [0, 1])
  end(1)
  assert.deepEqual(started, [0, 1, 2])
  end(0)
  end(2)
  assert.deepEqual(started, [0, 1, 2, 3, 4])
})

test('createConcurrencyLimit() drops a task that ends before it starts', () => {
  const { started, end } = startAll(4, 1)
  end(1)
  end(2)
  assert.deepEqual(started, [0])
  end(0)
  assert.deepEqual(started, [0, 3])
})

test('createConcurrencyLimit() counts an end once', () => {
  const { started, end } = startAll(4, 1)
  end(0)
  end(0)
  end(0)
  assert.deepEqual(started, [0, 1])
})

test('createConcurrencyLimit() takes an end at any time', () => {
  const { start } = createConcurrencyLimit(1)
  const started: string[] = []
  const first = start(() => started.push('first'))
  start(() => started.push('second'))
  first()
  start(() => started.push('third'))
  assert.deepEqual(started, ['first', 'second'])
})
