import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { type Auth, AuthContext, readAuthUser, urlAfterOwnerChange, useAuth, writeAuthUser } from './signed-in-user.ts'

function memory(initial: string | null = null) {
  const values = new Map(initial === null ? [] : [['auth_user', initial]])
  return {
    values,
    read: (key: string) => values.get(key) ?? null,
    write: (key: string, value: string) => values.set(key, value).has(key),
    remove: (key: string) => void values.delete(key),
  }
}

test('writeAuthUser() keeps id, username and role and nothing else, and null removes them', () => {
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

const admin: Auth = { user: { id: 1, username: 'admin', role: 'admin' }, isAdmin: true, changeUser: () => {} }

function Name() {
  return useAuth().user?.username
}

test('useAuth() outside of its provider says what is missing', () =>
  assert.throws(() => renderToString(createElement(Name)), { message: 'useAuth must be used within an AuthProvider' }))

test('useAuth() gives what its provider was given', () =>
  assert.equal(renderToString(createElement(AuthContext, { value: admin }, createElement(Name))), 'admin'))

const ADMIN = 1
const USER = 2
const movedWebsites = [
  { from: 7, to: 3 },
  { from: 8, to: 4 },
]

const cases: readonly [string, { from: string; beforeId: number | null; afterId: number | null; to: string }][] = [
  ['signing in leaves the screen', { from: '/help', beforeId: null, afterId: ADMIN, to: '/help' }],
  ['and its website', { from: '/errors/5?search=a', beforeId: null, afterId: ADMIN, to: '/errors/5?search=a' }],
  [
    'a website that moved is followed, with what was chosen',
    { from: '/dashboard/7?crawl=12', beforeId: null, afterId: ADMIN, to: '/dashboard/3?crawl=12' },
  ],
  ['a longer id is another website', { from: '/dashboard/77', beforeId: null, afterId: ADMIN, to: '/dashboard/77' }],
  ['signing out leaves the website', { from: '/errors/5?search=a', beforeId: USER, afterId: null, to: '/errors' }],
  ['a screen without a website stays', { from: '/help?x=1', beforeId: USER, afterId: null, to: '/help?x=1' }],
  ['another user leaves the website', { from: '/dashboard/7', beforeId: USER, afterId: ADMIN, to: '/dashboard' }],
  ['the landing page stays', { from: '/', beforeId: null, afterId: USER, to: '/' }],
  ['an unknown path stays', { from: '/nothing/7', beforeId: USER, afterId: null, to: '/nothing/7' }],
  ['the same owner stays', { from: '/dashboard/7', beforeId: USER, afterId: USER, to: '/dashboard/7' }],
]

for (const [name, { from, beforeId, afterId, to }] of cases)
  test(`urlAfterOwnerChange(): ${name}`, () => {
    const { pathname, search } = new URL(from, 'http://localhost')
    assert.equal(urlAfterOwnerChange({ pathname, search }, { beforeId, afterId, movedWebsites }), to)
  })
