import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HostShare, SharedRate, Store } from '../store.ts'
import type { OpenStore } from './test-crawl.ts'

const ORIGINS = ['https://b.test', 'http://a.test', 'https://c.test']

const share = (holder: string, untilMs: number): HostShare => ({
  holder,
  slots: 1,
  ceiling: 8,
  isPausing: false,
  delayMs: 0,
  sinceMs: 0,
  isTurnOver: false,
  seenMs: 0,
  untilMs,
})

const joining = (holder: string) => (_origin: string, rate: SharedRate) => ({
  ...rate,
  shares: [...rate.shares, share(holder, 9_000)],
})

async function paceOf({ hostRates }: Store, origin: string, nowMs = 1_000): Promise<SharedRate> {
  const seen: SharedRate[] = []
  await hostRates.change([origin], nowMs, (_, rate) => {
    seen.push(rate)
    return rate
  })
  assert.ok(seen[0])
  return seen[0]
}

export function hostRatesContract(open: OpenStore): void {
  describe('hostRates of hosts', () => {
    it('are changed one after the other, however many change them at once and in whatever order', async () => {
      await using store = await open()
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          store.hostRates.change(index % 2 === 0 ? ORIGINS : ORIGINS.toReversed(), 1_000, joining(`crawl ${index}`)),
        ),
      )
      for (const origin of ORIGINS) {
        const { shares } = await paceOf(store, origin)
        assert.equal(new Set(shares.map(({ holder }) => holder)).size, 20)
      }
    })

    it('are those of several crawls where several have a share', async () => {
      await using store = await open()
      await store.hostRates.change(ORIGINS, 1_000, joining('one'))
      assert.deepEqual(await store.hostRates.contended(10), [])
      await store.hostRates.change(['http://a.test'], 1_000, joining('two'))
      assert.deepEqual(await store.hostRates.contended(10), ['http://a.test'])
    })

    it('are kept until all of it is over, also where only a time is left to wait for', async () => {
      await using store = await open()
      await store.hostRates.change(ORIGINS, 1_000, () => ({ shares: [], dueMs: 5_000, pauseDueMs: 0 }))
      await store.hostRates.forgetPast(4_999)
      assert.equal((await paceOf(store, 'http://a.test')).dueMs, 5_000)
      await store.hostRates.forgetPast(5_000)
      assert.equal((await paceOf(store, 'http://a.test')).dueMs, 0)
    })

    it('are forgotten by a change that leaves nothing of them for later', async () => {
      await using store = await open()
      const [origin = ''] = ORIGINS
      await store.hostRates.change([origin], 1_000, joining('one'))
      assert.equal((await paceOf(store, origin, 8_999)).shares.length, 1)
      await store.hostRates.change([origin], 9_000, (_, rate) => rate)
      assert.deepEqual((await paceOf(store, origin)).shares, [])
    })

    it('are all forgotten at once', async () => {
      await using store = await open()
      await store.hostRates.change(ORIGINS, 1_000, joining('one'))
      await store.hostRates.forgetAll()
      assert.deepEqual((await paceOf(store, 'http://a.test')).shares, [])
    })

    it('are not changed when the change fails', async () => {
      await using store = await open()
      const failing = store.hostRates.change(ORIGINS, 1_000, () => {
        throw new Error('broken')
      })
      await assert.rejects(failing, /broken/)
      assert.deepEqual((await paceOf(store, 'http://a.test')).shares, [])
    })
  })
}
