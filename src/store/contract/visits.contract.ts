import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_VISIT_IMPORTS, noVisits, type PageVisits, type VisitRow, type VisitSummary } from '#shared/visits.ts'
import type { Store } from '../store.ts'
import { hop, readFacts } from './read-facts.ts'
import { type OpenStore, SITE, type TestRecord, testIssue } from './test-crawl.ts'

const CRAWL = 1
const WEBSITE = 1

const records: TestRecord[] = [
  { path: '/', number: 1, issues: [testIssue({ path: '/' })] },
  { path: '/a?x=1', number: 2, depth: 1, issues: [testIssue({ path: '/a?x=1' })] },
  { path: '/old', number: 3, depth: 1, fetched: hop('/old', '/') },
]

export const testVisitSummary: VisitSummary = {
  kind: 'logs',
  format: 'Combined',
  lines: 1,
  counted: 1,
  unreadable: 0,
  otherHosts: 0,
  fromMs: 1,
  toMs: 2,
  people: 1,
  bots: [],
  days: [],
  urls: 1,
  further: 0,
}

const row = (path: string, overrides: Partial<VisitRow> = {}): VisitRow => ({
  url: SITE + path,
  page: SITE + path,
  clicks: 0,
  impressions: 0,
  position: null,
  visits: 0,
  botRequests: 0,
  verifiedRequests: 0,
  lastBotMs: null,
  bots: {},
  statuses: {},
  crawlStatus: 200,
  waste: null,
  wasteRequests: 0,
  isUnlinked: false,
  isStatusDifferent: false,
  ...overrides,
})

const none: PageVisits = { clicks: 0, impressions: 0, visits: null, botRequests: 0, lastBotVisit: '' }
const totals = {
  urls: 0,
  clicks: 0,
  impressions: 0,
  visits: 0,
  botRequests: 0,
  verifiedRequests: 0,
  lists: { all: 0, unlinked: 0, waste: 0, status: 0 },
  waste: { error: 0, redirect: 0, blocked: 0, noindex: 0, parameters: 0 },
}

export function visitsContract(open: OpenStore): void {
  const withStore = (work: (store: Store) => Promise<void>) =>
    readFacts({ open, records }, async (_, store) => {
      await work(store)
      return true
    })
  describe('files of visits', () => {
    it('are kept with what they say of each URL, at most so many, and deleted', async () => {
      await withStore(async ({ visits }) => {
        const urls = [{ ...noVisits(`${SITE}/ä`), clicks: 2.5 }]
        const added = { websiteId: WEBSITE, name: 'a.log', nowMs: 7, summary: testVisitSummary, urls }
        const first = await visits.add(added)
        assert.ok(first.ok)
        assert.deepEqual(await visits.imports(WEBSITE), [
          { id: first.id, kind: 'logs', name: 'a.log', createdMs: 7, summary: testVisitSummary },
        ])
        assert.deepEqual(await visits.urlsOfImport(first.id), urls)
        for (let count = 1; count < MAX_VISIT_IMPORTS; count += 1) assert.ok((await visits.add(added)).ok)
        assert.deepEqual(await visits.add(added), { ok: false, reason: 'full' })
        assert.deepEqual(await visits.add({ ...added, websiteId: 99 }), { ok: false, reason: 'gone' })
        assert.equal(await visits.remove(99, first.id), false)
        assert.equal(await visits.remove(WEBSITE, first.id), true)
        assert.equal(await visits.remove(WEBSITE, first.id), false)
        assert.deepEqual(await visits.urlsOfImport(first.id), [])
      })
    })

    it('are joined to the URLs that the crawl requested or skipped', async () => {
      await withStore(async ({ visits }) => {
        const found = await visits.joinedUrls(CRAWL, [`${SITE}/`, `${SITE}/old`, `${SITE}/nowhere`])
        assert.deepEqual([...found.keys()].sort(), [`${SITE}/`, `${SITE}/old`])
        assert.deepEqual(found.get(`${SITE}/old`), {
          url: `${SITE}/old`,
          status: 301,
          finalUrl: `${SITE}/`,
          indexability: 'redirect',
          isBlocked: false,
          isLinked: true,
        })
        assert.deepEqual(await visits.urlsWithQuery(CRAWL, 5), [`${SITE}/a?x=1`])
      })
    })

    it('have rows that are filtered, sorted and written anew', async () => {
      await withStore(async ({ visits, reading }) => {
        assert.equal(await visits.joined(CRAWL), null)
        await visits.beginJoin(CRAWL)
        const rows = [
          row('/', { clicks: 5, isUnlinked: true }),
          row('/b', { waste: 'error', wasteRequests: 2, isStatusDifferent: true }),
          row('/c', { clicks: 9, bots: { googlebot: { requests: 1, verified: 0, outside: 0, lastMs: 1 } } }),
        ]
        await visits.addRows(
          CRAWL,
          rows.map((each, id) => ({ ...each, id })),
        )
        const paths = async (query: object) =>
          (await reading.visitRows(CRAWL, { limit: 10, ...query })).map(({ url }) => url.slice(SITE.length))
        assert.deepEqual(await paths({ sort: 'clicks' }), ['/c', '/', '/b'])
        assert.deepEqual(await paths({ sort: 'clicks', isAscending: true, offset: 1 }), ['/', '/c'])
        assert.deepEqual(await paths({ list: 'unlinked' }), ['/'])
        assert.deepEqual(await paths({ list: 'waste' }), ['/b'])
        assert.deepEqual(await paths({ list: 'status' }), ['/b'])
        assert.deepEqual(await paths({ waste: 'redirect' }), [])
        assert.deepEqual(await paths({ bot: 'googlebot' }), ['/c'])
        assert.deepEqual(await paths({ search: 'TEST/B' }), ['/b'])
        assert.equal(await reading.countVisitRows(CRAWL, { list: 'all' }), 3)
        const join = { version: '1', totals, checkClicks: { 'title-missing': 5 } }
        await visits.finishJoin(CRAWL, join)
        assert.deepEqual(await visits.joined(CRAWL), join)
        await visits.beginJoin(CRAWL)
        assert.equal(await reading.countVisitRows(CRAWL, {}), 0)
        assert.equal((await visits.joined(CRAWL))?.version, '')
      })
    })

    it('stand in the pages list, and are added up by check', async () => {
      await withStore(async ({ visits, reading }) => {
        const byUrl = new Map([[`${SITE}/`, { ...none, clicks: 3, lastBotVisit: '2026-01-31' }]])
        await visits.setPageVisits(CRAWL, { byUrl, none })
        const pages = await reading.pages(CRAWL, { sort: { column: 'clicks', isDescending: true } })
        assert.deepEqual(
          pages.map(page => page.visits),
          [{ ...none, clicks: 3, lastBotVisit: '2026-01-31' }, none, none],
        )
        const clicks = new Map([
          [`${SITE}/`, 3],
          [`${SITE}/a?x=1`, 4],
        ])
        const { checkId } = testIssue({ path: '/' })
        assert.deepEqual(await visits.checkClicks(CRAWL, clicks), { [checkId]: 7 })
      })
    })
  })
}
