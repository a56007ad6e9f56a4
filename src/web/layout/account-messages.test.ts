import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../queries/api-client.ts'
import { loginFailure, newPasswordMessage } from './account-messages.ts'

const cases: readonly [string, unknown, string][] = [
  [
    'wrong credentials have one sentence, whatever the server says',
    new ApiError({ status: 401, statusText: 'Unauthorized', body: 'No such user' }),
    'Invalid username or password.',
  ],
  [
    'too many attempts show the message of the server',
    new ApiError({ status: 429, statusText: '', body: 'Too many attempts. Please try again in 2 minutes.' }),
    'Too many attempts. Please try again in 2 minutes.',
  ],
  [
    'a response without a message counts as unreachable',
    new ApiError({ status: 502, statusText: 'Bad Gateway', body: '' }),
    'The server could not be reached. Please try again.',
  ],
  [
    'no response counts as unreachable',
    new TypeError('fetch failed'),
    'The server could not be reached. Please try again.',
  ],
]

for (const [name, error, sentence] of cases)
  test(`loginFailure(): ${name}`, () => assert.equal(loginFailure(error), sentence))

const good = 'copper window 77'
const passwordCases: readonly [string, { newPassword: string; repeated: string }, RegExp | null][] = [
  ['takes one that is long enough and repeated', { newPassword: good, repeated: good }, null],
  ['names the smallest length first', { newPassword: 'short', repeated: 'other' }, /at least 12/],
  ['names the largest length', { newPassword: 'a'.repeat(257), repeated: 'a'.repeat(257) }, /at most 256/],
  ['compares both exactly', { newPassword: good, repeated: `${good} ` }, /not the same/],
]

for (const [name, passwords, message] of passwordCases)
  test(`newPasswordMessage() ${name}`, () => {
    const found = newPasswordMessage(passwords)
    if (message === null) assert.equal(found, null)
    else assert.match(String(found), message)
  })
