import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AttemptLimit } from '../store.ts'
import type { OpenStore } from './test-crawl.ts'

const limit: AttemptLimit = {
  key: 'a',
  freeTries: 3,
  firstPauseMs: 1_000,
  maxPauseMs: 5_000,
  forgetAfterMs: 100_000,
}

export function attemptsContract(open: OpenStore): void {
  describe('attempts', () => {
    it('are free at first; then each pause is twice the one before, up to the longest', async () => {
      await using store = await open()
      const take = (nowMs: number) => store.attempts.take([limit], nowMs)
      for (let tried = 0; tried < 3; tried++) assert.deepEqual(await take(0), { ok: true })
      let waitUntilMs = 0
      for (const pauseMs of [1_000, 2_000, 4_000, 5_000, 5_000]) {
        const retryAtMs = waitUntilMs + pauseMs
        assert.deepEqual(await take(waitUntilMs), { ok: false, retryAtMs })
        assert.deepEqual(await take(retryAtMs - 1), { ok: false, retryAtMs }, 'an attempt too early costs nothing')
        assert.deepEqual(await take(retryAtMs), { ok: true })
        waitUntilMs = retryAtMs
      }
    })

    it('are counted one by one, even at the same time', async () => {
      await using store = await open()
      const results = await Promise.all(Array.from({ length: 50 }, () => store.attempts.take([limit], 1_000)))
      assert.equal(results.filter(result => result.ok).length, limit.freeTries)
      for (const result of results.filter(each => !each.ok)) assert.deepEqual(result, { ok: false, retryAtMs: 2_000 })
    })

    it('can be given back, with the pause that the last one brought', async () => {
      await using store = await open()
      for (let tried = 0; tried < 3; tried++) await store.attempts.take([limit], 0)
      await store.attempts.giveBack([limit.key])
      assert.deepEqual(await store.attempts.take([limit], 0), { ok: true })
      assert.deepEqual(await store.attempts.take([limit], 0), { ok: false, retryAtMs: 1_000 })
      await store.attempts.giveBack(['unknown'])
      for (let given = 0; given < 9; given++) await store.attempts.giveBack([limit.key])
      for (let tried = 0; tried < 3; tried++) assert.deepEqual(await store.attempts.take([limit], 0), { ok: true })
      assert.equal((await store.attempts.take([limit], 0)).ok, false, 'no more are given back than were taken')
    })

    it('count for several keys together, or for none when one of them has to wait', async () => {
      await using store = await open()
      const strict = { ...limit, key: 'strict', freeTries: 1 }
      const loose = { ...limit, key: 'loose', freeTries: 2, firstPauseMs: 3_000 }
      assert.deepEqual(await store.attempts.take([strict, loose], 0), { ok: true })
      assert.deepEqual(await store.attempts.take([loose, strict], 0), { ok: false, retryAtMs: 1_000 })
      assert.deepEqual(await store.attempts.take([loose], 0), { ok: true }, 'the refused try was not counted')
      assert.deepEqual(await store.attempts.take([strict, loose], 0), { ok: false, retryAtMs: 3_000 }, 'the longest')
      assert.deepEqual(await store.attempts.take([{ ...limit, key: 'other' }], 0), { ok: true })
      assert.deepEqual(await store.attempts.take([], 0), { ok: true })
    })

    it('are reset after the time without an attempt, to the millisecond', async () => {
      await using store = await open()
      const take = async (nowMs: number) => (await store.attempts.take([{ ...limit, freeTries: 2 }], nowMs)).ok
      assert.deepEqual([await take(0), await take(0), await take(0)], [true, true, false])
      assert.deepEqual([await take(99_999), await take(99_999)], [true, false], 'still remembered: the pause follows')
      assert.deepEqual([await take(199_999), await take(199_999), await take(199_999)], [true, true, false])
    })

    it('are not forgotten while they have to wait', async () => {
      await using store = await open()
      const short = { ...limit, freeTries: 1, forgetAfterMs: 10 }
      await store.attempts.take([short], 0)
      assert.deepEqual(await store.attempts.take([short], 999), { ok: false, retryAtMs: 1_000 })
    })

    it('are forgotten on request', async () => {
      await using store = await open()
      const keys = ['a', 'b', 'c']
      const take = async (key: string) => (await store.attempts.take([{ ...limit, key, freeTries: 1 }], 0)).ok
      for (const key of keys) await take(key)
      await store.attempts.forget(['a', 'b', 'unknown'])
      await store.attempts.forget([])
      assert.deepEqual([await take('a'), await take('b'), await take('c')], [true, true, false])
    })

    it('pause for no longer than the longest after ever so many tries', async () => {
      await using store = await open()
      const patient = { ...limit, freeTries: 1, firstPauseMs: 1, maxPauseMs: 10 }
      let nowMs = 0
      for (let tried = 0; tried < 1_200; tried++) {
        assert.equal((await store.attempts.take([patient], nowMs)).ok, true)
        nowMs += 10
      }
    })
  })
}
