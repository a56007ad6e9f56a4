import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#shared/errors.ts'
import { ensureBuiltInAccounts } from './built-in-accounts.ts'
import { hashPassword, needsRehash, SALT_BYTES } from './password-hash.ts'
import { createSignIn } from './sign-in.ts'
import { countHashes, openTestAccounts, TEST_PASSWORD_COST, type TestAccounts } from './test-accounts.ts'

const NONE = { admin: null, user: null }
const PASSWORD = 'nine small otters'

async function canSignIn({ deps }: TestAccounts, username: string, password: string): Promise<boolean> {
  return (await createSignIn(deps)({ username, password, address: '192.0.2.7' })).ok
}

test('the first start makes admin as 1 and user as 2, with passwords that are shown once', async () => {
  await using accounts = await openTestAccounts()
  const generated = await ensureBuiltInAccounts(accounts.deps, NONE)
  assert.deepEqual(
    generated.map(({ username }) => username),
    ['admin', 'user'],
  )
  assert.deepEqual(
    (await accounts.store.accounts.list()).map(({ id, username, role }) => [id, username, role]),
    [
      [1, 'admin', 'admin'],
      [2, 'user', 'user'],
    ],
  )
  for (const { username, password } of generated) assert.ok(await canSignIn(accounts, username, password))
  assert.deepEqual(await ensureBuiltInAccounts(accounts.deps, NONE), [])
  for (const { username, password } of generated) assert.ok(await canSignIn(accounts, username, password))
})

test('a password of the settings is used and not told', async () => {
  await using accounts = await openTestAccounts()
  const generated = await ensureBuiltInAccounts(accounts.deps, { admin: PASSWORD, user: null })
  assert.deepEqual(
    generated.map(({ username }) => username),
    ['user'],
  )
  assert.ok(await canSignIn(accounts, 'admin', PASSWORD))
})

test('another password of the settings replaces the stored one and ends the sessions of that account alone', async () => {
  await using accounts = await openTestAccounts()
  await ensureBuiltInAccounts(accounts.deps, { admin: PASSWORD, user: PASSWORD })
  for (const accountId of [1, 2])
    await accounts.store.sessions.open({ tokenHash: `of ${accountId}`, accountId, nowMs: 0, endsMs: 1 })
  assert.deepEqual(await ensureBuiltInAccounts(accounts.deps, { admin: 'seven tall herons', user: null }), [])
  assert.ok(await canSignIn(accounts, 'admin', 'seven tall herons'))
  assert.ok(await canSignIn(accounts, 'user', PASSWORD))
  assert.deepEqual(
    (await accounts.rows('session')).map(row => row.token_hash),
    ['of 2'],
  )
})

test('the same password of the settings changes nothing', async () => {
  await using accounts = await openTestAccounts()
  await ensureBuiltInAccounts(accounts.deps, { admin: PASSWORD, user: PASSWORD })
  await accounts.store.sessions.open({ tokenHash: 'of 1', accountId: 1, nowMs: 0, endsMs: 1 })
  const before = await accounts.rows('account')
  accounts.clock.nowMs += 1_000
  await ensureBuiltInAccounts(accounts.deps, { admin: PASSWORD, user: PASSWORD })
  assert.deepEqual(await accounts.rows('account'), before)
  assert.equal((await accounts.rows('session')).length, 1)
})

test('the same password is hashed again when its hash has another cost', async () => {
  await using accounts = await openTestAccounts()
  await ensureBuiltInAccounts(accounts.deps, { admin: PASSWORD, user: PASSWORD })
  const cheaper = await hashPassword(PASSWORD, new Uint8Array(SALT_BYTES / 2), TEST_PASSWORD_COST)
  await accounts.store.accounts.setPassword({ accountId: 1, passwordHash: cheaper, nowMs: 0 })
  await accounts.store.sessions.open({ tokenHash: 'of 1', accountId: 1, nowMs: 0, endsMs: 1 })
  await ensureBuiltInAccounts(accounts.deps, { admin: PASSWORD, user: PASSWORD })
  assert.equal(needsRehash((await accounts.store.accounts.find(1))?.passwordHash ?? '', TEST_PASSWORD_COST), false)
  assert.equal((await accounts.rows('session')).length, 1)
})

test('a poor password of the settings is refused with its account, unrepeated, before anything is made or hashed', async () => {
  await using accounts = await openTestAccounts()
  const refusal = (error: unknown) =>
    error instanceof AppError &&
    error.code === 'bad-request' &&
    error.message === 'The password set for the account user: A password has at least 12 characters.'
  const hashes = await countHashes(() =>
    assert.rejects(ensureBuiltInAccounts(accounts.deps, { admin: PASSWORD, user: 'otters' }), refusal),
  )
  assert.equal(hashes, 0)
  assert.deepEqual(await accounts.store.accounts.list(), [])
})

test('a disabled built-in account stays disabled', async () => {
  await using accounts = await openTestAccounts()
  await ensureBuiltInAccounts(accounts.deps, { admin: PASSWORD, user: PASSWORD })
  await accounts.store.accounts.setDisabled(2, true)
  await ensureBuiltInAccounts(accounts.deps, { admin: PASSWORD, user: 'seven tall herons' })
  assert.equal(await canSignIn(accounts, 'user', 'seven tall herons'), false)
})

test('a built-in account whose name another account has is an error, and the other account stays as it is', async () => {
  await using accounts = await openTestAccounts()
  const { accounts: stored } = accounts.store
  const passwordHash = await hashPassword(PASSWORD, new Uint8Array(SALT_BYTES), TEST_PASSWORD_COST)
  const other = await stored.create({ username: 'admin', role: 'user', passwordHash, nowMs: 0 })
  assert.ok(other)
  assert.notEqual(other.id, 1)
  await assert.rejects(ensureBuiltInAccounts(accounts.deps, NONE), {
    message: 'the name of the built-in account admin belongs to another account',
  })
  assert.deepEqual(await stored.list(), [other])
})
