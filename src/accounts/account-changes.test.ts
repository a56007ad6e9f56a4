import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { AccountRow } from '#store/store.ts'
import { type AccountChanges, createAccountChanges } from './account-changes.ts'
import { createSignIn } from './sign-in.ts'
import { countHashes, openTestAccounts, type TestAccounts } from './test-accounts.ts'

const PASSWORD = 'nine small otters'
const OTHER = 'seven tall herons'
const ADDRESS = '192.0.2.7'

interface TestChanges extends TestAccounts {
  changes: AccountChanges
  admin: AccountRow
  maria: AccountRow
  /** 'ok', or why not. */
  signIn(username: string, password: string): Promise<string>
  openSession(account: AccountRow, tokenHash: string): Promise<void>
  sessions(): Promise<unknown[]>
}

async function openTestChanges(): Promise<TestChanges> {
  const accounts = await openTestAccounts()
  const changes = createAccountChanges(accounts.deps)
  const signIn = createSignIn(accounts.deps)
  const { account: admin } = await changes.add({ username: 'boss', role: 'admin', password: PASSWORD })
  const { account: maria } = await changes.add({ username: 'maria', role: 'user', password: PASSWORD })
  return {
    ...accounts,
    changes,
    admin,
    maria,
    async signIn(username, password) {
      const result = await signIn({ username, password, address: ADDRESS })
      return result.ok ? 'ok' : result.reason
    },
    openSession: (account, tokenHash) =>
      accounts.store.sessions.open({
        tokenHash,
        accountId: account.id,
        nowMs: accounts.clock.nowMs,
        endsMs: accounts.clock.nowMs + 1,
      }),
    sessions: async () => (await accounts.rows('session')).map(row => row.token_hash),
  }
}

const isRefusal = (code: ErrorCode, message: RegExp) => (error: unknown) =>
  error instanceof AppError && error.code === code && message.test(error.message)

test('an added user can sign in with the password that was chosen', async () => {
  await using test = await openTestChanges()
  const { account, generatedPassword } = await test.changes.add({ username: ' Olga ', role: 'user', password: OTHER })
  assert.deepEqual([account.username, account.role, generatedPassword], ['Olga', 'user', null])
  assert.equal(await test.signIn('olga', OTHER), 'ok')
})

test('a password that is omitted is generated, returned once, and stored as its hash alone', async () => {
  await using test = await openTestChanges()
  const { generatedPassword } = await test.changes.add({ username: 'olga', role: 'admin' })
  assert.ok(generatedPassword)
  assert.equal(await test.signIn('olga', generatedPassword), 'ok')
  assert.ok(!JSON.stringify(await test.rows('account')).includes(generatedPassword))
})

const refusedUsers: [string, { username: string; password?: string }, ErrorCode, RegExp][] = [
  ['a name that is taken', { username: 'maria' }, 'conflict', /^The username maria is taken$/],
  ['a name that is taken in another case', { username: 'MARIA' }, 'conflict', /taken/],
  ['no name', { username: ' ' }, 'bad-request', /^Enter a username$/],
  ['a name with markup', { username: '<b>' }, 'bad-request', /^A username has/],
  ['a name that is too long', { username: 'a'.repeat(65) }, 'bad-request', /^A username has/],
  ['a short password', { username: 'olga', password: 'short' }, 'bad-request', /at least 12 characters$/],
  ['a password like the name', { username: 'olga', password: 'olga-olga-123' }, 'bad-request', /easy to guess/],
]
for (const [what, user, code, message] of refusedUsers) {
  test(`${what} is refused, and no user is added`, async () => {
    await using test = await openTestChanges()
    await assert.rejects(test.changes.add({ role: 'user', ...user }), isRefusal(code, message))
    assert.equal((await test.store.accounts.list()).length, 2)
  })
}

test('a reset password replaces the old one and ends all sessions of that user alone', async () => {
  await using test = await openTestChanges()
  await test.openSession(test.maria, 'first')
  await test.openSession(test.maria, 'second')
  await test.openSession(test.admin, 'admin')
  const { generatedPassword } = await test.changes.resetPassword({ accountId: test.maria.id })
  assert.ok(generatedPassword)
  assert.deepEqual(await test.sessions(), ['admin'])
  assert.equal(await test.signIn('maria', PASSWORD), 'wrong')
  assert.equal(await test.signIn('maria', generatedPassword), 'ok')
  assert.equal(
    (await test.changes.resetPassword({ accountId: test.maria.id, password: OTHER })).generatedPassword,
    null,
  )
  assert.equal(await test.signIn('maria', OTHER), 'ok')
})

test('resetting is refused for an unknown user and for a poor password, which ends no session', async () => {
  await using test = await openTestChanges()
  await test.openSession(test.maria, 'first')
  await assert.rejects(test.changes.resetPassword({ accountId: 99 }), isRefusal('not-found', /no such user/))
  const poor = test.changes.resetPassword({ accountId: test.maria.id, password: 'maria12345678' })
  await assert.rejects(poor, isRefusal('bad-request', /easy to guess/))
  assert.deepEqual(await test.sessions(), ['first'])
  assert.equal(await test.signIn('maria', PASSWORD), 'ok')
})

const ownChange = (account: AccountRow) => ({
  account,
  currentPassword: PASSWORD,
  newPassword: OTHER,
  tokenHash: 'mine',
  address: ADDRESS,
})

test('changing the own password keeps this session and ends the others', async () => {
  await using test = await openTestChanges()
  for (const token of ['mine', 'elsewhere']) await test.openSession(test.maria, token)
  await test.changes.changeOwnPassword(ownChange(test.maria))
  assert.deepEqual(await test.sessions(), ['mine'])
  assert.equal(await test.signIn('maria', PASSWORD), 'wrong')
  assert.equal(await test.signIn('maria', OTHER), 'ok')
})

test('a poor new password is refused before it counts as a try', async () => {
  await using test = await openTestChanges()
  for (let count = 0; count < 10; count++) {
    const change = test.changes.changeOwnPassword({ ...ownChange(test.maria), newPassword: 'password1234' })
    await assert.rejects(change, isRefusal('bad-request', /easy to guess/))
  }
  await test.changes.changeOwnPassword(ownChange(test.maria))
})

test('a wrong current password is refused, counts as a guess at signing in, and changes nothing', async () => {
  await using test = await openTestChanges()
  await test.openSession(test.maria, 'elsewhere')
  const wrongChange = () => test.changes.changeOwnPassword({ ...ownChange(test.maria), currentPassword: OTHER })
  for (let count = 0; count < 5; count++) await assert.rejects(wrongChange(), isRefusal('forbidden', /is wrong$/))
  assert.equal(await countHashes(() => assert.rejects(wrongChange(), isRefusal('too-many', /again in 1 second\.$/))), 0)
  assert.equal(await test.signIn('maria', PASSWORD), 'wait')
  assert.deepEqual(await test.sessions(), ['elsewhere'])
  test.clock.nowMs += 1_000
  assert.equal(await test.signIn('maria', PASSWORD), 'ok')
})

test('a change that was requested before a reset does not undo it', async () => {
  await using test = await openTestChanges()
  const stale = test.maria
  const { generatedPassword } = await test.changes.resetPassword({ accountId: stale.id })
  await assert.rejects(test.changes.changeOwnPassword(ownChange(stale)), isRefusal('forbidden', /is wrong$/))
  assert.equal(await test.signIn('maria', generatedPassword ?? ''), 'ok')
})

test('a reset and a change at once end with the reset', async () => {
  await using test = await openTestChanges()
  const [reset, change] = await Promise.allSettled([
    test.changes.resetPassword({ accountId: test.maria.id }),
    test.changes.changeOwnPassword(ownChange(test.maria)),
  ])
  assert.equal(change.status, 'rejected')
  assert.ok(reset.status === 'fulfilled')
  assert.equal(await test.signIn('maria', reset.value.generatedPassword ?? ''), 'ok')
})

test('a disabled user is signed out and cannot sign in until enabled', async () => {
  await using test = await openTestChanges()
  await test.openSession(test.maria, 'first')
  const change = { accountId: test.maria.id, byAccountId: test.admin.id }
  await test.changes.setDisabled({ ...change, isDisabled: true })
  assert.deepEqual(await test.sessions(), [])
  assert.equal(await test.signIn('maria', PASSWORD), 'wrong')
  await test.changes.setDisabled({ ...change, isDisabled: false })
  assert.equal(await test.signIn('maria', PASSWORD), 'ok')
})

test('no user disables the own account, the last administrator, or a user who does not exist', async () => {
  await using test = await openTestChanges()
  const { account: second } = await test.changes.add({ username: 'second', role: 'admin', password: PASSWORD })
  const disable = (accountId: number, byAccountId: number | null) =>
    test.changes.setDisabled({ accountId, byAccountId, isDisabled: true })
  await assert.rejects(disable(test.admin.id, test.admin.id), isRefusal('conflict', /your own account/))
  await assert.rejects(disable(99, null), isRefusal('not-found', /no such user/))
  await disable(second.id, null)
  await assert.rejects(disable(test.admin.id, null), isRefusal('conflict', /last administrator/))
  assert.equal(await test.signIn('boss', PASSWORD), 'ok')
})

test('of two administrators who disable each other at once, one stays', async () => {
  await using test = await openTestChanges()
  const { account: second } = await test.changes.add({ username: 'second', role: 'admin', password: PASSWORD })
  const results = await Promise.allSettled([
    test.changes.setDisabled({ accountId: second.id, byAccountId: test.admin.id, isDisabled: true }),
    test.changes.setDisabled({ accountId: test.admin.id, byAccountId: second.id, isDisabled: true }),
  ])
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const enabled = (await test.store.accounts.list()).filter(each => each.role === 'admin' && !each.isDisabled)
  assert.equal(enabled.length, 1)
})
