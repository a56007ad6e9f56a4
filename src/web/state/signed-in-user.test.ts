import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAuthUser, writeAuthUser } from './signed-in-user.ts'

function memory(initial: string | null = null) {
  const values = new Map(initial === null ? [] : [['auth_user', initial]])
  return {
    values,
    read: (key: string) => values.get(key) ?? null,
    write: (key: string, value: string) => values.set(key, value).has(key),
    remove: (key: string) => void values.delete(key),
  }
}

test('writeAuthUser() keeps id, username and role and nothing else, and null forgets', () => {
  const storage = memory()
  const user = { id: 1, username: 'admin', role: 'admin' as const, token: 'secret' }
  writeAuthUser(storage, user)
  assert.deepEqual(JSON.parse(storage.values.get('auth_user') ?? ''), { id: 1, username: 'admin', role: 'admin' })
  assert.deepEqual(readAuthUser(storage), { id: 1, username: 'admin', role: 'admin' })
  writeAuthUser(storage, null)
  assert.equal(storage.values.size, 0)
})

test('readAuthUser() takes nothing that is no user', t => {
  t.mock.method(console, 'warn', () => {})
  for (const stored of [null, '', '{', 'null', '[]', '{"id":1}', '{"id":"1","username":"admin","role":"admin"}'])
    assert.equal(readAuthUser(memory(stored)), null, String(stored))
  assert.equal(readAuthUser(memory('{"id":1,"username":"admin","role":"owner"}')), null)
})
