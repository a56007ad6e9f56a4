import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { type SkippedFilter, StaleClaimError } from '../store.ts'
import { LEASE_MS, type OpenStore, ownerOf, SITE, startTestCrawl, testCheckpoint, testIssue } from './test-crawl.ts'
import { loggedRows, noChangedUrls } from './test-urls.ts'

const options = defaultCrawlOptions

export function crawlsContract(open: OpenStore): void {
  describe('claims', () => {
    it('gives each waiting crawl to one worker, the oldest first', async () => {
      await using store = await open()
      const ownerId = await ownerOf(store, 'a')
      const ids: number[] = []
      for (const url of ['https://a.test/', 'https://b.test/']) {
        ids.push((await store.websites.startCrawl({ ownerId, url, crawlLimit: 5, options, nowMs: 1_000 })).crawlId)
      }
      assert.equal(await store.crawls.countActive(), 2)
      const claims = await Promise.all([1, 2, 3].map(() => store.crawls.claim('worker', 2_000, LEASE_MS)))
      // In any order.
      assert.deepEqual(claims.map(claim => claim?.crawlId).toSorted(), [...ids, undefined])
      const row = await store.reading.crawl(ids[0] ?? 0)
      assert.equal(row?.status, 'crawling')
      assert.equal(row?.startedMs, 2_000)
    })

    it('names of each owner the oldest waiting crawl, and the oldest long one', async () => {
      await using store = await open()
      const start = async (owner: string, crawlLimit: number) => {
        const ownerId = await ownerOf(store, owner)
        const url = `https://${owner}-${crawlLimit}.test/`
        return (await store.websites.startCrawl({ ownerId, url, crawlLimit, options, nowMs: 1_000 })).crawlId
      }
      const inLine = async () =>
        (await store.crawls.firstInLine(2_000, { longerThan: 100, limit: 10 })).map(each => [each.crawlId, each.isLong])
      const ids = [await start('a', 5), await start('a', 6), await start('a', 101), await start('b', 100)]
      assert.deepEqual(await inLine(), [
        [ids[0], false],
        [ids[2], true],
        [ids[3], false],
      ])
      await store.crawls.claim('worker', 2_000, LEASE_MS, ids[0])
      await store.crawls.requestPause(ids[3] ?? 0)
      assert.deepEqual(await inLine(), [
        [ids[1], false],
        [ids[2], true],
      ])
    })

    it('counts the crawls before a waiting one', async () => {
      await using store = await open()
      const ids: number[] = []
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        const ownerId = await ownerOf(store, name)
        ids.push(
          (await store.websites.startCrawl({ ownerId, url: SITE, crawlLimit: 5, options, nowMs: 1_000 })).crawlId,
        )
      }
      const [first = 0, second = 0, , , last = 0] = ids
      const ahead = () => store.reading.crawlsAhead(last)
      assert.deepEqual(await ahead(), { running: 0, waiting: 4 })
      const claim = await store.crawls.claim('worker', 2_000, LEASE_MS)
      assert.deepEqual(await ahead(), { running: 1, waiting: 3 })
      assert.deepEqual(await store.reading.crawlsAhead(first), { running: 0, waiting: 0 })
      await store.crawls.requestPause(second)
      assert.deepEqual(await ahead(), { running: 1, waiting: 2 }, 'one that rests')
      assert.ok(claim)
      await store.crawls.end(claim, { reason: 'finished', sentence: '', endedMs: 3_000 })
      assert.deepEqual(await ahead(), { running: 0, waiting: 2 })
    })

    it('counts of those who wait only whose turn comes first', async () => {
      await using store = await open()
      const start = async (owner: string, path: string) => {
        const ownerId = await ownerOf(store, owner)
        const url = `${SITE}${path}`
        return (await store.websites.startCrawl({ ownerId, url, crawlLimit: 5, options, nowMs: 1_000 })).crawlId
      }
      const many = [await start('a', '1'), await start('a', '2'), await start('a', '3')]
      const one = await start('b', '1')
      const waitingBefore = async (crawlId = 0) => (await store.reading.crawlsAhead(crawlId)).waiting
      assert.deepEqual(await Promise.all([...many, one].map(waitingBefore)), [0, 2, 3, 1])
    })

    it('ends a waiting crawl at once, and leaves one that a process works on', async () => {
      await using store = await open()
      const ownerId = await ownerOf(store, 'a')
      const { crawlId } = await store.websites.startCrawl({ ownerId, url: SITE, crawlLimit: 5, options, nowMs: 1_000 })
      const end = { sentence: 'It was stopped.', endedMs: 1_500 }
      assert.equal(await store.crawls.endWaiting(crawlId, end), true)
      const row = await store.reading.crawl(crawlId)
      assert.deepEqual(
        [row?.status, row?.phase, row?.endReason, row?.endSentence, row?.startedMs, row?.endedMs],
        ['complete', 'done', 'stopped', 'It was stopped.', null, 1_500],
      )
      assert.equal(await store.crawls.claim('worker', 2_000, LEASE_MS), null)
      assert.equal(await store.crawls.endWaiting(crawlId, end), false)
      const running = await startTestCrawl(store)
      assert.equal(await store.crawls.endWaiting(running.crawlId, end), false)
      assert.equal((await store.reading.crawl(running.crawlId))?.status, 'crawling')
    })

    it('gives a crawl to another worker when its claim has lapsed, and refuses the first one', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      assert.equal(await store.crawls.renew(crawl.claim, 10_000, LEASE_MS), true)
      assert.equal(await store.crawls.claim('other', 10_000 + LEASE_MS - 1, LEASE_MS), null)
      const overtaking = await store.crawls.claim('other', 10_000 + LEASE_MS, LEASE_MS)
      assert.equal(overtaking?.crawlId, crawl.crawlId)
      assert.ok((overtaking?.epoch ?? 0) > crawl.claim.epoch)
      assert.equal(await store.crawls.renew(crawl.claim, 11_000, LEASE_MS), false)
      assert.equal((await store.reading.crawl(crawl.crawlId))?.startedMs, 2_000, 'it started once')
    })

    it('writes nothing for a stale claim', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      await crawl.commit([{ path: '/', number: 1 }])
      const before = await store.reading.crawl(crawl.crawlId)
      const overtaking = await store.crawls.claim('other', 2_000 + LEASE_MS, LEASE_MS)
      assert.ok(overtaking)
      const { claim } = crawl
      const stale: [string, () => Promise<unknown>][] = [
        ['commit', () => crawl.commit([{ path: '/b', number: 2, issues: [testIssue()] }])],
        ['indexLinks', () => store.crawls.indexLinks(claim)],
        ['resetSiteIssues', () => store.crawls.resetSiteIssues(claim)],
        ['addSiteIssues', () => store.crawls.addSiteIssues(claim, [testIssue()], {})],
        ['end', () => store.crawls.end(claim, { reason: 'finished', sentence: '', endedMs: 9_000 })],
        ['state', () => store.crawls.state(claim)],
        ['urlLog', () => loggedRows(store.crawls.urlLog(claim))],
      ]
      for (const [name, attempt] of stale) await assert.rejects(attempt, StaleClaimError, name)
      assert.deepEqual(await store.reading.crawl(crawl.crawlId), before)
      assert.equal((await store.reading.pages(crawl.crawlId, {})).length, 1)
      assert.equal((await loggedRows(store.crawls.urlLog(overtaking))).length, 1)
    })

    it('gives all claims up at once to the holder of the data folder', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      assert.equal(await store.crawls.claim('other', 2_001, LEASE_MS), null)
      await store.crawls.releaseAllClaims()
      await assert.rejects(crawl.commit([{ path: '/', number: 1 }]), StaleClaimError)
      assert.equal((await store.crawls.claim('other', 2_001, LEASE_MS))?.crawlId, crawl.crawlId)
    })

    it('reports a stop request', async () => {
      await using store = await open()
      const { crawlId } = await startTestCrawl(store)
      assert.equal(await store.crawls.isStopRequested(crawlId), false)
      await store.crawls.requestStop(crawlId)
      assert.equal(await store.crawls.isStopRequested(crawlId), true)
    })

    it('counts claims in a row that got no further, and forgets them when one does or is given up in good order', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      let nowMs = 2_000
      const claimNext = async () => {
        nowMs += LEASE_MS
        const claim = await store.crawls.claim('other', nowMs, LEASE_MS)
        assert.ok(claim)
        return { claim, idleClaims: (await store.crawls.state(claim)).idleClaims }
      }
      assert.equal((await store.crawls.state(crawl.claim)).idleClaims, 1)
      assert.equal((await claimNext()).idleClaims, 2)
      const { claim, idleClaims } = await claimNext()
      assert.equal(idleClaims, 3)
      const checkpoint = testCheckpoint()
      const batch = { ...noChangedUrls, records: [], counters: {}, checkpoint, nowMs }
      await store.crawls.commit(claim, batch)
      assert.equal((await store.crawls.state(claim)).idleClaims, 0, 'a phase came to its end')
      assert.equal((await claimNext()).idleClaims, 1)
      const idle = await claimNext()
      await store.crawls.commit(idle.claim, batch)
      assert.equal((await store.crawls.state(idle.claim)).idleClaims, 2, 'nothing came of it')
      await store.crawls.release(idle.claim)
      assert.equal((await claimNext()).idleClaims, 1)
    })

    it('keeps the URLs of a list, in order', async () => {
      await using store = await open()
      const ownerId = await ownerOf(store, 'a')
      const urls = [`${SITE}/b`, `${SITE}/a`]
      const start = { ownerId, url: `${SITE}/`, crawlLimit: 5, options: { ...options, isListOnly: true }, nowMs: 1_000 }
      await store.websites.startCrawl({ ...start, urls })
      const claim = await store.crawls.claim('worker', 2_000, LEASE_MS)
      assert.ok(claim)
      assert.deepEqual(await store.crawls.listedUrls(claim), urls)
      const other = await startTestCrawl(store)
      assert.deepEqual(await store.crawls.listedUrls(other.claim), [])
    })

    it('keeps what is known of checks that are not ours, with the crawl that ran them', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      const words = { type: 'own_issue', severity: 'info', passedTitle: '', why: '', fix: '', sources: [] } as const
      const check = (id: string, title: string) => ({ ...words, id, title, applies: 'html' }) as const
      await store.crawls.addOwnChecks(crawl.claim, [check('own:a', 'A'), check('own:b', 'B')])
      await store.crawls.addOwnChecks(crawl.claim, [check('own:b', 'Changed'), check('rule:c', 'C')])
      const row = await store.reading.crawl(crawl.claim.crawlId)
      assert.deepEqual(row?.ownChecks, [check('own:a', 'A'), check('own:b', 'Changed'), check('rule:c', 'C')])
      const stale = { ...crawl.claim, epoch: crawl.claim.epoch - 1 }
      await assert.rejects(store.crawls.addOwnChecks(stale, [check('own:d', 'D')]), StaleClaimError)
    })

    it('ends no crawl before its start when the clock was set back', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      const startedMs = (await store.reading.crawl(crawl.crawlId))?.startedMs ?? 0
      await store.crawls.end(crawl.claim, { reason: 'finished', sentence: '', endedMs: startedMs - 500 })
      assert.equal((await store.reading.crawl(crawl.crawlId))?.endedMs, startedMs)
      const ownerId = await ownerOf(store, 'other')
      const waiting = await store.websites.startCrawl({ ownerId, url: SITE, crawlLimit: 5, options, nowMs: 8_000 })
      await store.crawls.endWaiting(waiting.crawlId, { sentence: 'It was stopped.', endedMs: 7_000 })
      assert.equal((await store.reading.crawl(waiting.crawlId))?.endedMs, 8_000)
    })

    it('ends a crawl with its reason, and no worker claims it again', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      await crawl.commit([{ path: '/', number: 1 }])
      await store.crawls.end(crawl.claim, { reason: 'limit', sentence: 'Enough.', endedMs: 9_000 })
      const row = await store.reading.crawl(crawl.crawlId)
      assert.equal(row?.status, 'complete')
      assert.equal(row?.phase, 'done')
      assert.equal(row?.endReason, 'limit')
      assert.equal(row?.endSentence, 'Enough.')
      assert.equal(row?.endedMs, 9_000)
      assert.deepEqual(row?.notes, ['a note'])
      assert.equal(await store.crawls.claim('other', 9_000_000, LEASE_MS), null)
      assert.equal(await store.crawls.countActive(), 0)
      await assert.rejects(crawl.commit([{ path: '/b', number: 2 }]), StaleClaimError)
    })
  })

  describe('settling', () => {
    it('is remembered: state and URL rows are what a resumed crawl needs', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      assert.equal((await store.crawls.state(crawl.claim)).checkpoint, null)
      const links = Array.from({ length: 2_500 }, (_, index) => ({ url: `${SITE}/${index}`, kind: 'image' as const }))
      await crawl.commit([{ path: '/', number: 1, depth: 0, links }])
      const resumed = await store.crawls.claim('other', 2_000 + LEASE_MS, LEASE_MS)
      assert.ok(resumed)
      const state = await store.crawls.state(resumed)
      assert.deepEqual(state, {
        crawlId: crawl.crawlId,
        websiteId: crawl.websiteId,
        seedUrl: `${SITE}/`,
        crawlLimit: 100,
        options,
        checkpoint: testCheckpoint(),
        idleClaims: 1,
      })
      const rows = await loggedRows(store.crawls.urlLog(resumed))
      assert.equal(rows.length, 2_501)
      for (const row of rows) assert.deepEqual(row, crawl.row(row.url))
      assert.ok(rows.every((row, index) => row.id === index + 1))
    })

    it('is all or nothing', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      await crawl.commit([{ path: '/', number: 1 }])
      const before = await store.reading.crawl(crawl.crawlId)
      // A page that is there already: the batch fails when its URLs and the first of its pages have been written.
      const records = [
        { path: '/other', number: 2, issues: [testIssue({ path: '/other' })], links: [{ url: `${SITE}/third` }] },
        { path: '/', number: 1 },
      ]
      await assert.rejects(crawl.commit(records, { counters: { x: { passed: 1, failed: 0, skipped: {} } } }))
      assert.deepEqual(await store.reading.crawl(crawl.crawlId), before)
      assert.deepEqual(
        (await store.reading.pages(crawl.crawlId, {})).map(page => page.url),
        [`${SITE}/`],
      )
      assert.deepEqual(await store.reading.issues(crawl.crawlId, {}), [])
      assert.deepEqual(await store.reading.checkCounters(crawl.crawlId), [])
      assert.equal((await loggedRows(store.crawls.urlLog(crawl.claim))).length, 1)
      await crawl.commit([{ path: '/next', number: 2 }])
      assert.equal((await store.reading.crawl(crawl.crawlId))?.counts.pagesListed, 2, 'the store still writes')
    })

    it('counts as it goes', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      await crawl.commit([
        {
          path: '/',
          number: 1,
          links: [{ url: `${SITE}/b` }, { url: `${SITE}/pic.png`, kind: 'image' }, { url: 'https://else.test/' }],
          issues: [testIssue(), testIssue({ severity: 'info', type: 'redirect', checkId: 'redirect-x' })],
        },
        { path: '/b', number: 2, depth: 1, issues: [testIssue({ path: '/b', severity: 'info' })] },
        { path: '/gone', number: 3, depth: 1, columns: null, fetched: { status: 404, bytes: null } },
      ])
      await crawl.commit([
        { path: '/pic.png', number: 0, state: 'probed', columns: null, fetched: { mediaType: 'image/png' } },
        { path: '/file.pdf', number: 4, isPage: false, columns: null, fetched: { mediaType: 'application/pdf' } },
      ])
      const row = await store.reading.crawl(crawl.crawlId)
      assert.deepEqual(row?.counts, {
        pagesCrawled: 2,
        pagesListed: 3,
        pagesChecked: 2,
        urlsFound: 5,
        urlsProbed: 1,
        urlsToProbe: 0,
        bytes: 4_000,
        bySeverity: { error: 1, warning: 0, info: 2 },
        byCategory: { brokenLinks: 0, redirects: 1, duplicates: 0, metaIssues: 2, other: 0 },
        // Neither the page with an error nor the one that is gone.
        passed: 1,
      })
      assert.equal(row?.phase, 'visiting')
      assert.deepEqual(await store.reading.pageCounts(crawl.crawlId), {
        byStatus: { '2xx': 2, '4xx': 1 },
        byIndexability: { indexable: 2, status: 1 },
        byDepth: [
          { depth: 0, count: 1 },
          { depth: 1, count: 2 },
        ],
      })
    })

    it('counts skipped URLs by reason, once their state is final', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      const url = (name: string) => `${SITE}/${name}`
      const skipped = { kinds: ['anchor'], depth: 0, isInSitemap: false, status: null, foundOn: null }
      await crawl.commitRows([
        { url: url('a'), state: 'found', skipReason: 'limit' },
        { url: url('b'), state: 'skipped', skipReason: 'robots', kinds: 3 },
        { url: url('d'), state: 'visited', number: 7 },
      ])
      assert.deepEqual(await store.reading.skippedCounts(crawl.crawlId), [{ reason: 'robots', count: 1 }])
      await crawl.commitRows([{ url: url('a'), state: 'probed', skipReason: 'limit', depth: 2, firstNumber: 7 }])
      assert.deepEqual(await store.reading.skippedCounts(crawl.crawlId), [
        { reason: 'limit', count: 1 },
        { reason: 'robots', count: 1 },
      ])
      assert.deepEqual(await store.reading.skippedUrls(crawl.crawlId, { offset: 0, limit: 10 }), [
        { ...skipped, url: url('a'), reason: 'limit', depth: 2, foundOn: url('d') },
        { ...skipped, url: url('b'), reason: 'robots', kinds: ['anchor', 'area'] },
      ])
      assert.deepEqual(
        (await store.reading.skippedUrls(crawl.crawlId, { offset: 1, limit: 10 })).map(skipped => skipped.url),
        [url('b')],
      )
      const filters: [filter: SkippedFilter, names: string[]][] = [
        [{}, ['a', 'b']],
        [{ reason: 'robots' }, ['b']],
        [{ reason: 'type' }, []],
        [{ search: `${SITE}/A` }, ['a']],
        [{ reason: 'robots', search: '/a' }, []],
      ]
      for (const [filter, names] of filters) {
        const found = await store.reading.skippedUrls(crawl.crawlId, { ...filter, limit: 10 })
        assert.deepEqual(
          found.map(each => each.url),
          names.map(url),
        )
        assert.equal(await store.reading.countSkippedUrls(crawl.crawlId, filter), names.length)
      }
    })

    it('logs URLs that wait, and shows only those that are decided', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      const names = ['a', 'b', 'c', 'd']
      await crawl.commitRows(names.map(name => ({ url: `${SITE}/${name}`, state: 'found' })))
      await crawl.commitRows([
        { url: `${SITE}/a`, state: 'skipped', skipReason: 'robots' },
        { url: `${SITE}/b`, state: 'to-probe', skipReason: 'limit' },
        { url: `${SITE}/e`, state: 'skipped', skipReason: 'probe-budget' },
      ])
      const rows = await loggedRows(store.crawls.urlLog(crawl.claim))
      assert.deepEqual(
        rows.map(({ url, state, skipReason }) => [url.slice(-1), state, skipReason]),
        [
          ['a', 'skipped', 'robots'],
          ['b', 'to-probe', 'limit'],
          ['c', 'found', null],
          ['d', 'found', null],
          ['e', 'skipped', 'probe-budget'],
        ],
      )
      const skipped = await store.reading.skippedUrls(crawl.crawlId, { limit: 10 })
      assert.deepEqual(
        skipped.map(({ url }) => url),
        [`${SITE}/e`, `${SITE}/a`],
      )
      assert.deepEqual(await store.reading.skippedCounts(crawl.crawlId), [
        { reason: 'probe-budget', count: 1 },
        { reason: 'robots', count: 1 },
      ])
      assert.equal((await store.reading.crawl(crawl.crawlId))?.counts.urlsFound, names.length + 1)
      await store.crawls.end(crawl.claim, { reason: 'finished', sentence: 'Done.', endedMs: 9_000 })
      assert.equal((await store.reading.skippedUrls(crawl.crawlId, { limit: 10 })).length, 2, 'rows outlast the log')
    })

    it('has the failed URLs that are waited for, as long as they are', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      const batch = { ...noChangedUrls, records: [], counters: {}, nowMs: 3_000 }
      for (const changes of [{ urlsToRetry: 2 }, {}]) {
        await store.crawls.commit(crawl.claim, { ...batch, checkpoint: testCheckpoint(changes) })
        assert.equal((await store.reading.crawl(crawl.crawlId))?.counts.urlsToRetry, changes.urlsToRetry)
      }
    })
  })
}
