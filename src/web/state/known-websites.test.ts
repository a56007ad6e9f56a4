import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clearKnownWebsites, rememberedUrl, rememberWebsites } from './known-websites.ts'

function memory(initial: string | null = null) {
  let value = initial
  return {
    read: () => value,
    write: (_key: string, next: string) => {
      value = next
      return true
    },
    remove: () => {
      value = null
    },
  }
}

test('a website that is gone from the list is still remembered by its id', () => {
  const storage = memory()
  rememberWebsites(storage, [{ id: 1, url: 'https://a.example/' }])
  rememberWebsites(storage, [{ id: 2, url: 'https://b.example/' }])
  assert.equal(rememberedUrl(storage, 1), 'https://a.example/')
  assert.equal(rememberedUrl(storage, 3), null)
})

test('clearKnownWebsites() leaves nothing for the next owner', () => {
  const storage = memory()
  rememberWebsites(storage, [{ id: 1, url: 'https://a.example/' }])
  clearKnownWebsites(storage)
  assert.equal(rememberedUrl(storage, 1), null)
  assert.equal(storage.read(), null)
})

test('rememberWebsites() keeps the last hundred', () => {
  const storage = memory()
  rememberWebsites(
    storage,
    Array.from({ length: 101 }, (_, id) => ({ id, url: `https://${id}.example/` })),
  )
  assert.equal(rememberedUrl(storage, 0), null)
  assert.equal(rememberedUrl(storage, 100), 'https://100.example/')
})

for (const stored of ['{', '{"1":"a"}', '[["1","a"],[1],null]'])
  test(`rememberedUrl() survives ${stored} in the storage`, t => {
    t.mock.method(console, 'warn', () => {})
    assert.equal(rememberedUrl(memory(stored), 1), null)
  })
