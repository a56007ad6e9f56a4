import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addTestAccount, isSessionOpen, openTestSession } from './test-account.ts'
import { type OpenStore, ownerOf } from './test-crawl.ts'

export function accountsContract(open: OpenStore): void {
  describe('accounts', () => {
    it('are remembered as they were made, and listed by id', async () => {
      await using store = await open()
      const user = await addTestAccount(store, { username: 'Ada.Lovelace', nowMs: 5_000 })
      const admin = await addTestAccount(store, { id: 1, username: 'admin', role: 'admin' })
      assert.deepEqual(user, {
        id: user.id,
        ownerId: user.ownerId,
        username: 'Ada.Lovelace',
        role: 'user',
        passwordHash: '$argon2id$first',
        isDisabled: false,
        createdMs: 5_000,
        passwordChangedMs: 5_000,
        lastSignInMs: null,
      })
      assert.equal(admin.id, 1)
      assert.notEqual(admin.ownerId, user.ownerId)
      assert.deepEqual(await store.accounts.list(), [admin, user])
      assert.deepEqual(await store.accounts.find(user.id), user)
      assert.equal(await store.accounts.find(user.id + 1), null)
    })

    it('leave the ids of the built-in accounts free', async () => {
      await using store = await open()
      assert.equal((await addTestAccount(store)).id, 3)
      assert.equal((await addTestAccount(store, { id: 2, username: 'user' })).id, 2)
      assert.equal((await addTestAccount(store, { id: 1, username: 'admin' })).id, 1)
      assert.equal((await addTestAccount(store, { username: 'grace' })).id, 4)
    })

    for (const [name, isKnown] of [
      ['Ada', true],
      ['ada', true],
      ['ADA', true],
      ['\uFF21da', true],
      ['adam', false],
      ['ad', false],
      ['', false],
      ["' or 1=1 --", false],
    ] as const)
      it(`${isKnown ? 'are' : 'are not'} found by the name “${name}” where “Ada” is known`, async () => {
        await using store = await open()
        const account = await addTestAccount(store, { username: 'Ada' })
        assert.deepEqual(await store.accounts.findByName(name), isKnown ? account : null)
      })

    it('are not made twice, and what is refused leaves nothing behind', async () => {
      await using store = await open()
      const account = { username: 'ada', role: 'user', passwordHash: 'x', nowMs: 1_000 } as const
      const first = await addTestAccount(store, { id: 1, username: 'Ada' })
      assert.equal(await store.accounts.create(account), null, 'the name is taken')
      assert.equal(await store.accounts.create({ ...account, username: 'grace', id: 1 }), null, 'the id is taken')
      assert.deepEqual(await store.accounts.list(), [first])
      assert.equal((await store.operations.counts()).visitors, 0)
      assert.ok(await store.accounts.create({ ...account, username: 'grace' }), 'the name was not used up')
    })

    it('are created once, even by many requests at the same time', async () => {
      await using store = await open()
      const account = { username: 'ada', role: 'user', passwordHash: 'x', nowMs: 1_000 } as const
      const made = await Promise.all(Array.from({ length: 10 }, () => store.accounts.create(account)))
      assert.equal(made.filter(each => each !== null).length, 1)
    })

    it('cannot be reached by a visitor’s cookie', async () => {
      await using store = await open()
      const account = await addTestAccount(store)
      const visitorId = await ownerOf(store, 'ada')
      assert.notEqual(visitorId, account.ownerId)
    })

    it('change their password, which ends every session but the one kept', async () => {
      await using store = await open()
      const { id } = await addTestAccount(store)
      const other = await addTestAccount(store, { username: 'grace' })
      for (const tokenHash of ['kept', 'ended']) await openTestSession(store, { accountId: id, tokenHash })
      await openTestSession(store, { accountId: other.id, tokenHash: 'foreign' })
      const change = { accountId: id, passwordHash: 'second', nowMs: 2_000 }
      assert.equal(await store.accounts.setPassword({ ...change, keptTokenHash: 'kept' }), true)
      const account = await store.accounts.find(id)
      assert.deepEqual([account?.passwordHash, account?.passwordChangedMs], ['second', 2_000])
      assert.equal((await store.accounts.find(other.id))?.passwordHash, other.passwordHash)
      assert.deepEqual([await isSessionOpen(store, 'kept'), await isSessionOpen(store, 'ended')], [true, false])
      assert.equal(await store.accounts.setPassword(change), true)
      assert.equal(await isSessionOpen(store, 'kept'), false)
      assert.equal(await isSessionOpen(store, 'foreign'), true)
    })

    it('keep their sessions when the same password is hashed anew', async () => {
      await using store = await open()
      const { id, passwordHash } = await addTestAccount(store)
      await openTestSession(store, { accountId: id, tokenHash: 'token' })
      await store.accounts.rehash(id, { from: passwordHash, to: 'stronger' })
      await store.accounts.rehash(id, { from: passwordHash, to: 'of a password that was changed in between' })
      const account = await store.accounts.find(id)
      assert.deepEqual([account?.passwordHash, account?.passwordChangedMs], ['stronger', 1_000])
      assert.equal(await isSessionOpen(store, 'token'), true)
    })

    it('end their sessions when they are disabled, for good', async () => {
      await using store = await open()
      const { id } = await addTestAccount(store)
      const other = await addTestAccount(store, { username: 'grace' })
      await openTestSession(store, { accountId: id, tokenHash: 'token' })
      await openTestSession(store, { accountId: other.id, tokenHash: 'foreign' })
      assert.equal(await store.accounts.setDisabled(id, true), true)
      assert.equal((await store.accounts.findByName('ada'))?.isDisabled, true)
      assert.equal(await isSessionOpen(store, 'token'), false)
      await openTestSession(store, { accountId: id, tokenHash: 'too-late' })
      assert.equal(await store.accounts.setDisabled(id, false), true)
      assert.equal((await store.accounts.find(id))?.isDisabled, false)
      for (const tokenHash of ['token', 'too-late']) assert.equal(await isSessionOpen(store, tokenHash), false)
      assert.equal(await isSessionOpen(store, 'foreign'), true)
    })

    it('say so when there is none to change', async () => {
      await using store = await open()
      assert.equal(await store.accounts.setPassword({ accountId: 9, passwordHash: 'x', nowMs: 1_000 }), false)
      assert.equal(await store.accounts.setDisabled(9, true), false)
    })
  })
}
