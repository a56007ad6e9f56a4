import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS, type Role, USERNAME_INVALID } from '#shared/account.ts'
import type { UserResponse } from '#shared/api/users.ts'
import { passwordProblem, usernameProblem, visibleUsers } from './user-entries.ts'

const usernames: readonly [string, string | undefined][] = [
  ['karen', undefined],
  [' karen.lee@example.com ', undefined],
  ['', 'Enter a username'],
  ['  ', 'Enter a username'],
  ['a b', USERNAME_INVALID],
  ['-a', USERNAME_INVALID],
  ['a'.repeat(65), USERNAME_INVALID],
]
for (const [username, problem] of usernames)
  test(`usernameProblem() of ${JSON.stringify(username).slice(0, 30)}`, () =>
    assert.equal(usernameProblem(username), problem))

test('passwordProblem() checks the length and accepts an empty password', () => {
  assert.equal(passwordProblem(''), undefined)
  assert.equal(passwordProblem('x'.repeat(PASSWORD_MIN_CHARACTERS)), undefined)
  assert.match(passwordProblem('x'.repeat(PASSWORD_MIN_CHARACTERS - 1)) ?? '', /at least 12/)
  assert.match(passwordProblem('x'.repeat(PASSWORD_MAX_CHARACTERS + 1)) ?? '', /at most 256/)
})

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
