import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPasswordMessage } from './new-password-message.ts'

const good = 'copper window 77'
const cases: readonly [string, { newPassword: string; repeated: string }, RegExp | null][] = [
  ['takes one that is long enough and repeated', { newPassword: good, repeated: good }, null],
  ['names the smallest length first', { newPassword: 'short', repeated: 'other' }, /at least 12/],
  ['names the largest length', { newPassword: 'a'.repeat(257), repeated: 'a'.repeat(257) }, /at most 256/],
  ['compares both exactly', { newPassword: good, repeated: `${good} ` }, /not the same/],
]

for (const [name, passwords, message] of cases)
  test(`newPasswordMessage() ${name}`, () => {
    const found = newPasswordMessage(passwords)
    if (message === null) assert.equal(found, null)
    else assert.match(String(found), message)
  })
