import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyErrors } from './key-errors.ts'

const first = { at: '2026-08-05T10:00:00.000Z', event: 'check failed', detail: 'one' }
const second = { at: '2026-08-05T10:00:00.000Z', event: 'check failed', detail: 'two' }
const third = { at: '2026-08-05T10:00:01.000Z', event: 'request failed', detail: 'three' }

test('keyErrors() gives errors of the same moment different keys and keeps their order', () => {
  const keyed = keyErrors([third, second, first])
  assert.deepEqual(
    keyed.map(({ detail }) => detail),
    ['three', 'two', 'one'],
  )
  assert.equal(new Set(keyed.map(({ key }) => key)).size, 3)
})

test('keyErrors() gives an error the same key when newer ones come in front', () => {
  const before = keyErrors([second, first])
  assert.deepEqual(keyErrors([third, second, first]).slice(1), before)
})
