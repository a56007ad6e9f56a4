import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usersTable } from './users-table.ts'

test('users stand in columns, one a line', () => {
  const table = usersTable([
    { id: 1, username: 'admin', role: 'admin', isDisabled: false, lastSignInMs: null, websiteCount: 0 },
    {
      id: 12,
      username: 'maria.schmidt',
      role: 'user',
      isDisabled: true,
      lastSignInMs: Date.UTC(2026, 0, 2, 3, 4, 5),
      websiteCount: 17,
    },
  ])
  assert.equal(
    table,
    [
      'id  name           role   state     last sign-in          websites',
      '1   admin          admin  enabled   never                 0',
      '12  maria.schmidt  user   disabled  2026-01-02 03:04 UTC  17',
      '',
    ].join('\n'),
  )
})

test('a stored name cannot steer the terminal', () => {
  const username = 'a\u001b[2J\nb\u202ec'
  const table = usersTable([{ id: 3, username, role: 'user', isDisabled: false, lastSignInMs: null, websiteCount: 0 }])
  assert.equal(table.split('\n').length, 3)
  assert.ok(!/[\u001b\u202e]/.test(table))
})
