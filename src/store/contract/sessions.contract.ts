import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addTestAccount, isSessionOpen, openTestSession } from './test-account.ts'
import type { OpenStore } from './test-crawl.ts'

const MINUTE_MS = 60_000
const IDLE_MS = 30 * MINUTE_MS
const OPENED_MS = 10_000
const ENDS_MS = OPENED_MS + 12 * 60 * MINUTE_MS

export function sessionsContract(open: OpenStore): void {
  const openSession = async () => {
    const store = await open()
    const account = await addTestAccount(store)
    await openTestSession(store, { accountId: account.id, tokenHash: 'token', nowMs: OPENED_MS, endsMs: ENDS_MS })
    /** Whether a request so long after the sign-in is let in. */
    const isLetIn = async (afterMs: number, idleMs = IDLE_MS) =>
      (await store.sessions.find('token', { nowMs: OPENED_MS + afterMs, idleMs })) !== null
    return { store, account, isLetIn }
  }

  describe('sessions', () => {
    it('are not opened with a password that was changed after it had been verified', async () => {
      await using store = await open()
      const { id, passwordHash } = await addTestAccount(store)
      await store.accounts.setPassword({ accountId: id, passwordHash: 'another', nowMs: 1_000 })
      const session = { accountId: id, nowMs: 1_000, endsMs: 2_000 }
      await store.sessions.open({ ...session, tokenHash: 'old', verifiedHash: passwordHash })
      await store.sessions.open({ ...session, tokenHash: 'new', verifiedHash: 'another' })
      assert.deepEqual([await isSessionOpen(store, 'old'), await isSessionOpen(store, 'new')], [false, true])
    })

    it('lead to their account, which notes the sign-in', async () => {
      const { store, account } = await openSession()
      await using _ = store
      assert.equal(account.lastSignInMs, null)
      const found = await store.sessions.find('token', { nowMs: OPENED_MS, idleMs: IDLE_MS })
      assert.deepEqual(found, { ...account, lastSignInMs: OPENED_MS })
      assert.equal(await store.sessions.find('other', { nowMs: OPENED_MS, idleMs: IDLE_MS }), null)
    })

    it('hold while they are idle for no longer than allowed, to the millisecond', async () => {
      const { store, isLetIn } = await openSession()
      await using _ = store
      assert.equal(await isLetIn(IDLE_MS + 1), false)
      assert.equal(await isLetIn(IDLE_MS), true)
      assert.equal(await isLetIn(2 * IDLE_MS), true, 'the request before was noted')
      assert.equal(await isLetIn(3 * IDLE_MS + 1), false)
    })

    it('note a request at most once a minute', async () => {
      const { store, isLetIn } = await openSession()
      await using _ = store
      assert.equal(await isLetIn(MINUTE_MS - 1), true)
      assert.equal(await isLetIn(IDLE_MS + 1), false, 'that request was not noted')
      assert.equal(await isLetIn(MINUTE_MS), true)
      assert.equal(await isLetIn(MINUTE_MS + IDLE_MS), true, 'this one was')
    })

    it('stay while requests come in, however short the idle time', async () => {
      const { store, isLetIn } = await openSession()
      await using _ = store
      for (let afterMs = 0; afterMs <= 5 * MINUTE_MS; afterMs += 25_000)
        assert.equal(await isLetIn(afterMs, MINUTE_MS), true, `after ${afterMs} ms`)
    })

    it('end at their time, however busy', async () => {
      const { store, isLetIn } = await openSession()
      await using _ = store
      const endsAfterMs = ENDS_MS - OPENED_MS
      for (let afterMs = 0; afterMs < endsAfterMs; afterMs += IDLE_MS) assert.equal(await isLetIn(afterMs), true)
      assert.equal(await isLetIn(endsAfterMs - 1), true)
      assert.equal(await isLetIn(endsAfterMs), false)
    })

    it('end alone, or all of an account together', async () => {
      const { store, account } = await openSession()
      await using _ = store
      const other = await addTestAccount(store, { username: 'grace' })
      for (const tokenHash of ['second', 'third']) await openTestSession(store, { accountId: account.id, tokenHash })
      await openTestSession(store, { accountId: other.id, tokenHash: 'foreign' })
      await store.sessions.end('token')
      assert.deepEqual([await isSessionOpen(store, 'token'), await isSessionOpen(store, 'second')], [false, true])
      await store.sessions.endAll(account.id)
      for (const tokenHash of ['second', 'third']) assert.equal(await isSessionOpen(store, tokenHash), false)
      assert.equal(await isSessionOpen(store, 'foreign'), true)
    })

    it('do not open for an account that is disabled or unknown', async () => {
      await using store = await open()
      const { id } = await addTestAccount(store)
      await store.accounts.setDisabled(id, true)
      await openTestSession(store, { accountId: id, tokenHash: 'disabled' })
      await openTestSession(store, { accountId: id + 1, tokenHash: 'unknown' })
      for (const tokenHash of ['disabled', 'unknown']) assert.equal(await isSessionOpen(store, tokenHash), false)
      assert.equal((await store.accounts.find(id))?.lastSignInMs, null)
    })
  })
}
