import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { API_KEYS_MAX } from '#shared/api-key.ts'
import { createApiKeys } from './api-keys.ts'
import { openTestAccounts } from './test-accounts.ts'

const ADDRESS = '192.0.2.1'
const DAY_MS = 86_400_000
const WRONG = { code: 'unauthorized', message: 'The API key is wrong, revoked or expired.' }

async function openKeys() {
  const test = await openTestAccounts()
  const create = async (username: string) => {
    const account = await test.store.accounts.create({
      username,
      role: 'user',
      passwordHash: '$argon2id$x',
      nowMs: test.clock.nowMs,
    })
    assert.ok(account)
    return account
  }
  const keys = createApiKeys({ ...test.deps, store: test.store })
  const verify = (secret: string, address = ADDRESS) => keys.verify({ secret, address })
  return { test, keys, verify, create, account: await create('ann') }
}

describe('API keys', () => {
  it('are shown once, and kept as a hash', async () => {
    const { test, keys, verify, account } = await openKeys()
    await using _ = test
    const { key, secret } = await keys.add(account, { name: 'build', scopes: 'read' })
    assert.match(secret, /^snd_[A-Za-z0-9_-]{43}$/)
    assert.deepEqual(await verify(secret), { key, account })
    assert.ok(!JSON.stringify([await test.rows('api_key'), await keys.list(account)]).includes(secret.slice(4)))
  })

  it('are each another', async () => {
    const { test, keys, account } = await openKeys()
    await using _ = test
    const made = [1, 2, 3].map(async () => (await keys.add(account, { name: 'x', scopes: 'read' })).secret)
    assert.equal(new Set(await Promise.all(made)).size, 3)
  })

  it('end after the days that were requested', async () => {
    const { test, keys, verify, account } = await openKeys()
    await using _ = test
    const { key, secret } = await keys.add(account, { name: 'x', scopes: 'read', expiresInDays: 2 })
    assert.equal(key.endsMs, test.clock.nowMs + 2 * DAY_MS)
    test.clock.nowMs += 2 * DAY_MS - 1
    assert.equal((await verify(secret)).account.id, account.id)
    test.clock.nowMs += 1
    await assert.rejects(verify(secret), WRONG)
  })

  it('are revoked by their own user alone', async () => {
    const { test, keys, verify, create, account } = await openKeys()
    await using _ = test
    const other = await create('bob')
    const { key, secret } = await keys.add(account, { name: 'x', scopes: 'read' })
    const missing = { code: 'not-found', message: 'There is no such API key' }
    await assert.rejects(keys.revoke(other, key.id), missing)
    await verify(secret)
    await keys.revoke(account, key.id)
    await assert.rejects(verify(secret), WRONG)
    await assert.rejects(keys.revoke(account, key.id), missing)
  })

  it(`are at most ${API_KEYS_MAX} of one account`, async () => {
    const { test, keys, create, account } = await openKeys()
    await using _ = test
    for (let made = 0; made < API_KEYS_MAX; made++) await keys.add(account, { name: 'x', scopes: 'read' })
    await assert.rejects(keys.add(account, { name: 'x', scopes: 'read' }), {
      code: 'conflict',
      message: 'You have 20 API keys. Revoke one before you create another.',
    })
    await keys.add(await create('bob'), { name: 'x', scopes: 'read' })
  })

  it('are not made in a session whose account was reset meanwhile', async () => {
    const { test, keys, account } = await openKeys()
    await using _ = test
    const { nowMs } = test.clock
    await test.store.accounts.setPassword({ accountId: account.id, passwordHash: '$argon2id$y', nowMs })
    await assert.rejects(keys.add(account, { name: 'x', scopes: 'read' }), { code: 'unauthorized' })
    assert.deepEqual(await keys.list(account), [])
  })

  it('that are wrong make their network wait alone: neither others nor a right key', async () => {
    const { test, keys, verify, account } = await openKeys()
    await using _ = test
    const { secret } = await keys.add(account, { name: 'x', scopes: 'read' })
    const wrong = [`snd_${'A'.repeat(43)}`, 'snd_', '', 'A'.repeat(10_000), secret.toLowerCase(), `${secret} `]
    for (let tries = 0; tries < 20; tries++) await assert.rejects(verify(wrong[tries % wrong.length] ?? ''), WRONG)
    await assert.rejects(verify('wrong'), {
      code: 'too-many',
      message: 'Too many attempts. Please try again in 1 second.',
      retryAfterSeconds: 1,
    })
    assert.equal((await verify(secret)).account.id, account.id)
    await assert.rejects(verify('wrong', '192.0.2.2'), WRONG)
    test.clock.nowMs += 1_000
    await assert.rejects(verify('wrong'), WRONG)
    await assert.rejects(verify('wrong'), { code: 'too-many', retryAfterSeconds: 2 })
  })
})
