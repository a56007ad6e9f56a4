import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS, USERNAME_INVALID } from '#shared/account.ts'
import { passwordProblem, usernameProblem } from './entry-problem.ts'

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
