import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ApiKeyRow, NewApiKey, Store } from '../store.ts'
import { addTestAccount, openTestSession } from './test-account.ts'
import type { OpenStore } from './test-crawl.ts'

const MINUTE_MS = 60_000
const MADE_MS = 10_000

export function apiKeysContract(open: OpenStore): void {
  const openWithAccount = async () => {
    const store = await open()
    const account = await addTestAccount(store)
    const add = (key: Partial<NewApiKey> = {}) =>
      store.apiKeys.add({
        accountId: account.id,
        passwordHash: account.passwordHash,
        name: 'for the build',
        scopes: 'read',
        secretHash: 'secret',
        nowMs: MADE_MS,
        endsMs: null,
        maxKeys: 3,
        ...key,
      })
    return { store, account, add }
  }
  const isGood = async (store: Store, secretHash = 'secret', nowMs = MADE_MS) =>
    (await store.apiKeys.find(secretHash, nowMs)) !== null

  describe('API keys', () => {
    it('lead to their account, and are listed without their secret', async () => {
      const { store, account, add } = await openWithAccount()
      await using _ = store
      const made = await add({ scopes: 'read+crawl', endsMs: 20_000 })
      assert.ok(made.ok)
      const key: ApiKeyRow = {
        id: made.key.id,
        name: 'for the build',
        scopes: 'read+crawl',
        createdMs: MADE_MS,
        endsMs: 20_000,
        lastUsedMs: null,
      }
      assert.deepEqual(made.key, key)
      assert.deepEqual(await store.apiKeys.list(account.id), [key])
      assert.deepEqual(await store.apiKeys.find('secret', MADE_MS), { key, account })
      assert.equal(await store.apiKeys.find('another', MADE_MS), null)
    })

    it('hold until their end, to the millisecond, or for ever', async () => {
      const { store, account, add } = await openWithAccount()
      await using _ = store
      await add({ endsMs: 20_000 })
      await add({ secretHash: 'endless' })
      assert.deepEqual([await isGood(store, 'secret', 19_999), await isGood(store, 'secret', 20_000)], [true, false])
      assert.equal(await isGood(store, 'endless', Number.MAX_SAFE_INTEGER), true)
      assert.equal((await store.apiKeys.list(account.id)).length, 2, 'an ended one is still listed')
    })

    it('note a use at most once a minute', async () => {
      const { store, account, add } = await openWithAccount()
      await using _ = store
      await add()
      const usedMs: (number | null | undefined)[] = []
      for (const afterMs of [0, MINUTE_MS - 1, MINUTE_MS]) {
        await store.apiKeys.find('secret', MADE_MS + afterMs)
        usedMs.push((await store.apiKeys.list(account.id))[0]?.lastUsedMs)
      }
      assert.deepEqual(usedMs, [MADE_MS, MADE_MS, MADE_MS + MINUTE_MS])
    })

    it('are removed by their own account alone', async () => {
      const { store, account, add } = await openWithAccount()
      await using _ = store
      const other = await addTestAccount(store, { username: 'grace' })
      const made = await add()
      assert.ok(made.ok)
      assert.equal(await store.apiKeys.remove(made.key.id, other.id), false)
      assert.equal(await isGood(store), true)
      assert.equal(await store.apiKeys.remove(made.key.id, account.id), true)
      assert.deepEqual([await isGood(store), await store.apiKeys.remove(made.key.id, account.id)], [false, false])
    })

    it('are not more than allowed, even when added at once', async () => {
      const { store, account, add } = await openWithAccount()
      await using _ = store
      const added = await Promise.all(Array.from({ length: 8 }, (_each, index) => add({ secretHash: `key ${index}` })))
      assert.equal(added.filter(each => each.ok).length, 3)
      assert.deepEqual(await add({ secretHash: 'one more' }), { ok: false, reason: 'full' })
      assert.equal((await store.apiKeys.list(account.id)).length, 3)
    })

    it('are not made for an account that is unknown, disabled, or has another password by now', async () => {
      const { store, account, add } = await openWithAccount()
      await using _ = store
      const refused = { ok: false, reason: 'account-changed' }
      assert.deepEqual(await add({ accountId: account.id + 1 }), refused)
      assert.deepEqual(await add({ passwordHash: 'former' }), refused)
      await store.accounts.setDisabled(account.id, true)
      assert.deepEqual(await add(), refused)
    })

    it('end when the account is disabled, and stay ended when it is enabled again', async () => {
      const { store, account, add } = await openWithAccount()
      await using _ = store
      const other = await addTestAccount(store, { username: 'grace' })
      await add()
      await add({ accountId: other.id, secretHash: 'foreign' })
      await store.accounts.setDisabled(account.id, true)
      await store.accounts.setDisabled(account.id, false)
      assert.deepEqual([await isGood(store), await isGood(store, 'foreign')], [false, true])
    })

    it('end when an administrator sets the password, not when the user changes it', async () => {
      const { store, account, add } = await openWithAccount()
      await using _ = store
      await add()
      await openTestSession(store, { accountId: account.id, tokenHash: 'mine' })
      const change = { accountId: account.id, nowMs: MADE_MS }
      await store.accounts.setPassword({ ...change, passwordHash: 'second', keptTokenHash: 'mine' })
      assert.equal(await isGood(store), true)
      await store.accounts.setPassword({ ...change, passwordHash: 'third' })
      assert.equal(await isGood(store), false)
    })
  })
}
