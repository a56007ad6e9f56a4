import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { browserStorage } from './browser-storage.ts'

function refusing(): never {
  throw new DOMException('blocked', 'SecurityError')
}

test('browserStorage() reads, writes and removes', () => {
  const values = new Map<string, string>()
  const storage = browserStorage(() => ({
    getItem: key => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: key => void values.delete(key),
  }))
  assert.equal(storage.write('theme', 'dark'), true)
  assert.equal(storage.read('theme'), 'dark')
  storage.remove('theme')
  assert.equal(storage.read('theme'), null)
})

test('browserStorage() only logs when storage cannot even be named', t => {
  const warn = t.mock.method(console, 'warn', () => {})
  const storage = browserStorage(refusing)
  assert.equal(storage.read('theme'), null)
  assert.equal(storage.write('theme', 'dark'), false)
  storage.remove('theme')
  assert.equal(warn.mock.callCount(), 3)
})

test('browserStorage() says that a full storage kept nothing', t => {
  t.mock.method(console, 'warn', () => {})
  const storage = browserStorage(() => ({ getItem: () => null, setItem: refusing, removeItem: mock.fn() }))
  assert.equal(storage.write('cache', 'x'.repeat(10)), false)
})
