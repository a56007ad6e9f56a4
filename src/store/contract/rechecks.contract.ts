import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { NewRecheck } from '../issues/rechecks.ts'
import type { Store } from '../store.ts'
import { crawlOnce, sweepAll } from './crawl-once.ts'
import { type OpenStore, ownerOf, SITE, startTestCrawl, testIssue } from './test-crawl.ts'

const MINUTE_MS = 60_000
const REPORT = { result: 'fixed', sentence: 'It is fixed.' } as const

interface Scene {
  store: Store
  ownerId: number
  crawlId: number
  request(changes?: Partial<NewRecheck>): ReturnType<Store['rechecks']['request']>
  idOf(changes?: Partial<NewRecheck>): Promise<number>
}

async function openScene(open: OpenStore): Promise<Scene> {
  const store = await open()
  const ownerId = await ownerOf(store, 'owner')
  const crawlId = await crawlOnce(store, { ownerId, url: `${SITE}/`, nowMs: 1_000 })
  const request = (changes: Partial<NewRecheck> = {}) =>
    store.rechecks.request({
      ownerId,
      crawlId,
      issueId: 1,
      fingerprint: 'f',
      nowMs: 1_000,
      maxWaiting: 9,
      maxPerMinute: 99,
      ...changes,
    })
  return {
    store,
    ownerId,
    crawlId,
    request,
    async idOf(changes) {
      const added = await request(changes)
      assert.ok(added.ok)
      return added.recheck.id
    },
  }
}

export function rechecksContract(open: OpenStore): void {
  describe('a request to check an issue again', () => {
    it('is made once while it waits or is under way, and anew when it is done', async () => {
      const { store, crawlId, request, idOf } = await openScene(open)
      await using _ = store
      const id = await idOf()
      assert.deepEqual(await request({ nowMs: 2_000 }), {
        ok: true,
        recheck: { id, crawlId, issueId: 1, requestedMs: 1_000, state: 'waiting', report: null, checkedMs: null },
      })
      const claim = await store.rechecks.claim('worker', 3_000, MINUTE_MS)
      assert.deepEqual(claim, { recheckId: id, crawlId, issueId: 1, attempts: 1 })
      assert.equal(await idOf({ nowMs: 4_000 }), id)
      assert.equal(await store.rechecks.finish(claim, { ok: true, report: REPORT, nowMs: 5_000 }), true)
      const next = await idOf({ nowMs: 6_000 })
      assert.notEqual(next, id)
      const rows = await store.rechecks.ofIssue({ crawlId, issueId: 1 })
      assert.deepEqual(
        rows.map(({ id: each, state, report, checkedMs }) => ({ id: each, state, report, checkedMs })),
        [
          { id: next, state: 'waiting', report: null, checkedMs: null },
          { id, state: 'done', report: REPORT, checkedMs: 5_000 },
        ],
      )
    })

    it('is refused to an owner who has too many waiting, or made too many requests, and to no other owner', async () => {
      const { store, request, idOf } = await openScene(open)
      await using _ = store
      await idOf()
      assert.deepEqual(await request({ issueId: 2, maxWaiting: 1 }), { ok: false, reason: 'waiting' })
      assert.deepEqual(await request({ issueId: 2, maxPerMinute: 1 }), { ok: false, reason: 'often' })
      await idOf({ issueId: 2, maxPerMinute: 1, nowMs: 1_000 + MINUTE_MS })
      const strangerId = await ownerOf(store, 'stranger')
      const crawlId = await crawlOnce(store, { ownerId: strangerId, url: 'https://other.test/', nowMs: 1_000 })
      await idOf({ ownerId: strangerId, crawlId, maxWaiting: 1, maxPerMinute: 1 })
    })

    it('is claimed by one worker, the oldest first, and by another when the claim has lapsed', async () => {
      const { store, idOf } = await openScene(open)
      await using _ = store
      const ids = [await idOf(), await idOf({ issueId: 2 })]
      const claimed = await Promise.all([1, 2, 3].map(() => store.rechecks.claim('worker', 3_000, 1_000)))
      // In any order.
      const claims = claimed.toSorted((a, b) => (a?.recheckId ?? Infinity) - (b?.recheckId ?? Infinity))
      assert.deepEqual(
        claims.map(claim => claim?.recheckId),
        [...ids, undefined],
      )
      assert.equal(await store.rechecks.claim('other', 3_999, 1_000), null)
      const again = await store.rechecks.claim('other', 4_000, 1_000)
      assert.deepEqual([again?.recheckId, again?.attempts], [ids[0], 2])
      assert.ok(again && claims[0] && claims[1])
      assert.equal(await store.rechecks.finish(claims[0], { ok: false, nowMs: 5_000 }), false, 'it was overtaken')
      assert.equal(await store.rechecks.finish(again, { ok: false, nowMs: 5_000 }), true)
      await store.rechecks.release(claims[1])
      const third = await store.rechecks.claim('third', 5_000, 1_000)
      assert.deepEqual([third?.recheckId, third?.attempts], [ids[1], 1], 'a try that was given up does not count')
      await store.rechecks.releaseAllClaims()
      assert.equal((await store.rechecks.claim('fourth', 5_000, 1_000))?.attempts, 2, 'one that was lost does')
    })

    it('is found by what it is about, and only the newest of an issue are kept', async () => {
      const { store, crawlId, idOf } = await openScene(open)
      await using _ = store
      const other = await idOf({ issueId: 7, fingerprint: 'g' })
      const ids: number[] = []
      for (let round = 0; round < 12; round++) {
        ids.push(await idOf())
        for (let claim = await claimed(store); claim !== null; claim = await claimed(store))
          await store.rechecks.finish(claim, { ok: true, report: REPORT, nowMs: 2_000 })
      }
      const newest = ids.slice(2).toReversed()
      assert.deepEqual(
        (await store.rechecks.ofIssue({ crawlId, issueId: 1 })).map(({ id }) => id),
        newest,
      )
      const ofFinding = async (fingerprint: string, crawlIds: number[], limit = 3) =>
        (await store.rechecks.ofFinding({ crawlIds, fingerprint, limit })).map(({ id }) => id)
      assert.deepEqual(await ofFinding('f', [crawlId, 99]), newest.slice(0, 3))
      assert.deepEqual(await ofFinding('g', [crawlId]), [other])
      assert.deepEqual([await ofFinding('f', [99]), await ofFinding('f', [])], [[], []])
    })

    it('goes with its crawl', async () => {
      const { store, ownerId, crawlId, idOf } = await openScene(open)
      await using _ = store
      await idOf()
      const websiteId = (await store.reading.crawl(crawlId))?.websiteId ?? 0
      await store.websites.clear(websiteId, ownerId)
      await sweepAll(store, 5_000, 100)
      assert.deepEqual(await store.rechecks.ofIssue({ crawlId, issueId: 1 }), [])
      assert.equal(await store.rechecks.claim('worker', 5_000, 1_000), null)
    })
  })

  describe('one finding', () => {
    it('is found in several crawls by the URLs that it names, reported and suppressed', async () => {
      await using store = await open()
      const crawlIds: number[] = []
      for (const nowMs of [1, 2]) {
        const crawl = await startTestCrawl(store)
        const named = testIssue({ path: '/a', details: { affectedUrls: [`${SITE}/b`], evidence: [] } })
        const issues = [named, testIssue({ path: '/a', checkId: 'other' }), testIssue({ path: '/c' })]
        await crawl.commit([{ path: '/a', number: 1, issues }])
        await store.crawls.end(crawl.claim, { reason: 'finished', sentence: '', endedMs: nowMs })
        crawlIds.push(crawl.crawlId)
      }
      const naming = async (urls: string[], limit = 9) => {
        const query = { crawlIds: [...crawlIds, 99], checkId: 'title-missing', urls, limit }
        return (await store.reading.issuesNaming(query)).map(({ crawlId, pageUrl, suppressed }) => [
          crawlId,
          pageUrl,
          suppressed,
        ])
      }
      const [first = 0, second = 0] = crawlIds
      const [issue] = await store.reading.issuesNaming({
        crawlIds: [second],
        checkId: 'title-missing',
        urls: [`${SITE}/b`],
        limit: 9,
      })
      assert.ok(issue)
      assert.equal((await store.reading.issue(second, issue.id))?.suppressed, null)
      assert.equal(await store.reading.issue(first, issue.id), null, 'another crawl’s')
      const cause = { kind: 'fixed', checkedAtMs: 3 } as const
      await store.issues.suppress({ crawlId: second, issueIds: [issue.id], cause, nowMs: 3 })
      assert.equal((await store.reading.issue(second, issue.id))?.suppressed, 'fixed')
      assert.deepEqual(await naming([`${SITE}/b`, `${SITE}/none`]), [
        [first, `${SITE}/a`, null],
        [second, `${SITE}/a`, 'fixed'],
      ])
      assert.deepEqual([await naming([]), await naming([`${SITE}/none`])], [[], []])
    })
  })
}

function claimed(store: Store) {
  return store.rechecks.claim('worker', 1_500, 1_000)
}
