import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { type Auth, AuthContext, useAuth } from './use-auth.ts'

const admin: Auth = { user: { id: 1, username: 'admin', role: 'admin' }, isAdmin: true, changeUser: () => {} }

function Name() {
  return useAuth().user?.username
}

test('useAuth() outside of its provider says what is missing', () =>
  assert.throws(() => renderToString(createElement(Name)), { message: 'useAuth must be used within an AuthProvider' }))

test('useAuth() gives what its provider was given', () =>
  assert.equal(renderToString(createElement(AuthContext, { value: admin }, createElement(Name))), 'admin'))
