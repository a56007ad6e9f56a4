import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageSpeedWith } from '#checks/test-page-speed.ts'
import { MAX_URL_LENGTH } from '#shared/limits.ts'
import type { Store } from '../store.ts'
import { sweepAll } from './crawl-once.ts'
import { hop, readFacts } from './read-facts.ts'
import { collect, type OpenStore, ownerOf, SITE, startTestCrawl, type TestRecord, testIssue } from './test-crawl.ts'
import { randomChinese, randomLetters, randomText } from './test-random-text.ts'

const stem = `/${randomLetters(3_000)}`
/** Paths in order: several with one beginning, with what SQL and patterns give a meaning, and as long as a URL may be. */
const paths = [
  `/%E4%B8%AD${randomLetters(3_000, 2)}`,
  "/'quoted'",
  `/${stem.slice(1, 300)}`,
  `${stem}/1`,
  `${stem}/2`,
  `${stem}/2/%5C`,
  `${stem}/3_%25`,
  '/~',
  `/~${randomLetters(MAX_URL_LENGTH - SITE.length - 2, 3)}`,
].sort()
const urls = paths.map(path => SITE + path)

/** Values of titles, descriptions and headings. */
const texts = [
  randomLetters(3_000, 4),
  randomChinese(2_000, 5),
  randomText(1_000, { seed: 6, characters: '𠀀𠀁𠀂𠀃𠀄𠀅' }),
  `\u202eעברית ${'\u0627\u0644\u0639\u0631\u0628\u064a\u0629 '.repeat(200)}`,
  String.raw`\x41 \\ \n %s _ ' " ; --`,
  `a\0${randomLetters(3_000, 7)}`,
  `\ud800${randomLetters(3_000, 8)}`,
  '😀'.repeat(1_000),
]

const records: TestRecord[] = paths.map((path, index) => ({
  path,
  number: index + 1,
  depth: 1,
  issues: [testIssue({ path }), testIssue({ path, checkId: 'other', severity: 'warning' })],
}))

/** What PostgreSQL holds in place of U+0000 and of halves of surrogate pairs; SQLite holds the former as it is. */
const comparable = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed()

export function longTextsContract(open: OpenStore): void {
  const openWith = async (crawled: readonly TestRecord[] = records) => {
    const store = await open()
    const crawl = await startTestCrawl(store)
    await crawl.commit(crawled)
    return crawl
  }

  describe('long and hostile texts', () => {
    it('find their pages, in the order of URLs', async () => {
      const { store, crawlId } = await openWith()
      await using _ = store
      for (const url of urls) {
        const pages = await store.reading.pages(crawlId, { url })
        assert.deepEqual(
          pages.map(page => page.url),
          [url],
        )
        assert.equal((await store.reading.target(crawlId, url))?.url, url)
        assert.deepEqual(await store.reading.linkKindsOf(crawlId, url), ['anchor'])
      }
      assert.deepEqual([...(await store.reading.linkTargets(crawlId, urls)).keys()], urls)
      const sorted = (isDescending: boolean) =>
        store.reading.pages(crawlId, { sort: { column: 'url', isDescending }, limit: 100 })
      assert.deepEqual(
        (await sorted(false)).map(page => page.url),
        urls,
      )
      assert.deepEqual(
        (await sorted(true)).map(page => page.url),
        urls.toReversed(),
      )
      const middle = urls[4] ?? ''
      const neighbours = await store.reading.neighbours(crawlId, middle, 2)
      assert.deepEqual(
        neighbours.map(each => each.url),
        [urls[2], urls[3], urls[5], urls[6]],
      )
      assert.equal((await store.reading.pages(crawlId, { url: `${middle}x` })).length, 0)
    })

    it('are read by site checks, each once, in the order of URLs', async () => {
      const gone = paths.map(path => `${path}?`).filter(path => path.length + SITE.length <= MAX_URL_LENGTH)
      const crawled: TestRecord[] = [
        ...records,
        { path: '/from', number: 50, links: urls.map(url => ({ url })) },
        { path: '/old', number: 51, fetched: hop('/old', paths[3] ?? '') },
        ...gone.map(path => ({ path, number: 0, state: 'probed' as const, fetched: { status: 404 } })),
      ]
      await readFacts({ open, records: crawled }, async site => {
        for (const url of urls) assert.equal((await site.target(url))?.url, url)
        const broken = await collect(site.targets({ statusFrom: 400 }))
        assert.deepEqual(
          broken.map(target => target.url),
          gone.map(path => SITE + path).sort(),
        )
        const all = await collect(site.targets({}))
        assert.equal(new Set(all.map(target => target.url)).size, all.length)
        const firsts = await site.firstInlinks(urls, ['anchor'])
        assert.deepEqual([...firsts.keys()].sort(), urls)
        assert.deepEqual([...(await site.linkScores(urls)).keys()].sort(), urls)
        for (const url of urls) {
          assert.equal((await site.inlinks(url, { limit: 1 })).total >= 1, true)
          assert.equal((await site.page(url))?.url, url)
        }
        return all.map(target => target.url)
      })
    })

    it('group the pages that share them, and no others', async () => {
      const shared = texts.flatMap((text, index) =>
        [text, text, `${text}.`].map((value, position) => ({
          path: `/${index}/${position}`,
          number: 3 * index + position + 1,
          columns: { titleKey: value, metaDescriptionKey: value, h1Key: value },
        })),
      )
      await readFacts({ open, records: shared }, async site => {
        for (const key of ['title', 'metaDescription', 'h1'] as const) {
          const groups = await collect(site.groups(key))
          assert.deepEqual(
            groups.map(group => [comparable(group.value), group.total, group.pages.map(page => page.number)]),
            texts.map((text, index) => [comparable(text), 2, [3 * index + 1, 3 * index + 2]]),
          )
        }
        return true
      })
    })

    it('are skipped, listed by sitemaps and closed to Googlebot in the order of URLs, part by part', async () => {
      const { store, crawlId, commitRows } = await openWith([])
      await using _ = store
      await commitRows(
        urls.map((url, index) => ({
          url,
          state: 'skipped' as const,
          skipReason: index % 2 === 0 ? ('robots' as const) : ('limit' as const),
          isInSitemap: true,
          sitemapNumber: 1,
          googlebotLine: 7,
        })),
      )
      const expected = [1, 0].flatMap(odd => urls.filter((_, index) => index % 2 === odd))
      const found: string[] = []
      for (let after: { reason: 'robots' | 'limit'; url: string } | undefined; ; ) {
        const [row] = await store.reading.skippedUrls(crawlId, { ...(after && { after }), limit: 1 })
        if (!row) break
        assert.ok(row.reason === 'robots' || row.reason === 'limit')
        after = { reason: row.reason, url: row.url }
        found.push(row.url)
      }
      assert.deepEqual(found, expected)
      const site = await store.crawls.siteFacts(crawlId)
      for (const choice of ['listed', 'closed'] as const)
        assert.deepEqual(
          (await collect(site.hostFileTargets(choice))).map(target => target.url),
          urls,
        )
    })

    it('order the issues of pages, and find them by page', async () => {
      const { store, crawlId, claim } = await openWith()
      await using _ = store
      const all = await store.reading.issues(crawlId, { limit: 100 })
      const ofCheck = (checkId: string) => all.filter(issue => issue.checkId === checkId).map(issue => issue.pageUrl)
      assert.deepEqual(ofCheck('title-missing'), urls)
      assert.deepEqual(ofCheck('other'), urls)
      const onwards: number[] = []
      for (let afterId: number | undefined; ; afterId = onwards.at(-1)) {
        const [issue] = await store.reading.issues(crawlId, { ...(afterId !== undefined && { afterId }), limit: 1 })
        if (!issue) break
        onwards.push(issue.id)
      }
      assert.deepEqual(
        onwards,
        all.map(issue => issue.id),
      )
      for (const url of urls) {
        const found = await store.reading.issues(crawlId, { url })
        assert.deepEqual(
          found.map(issue => [issue.checkId, issue.pageUrl]),
          [
            ['title-missing', url],
            ['other', url],
          ],
        )
        const named = await store.reading.issuesNaming({ crawlIds: [crawlId], checkId: 'other', urls: [url], limit: 9 })
        assert.deepEqual(
          named.map(issue => issue.pageUrl),
          [url],
        )
      }
      const structure = await store.reading.structurePages(crawlId, { limit: 100 })
      for (const page of structure) assert.deepEqual(page.bySeverity, { error: 1, warning: 1, info: 0 })
      const site = testIssue({ path: paths[0] ?? '', checkId: 'site', details: { affectedUrls: urls, evidence: [] } })
      await store.crawls.addSiteIssues(claim, [site], {})
      assert.equal((await store.reading.issues(crawlId, { url: urls[5] ?? '' })).length, 3)
      await store.crawls.resetSiteIssues(claim)
      assert.equal((await store.reading.issues(crawlId, { url: urls[5] ?? '' })).length, 2)
    })

    it('order the suppressed issues, which make their pages pass', async () => {
      const { store, crawlId, claim } = await openWith(
        records.map(record => ({ ...record, issues: [testIssue(record)] })),
      )
      await using _ = store
      await store.crawls.end(claim, { reason: 'finished', sentence: 'Done.', endedMs: 5_000 })
      const issueIds = (await store.reading.issues(crawlId, {})).map(issue => issue.id)
      const cause = { kind: 'muted', muteId: 1, reason: texts[1] ?? '' } as const
      assert.equal(await store.issues.suppress({ crawlId, issueIds, cause, nowMs: 6_000 }), urls.length)
      const found: { id: number; pageUrl: string }[] = []
      for (;;) {
        const afterId = found.at(-1)?.id
        const query = { kind: 'muted', limit: 2, ...(afterId !== undefined && { afterId }) } as const
        const some = await store.reading.suppressedIssues(crawlId, query)
        if (some.length === 0) break
        found.push(...some)
      }
      assert.deepEqual(
        found.map(issue => issue.pageUrl),
        urls,
      )
      assert.equal(await store.reading.countPages(crawlId, { isPassed: true }), urls.length)
      assert.equal(await store.issues.restore({ crawlId, issueIds }), urls.length)
      assert.equal(await store.reading.countPages(crawlId, { isPassed: true }), 0)
    })

    it('name websites and measurements, each once', async () => {
      await using store = await open()
      const ownerId = await ownerOf(store, 'visitor')
      const first = await startTestCrawl(store, { url: urls[3] ?? '', owner: 'visitor' })
      const again = await store.websites.list(ownerId)
      assert.deepEqual(
        again.map(website => [website.id, website.url]),
        [[first.websiteId, urls[3]]],
      )
      const host = `https://${randomLetters(3_000).replaceAll(/[^a-z]/g, 'x')}.test/`
      for (const url of [...urls, host])
        for (const performance of [1, 2])
          await store.pageSpeed.save({
            ownerId,
            url,
            device: 'mobile',
            pageSpeed: pageSpeedWith({ url, performance }),
            measuredMs: performance,
          })
      for (const url of [...urls, host])
        assert.equal((await store.pageSpeed.find({ ownerId, url, device: 'mobile', afterMs: 0 }))?.performance, 2)
      assert.equal(await store.pageSpeed.forget(ownerId, host), 1)
      assert.equal(await store.pageSpeed.forget(ownerId, SITE), urls.length)
    })

    it('name hosts whose rate crawls share', async () => {
      await using store = await open()
      const origins = [3, 4].map(seed => `https://${randomText(3_000, { seed, characters: 'abcdefgh' })}.test`)
      for (const dueMs of [5_000, 6_000])
        await store.hostRates.change(origins, 1_000, (_, rate) => ({ ...rate, dueMs }))
      const known = await dueOf(store, origins)
      assert.deepEqual(known, [6_000, 6_000])
      await store.hostRates.change(origins.slice(0, 1), 7_000, (_, rate) => ({ ...rate, dueMs: 0 }))
      assert.deepEqual(await dueOf(store, origins), [0, 6_000])
    })

    it('are deleted with their crawl', async () => {
      const { store, crawlId, websiteId } = await openWith()
      await using _ = store
      const ownerId = await ownerOf(store, 'owner')
      assert.ok(await store.websites.clear(websiteId, ownerId))
      await sweepAll(store, 9_000, 3)
      assert.equal(await store.reading.crawl(crawlId), null)
    })
  })
}

async function dueOf(store: Store, origins: readonly string[]): Promise<number[]> {
  const due: number[] = []
  for (const origin of origins)
    await store.hostRates.change([origin], 1_000, (_, rate) => {
      due.push(rate.dueMs)
      return rate
    })
  return due
}
