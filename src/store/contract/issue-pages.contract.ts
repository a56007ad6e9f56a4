import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_NAMED_SOURCES } from '#shared/limits.ts'
import type { IssueDetails } from '#shared/model.ts'
import type { PageColumnId } from '#shared/page-columns.ts'
import { readConditions } from '#shared/page-conditions.ts'
import type { IssueQuery, IssueRow, Store } from '../store.ts'
import { type OpenStore, SITE, startTestCrawl, testIssue } from './test-crawl.ts'

const KEY = 7
const paths = ['/d', '/b', '/a', '/c']
const gone = `${SITE}/gone`
const at = (...parts: string[]) => parts.map(path => SITE + path)

/** Pages that share a cause and all link to a URL that is gone; an issue of the site lists some of them. */
async function openScene(store: Store, site: { details: Partial<IssueDetails>; affectedCount: number }) {
  const crawl = await startTestCrawl(store)
  const sharing = paths.map((path, index) => ({
    path,
    number: index + 1,
    links: [{ url: gone }],
    facts: { url: SITE + path },
    issues: [testIssue({ path, details: { causeKeys: [KEY], evidence: [] } })],
    causes: [{ checkId: 'title-missing', keys: [KEY], describedCount: 1, failsPage: false }],
  }))
  await crawl.commit([...sharing, { path: '/gone', number: 0, state: 'probed', isPage: false }])
  await store.crawls.indexLinks(crawl.claim)
  await store.crawls.mergeCauses(crawl.claim, ({ page, isChosen }) =>
    isChosen(KEY)
      ? { ...testIssue({ path: '' }), pageUrl: page.url, details: { causeKeys: [KEY], evidence: [] } }
      : null,
  )
  const { details, affectedCount } = site
  const issue = testIssue({ path: '/gone', checkId: 'site', details: { ...details, evidence: [] }, affectedCount })
  await store.crawls.addSiteIssues(crawl.claim, [issue], {})
  const find = async (checkId: string) => {
    const [found] = await store.reading.issues(crawl.crawlId, { checkId })
    assert.ok(found)
    return found
  }
  return { crawl, cause: await find('title-missing'), ofSite: await find('site') }
}

async function pagesOf(store: Store, crawlId: number, issue: IssueRow) {
  const parts: string[][] = []
  const totals = new Set<number>()
  for (let after: string | undefined; ; ) {
    const { total, urls } = await store.reading.issuePages(crawlId, { issue, after, limit: 3 })
    totals.add(total)
    after = urls.at(-1)
    if (after === undefined) return { parts, totals: [...totals] }
    parts.push(urls)
  }
}

export function issuePagesContract(open: OpenStore): void {
  describe('the pages of an issue', () => {
    const none = { details: {}, affectedCount: 1 }

    it('are filtered and ordered as the pages list is, also where they are more than one statement takes', async () => {
      await using store = await open()
      const many = Array.from({ length: 1_001 }, (_, index) => `/p${index}`)
      const details = { affectedUrls: at(...many), evidence: [] }
      const crawl = await startTestCrawl(store)
      await crawl.commit([
        { path: '/other-p100', number: 1, issues: [testIssue({ path: '/p0', details, affectedCount: many.length })] },
        ...many.map((path, index) => ({ path, number: index + 2 })),
      ])
      const [issue] = await store.reading.issues(crawl.crawlId, {})
      const query = { issueId: issue?.id ?? 0, search: 'P100' }
      const pages = await store.reading.pages(crawl.crawlId, query)
      assert.deepEqual(
        pages.map(({ url }) => url),
        at('/p100', '/p1000'),
      )
      assert.equal(await store.reading.countPages(crawl.crawlId, query), 2)
      assert.equal(await store.reading.countPages(crawl.crawlId, { issueId: query.issueId }), many.length)
    })

    it('of a cause are all that share it, by frontier number, also when it is suppressed', async () => {
      await using store = await open()
      const { crawl, cause } = await openScene(store, none)
      const expected = { parts: [at('/d', '/b', '/a'), at('/c')], totals: [4] }
      assert.deepEqual(await pagesOf(store, crawl.crawlId, cause), expected)
      await store.issues.suppress({
        crawlId: crawl.crawlId,
        issueIds: [cause.id],
        cause: { kind: 'switched-off' },
        nowMs: 9_000,
      })
      const suppressed = await store.reading.issue(crawl.crawlId, cause.id)
      assert.ok(suppressed)
      assert.deepEqual(await pagesOf(store, crawl.crawlId, suppressed), expected)
      assert.deepEqual(await pagesOf(store, crawl.crawlId + 1, cause), { parts: [], totals: [4] })
    })

    it('are counted in a part of the pages list', async () => {
      await using store = await open()
      const { crawl } = await openScene(store, none)
      const countOf = async (conditions: string) => {
        const reaches = await store.reading.partReach(crawl.crawlId, readConditions(conditions) ?? assert.fail())
        return reaches.map(({ checkId, affected }) => [checkId, affected])
      }
      assert.deepEqual(await countOf('url:contains:/'), [['title-missing', 4]])
      assert.deepEqual(await countOf(`url:is:${SITE}/b`), [['title-missing', 1]])
    })

    it('decide which issues a list of a part of the pages has', async () => {
      await using store = await open()
      const target: Partial<IssueDetails> = { targetUrl: gone, affectedUrls: at('/d'), referringKinds: ['anchor'] }
      const { crawl, cause, ofSite } = await openScene(store, { details: target, affectedCount: MAX_NAMED_SOURCES + 1 })
      const list = async (conditions: string, query: IssueQuery = {}) => {
        const filter = { ...query, conditions: readConditions(conditions) ?? assert.fail() }
        const ids = (await store.reading.issues(crawl.crawlId, filter)).map(({ id }) => id)
        if (query.afterId === undefined)
          assert.equal(await store.reading.countIssues(crawl.crawlId, filter), ids.length)
        return ids
      }
      const both = (await store.reading.issues(crawl.crawlId, {})).map(({ id }) => id)
      assert.deepEqual(both.toSorted(), [cause.id, ofSite.id].toSorted())
      assert.deepEqual(await list('url:contains:/'), both)
      assert.deepEqual(await list('url:contains:/', { afterId: both[0] ?? 0 }), both.slice(1))
      assert.deepEqual(await list('url:contains:/', { afterId: both[1] ?? 0 }), [])
      assert.deepEqual(await list('url:contains:/none'), [])
      // Not named by the issue, as it is one of many pages that link to the target.
      assert.deepEqual(await list(`url:is:${SITE}/b`), both)
      assert.deepEqual(await list(`url:is:${SITE}/b`, { checkId: 'site' }), [ofSite.id])
      assert.deepEqual(await list(`url:is:${SITE}/b`, { severity: cause.severity, url: `${SITE}/c` }), [cause.id])
      assert.deepEqual(
        await list(`url:is:${SITE}/b`, { search: cause.message }),
        await list('', { search: cause.message }),
      )
      assert.deepEqual(await list(`url:is:${SITE}/b`, { search: 'no such text' }), [])
      const reaches = await store.reading.partReach(crawl.crawlId, [])
      assert.deepEqual(
        reaches.map(({ checkId, affected, checkPages, issueCount }) => [checkId, affected, checkPages, issueCount]),
        [
          ['site', 4, 4, 1],
          ['title-missing', 4, 4, 1],
        ],
      )
    })

    it('are rows of the pages list, filtered and sorted as it is', async () => {
      await using store = await open()
      const details: Partial<IssueDetails> = { targetUrl: gone, affectedUrls: at('/d'), referringKinds: ['anchor'] }
      const target = { details, affectedCount: 4 }
      const { crawl, cause, ofSite } = await openScene(store, target)
      const { crawlId } = crawl
      const read = async (query: Omit<Parameters<Store['reading']['pages']>[1], 'limit'>) => {
        const pages = await store.reading.pages(crawlId, query)
        if (query.afterUrl === undefined) assert.equal(await store.reading.countPages(crawlId, query), pages.length)
        return pages.map(({ url }) => url)
      }
      for (const issueId of [cause.id, ofSite.id]) {
        const all = at('/d', '/b', '/a', '/c')
        assert.deepEqual(await read({ issueId }), all)
        assert.deepEqual(await read({ issueId, afterUrl: `${SITE}/b` }), all.slice(2))
        assert.deepEqual(await read({ issueId, afterUrl: gone }), [])
        assert.deepEqual(await read({ issueId, search: '/c' }), at('/c'))
        const sorted = (column: PageColumnId) => read({ issueId, sort: { column, isDescending: true } })
        assert.deepEqual(await sorted('url'), at('/d', '/c', '/b', '/a'))
        assert.deepEqual(await sorted('inlinks'), all)
        assert.deepEqual(await sorted('words'), all)
        assert.deepEqual(await read({ issueId, kind: 'redirects' }), [])
      }
      assert.deepEqual(await read({ issueId: ofSite.id + 1 }), [])
    })

    const cases: Record<string, [typeof none & { details: Partial<IssueDetails> }, string[][], number]> = {
      'of another is its own page': [none, [at('/gone')], 1],
      'are those that it names, in its order': [
        { details: { affectedUrls: at('/d', '/b', '/a', '/c') }, affectedCount: 9 },
        [at('/d', '/b', '/a'), at('/c')],
        9,
      ],
      'are its duplicates': [{ details: { duplicateUrls: at('/d', '/b') }, affectedCount: 2 }, [at('/d', '/b')], 2],
      'are the sources of a target that it names': [
        { details: { targetUrl: gone, affectedUrls: at('/b'), referringSources: at('/b', '/a') }, affectedCount: 2 },
        [at('/b', '/a')],
        2,
      ],
      'of a cause of several targets are the sources that it names': [
        { details: { targetUrl: gone, causeKeys: [7], referringSources: at('/b', '/a') }, affectedCount: 2 },
        [at('/b', '/a')],
        2,
      ],
      'are those that it names where they have another target in common': [
        { details: { targetUrl: gone, affectedUrls: at('/d') }, affectedCount: 4 },
        [at('/d')],
        4,
      ],
      'are all that link to its target, where it names fewer, by frontier number': [
        {
          details: {
            targetUrl: gone,
            affectedUrls: at('/d'),
            referringSources: at('/d'),
            referringKinds: ['anchor'],
          },
          affectedCount: 4,
        },
        [at('/d', '/b', '/a'), at('/c')],
        4,
      ],
    }
    for (const [name, [site, parts, total]] of Object.entries(cases))
      it(name, async () => {
        await using store = await open()
        const { crawl, ofSite } = await openScene(store, site)
        assert.deepEqual(await pagesOf(store, crawl.crawlId, ofSite), { parts, totals: [total] })
      })
  })
}
