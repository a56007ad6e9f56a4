import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '#shared/account.ts'
import type { UserResponse } from '#shared/api/users.ts'
import { visibleUsers } from './visible-users.ts'

function user(username: string, role: Role): UserResponse {
  const counts = { isBuiltIn: false, isDisabled: false, websiteCount: 0 }
  return { id: 1, username, role, createdAt: '2026-08-05T10:00:00.000Z', lastSignInAt: null, ...counts }
}

const users = [user('admin', 'admin'), user('Karen.Lee', 'user'), user('karl', 'admin')]

const cases: readonly [string, string[]][] = [
  ['', ['admin', 'Karen.Lee', 'karl']],
  ['KAR', ['Karen.Lee', 'karl']],
  [' karen ', ['Karen.Lee']],
  ['admin', ['admin', 'karl']],
  ['nonexistent', []],
]

for (const [search, names] of cases)
  test(`visibleUsers() finds ${names.length} for ${JSON.stringify(search)}`, () =>
    assert.deepEqual(
      visibleUsers(users, search).map(({ username }) => username),
      names,
    ))
