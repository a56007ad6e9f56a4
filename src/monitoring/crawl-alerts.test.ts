import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { robotsFile, sitemapFile } from '#checks/test-host-facts.ts'
import { addCrawl } from '#report/test-crawl.ts'
import { issueRowWith, pageRowWith } from '#report/test-rows.ts'
import { alertSettingsSchema } from '#shared/alerts.ts'
import { noChanges } from '#shared/changes.ts'
import type { Severity } from '#shared/model.ts'
import type { SiteFactsCrawl } from '#shared/site-facts.ts'
import type { CrawledUrl, IssueQuery, KnownAlerts, Store } from '#store/store.ts'
import { openTestStore } from '../../test/support/storage.ts'
import { findCrawlAlerts } from './crawl-alerts.ts'

const SITE = 'https://site.test/'
const [FIRST, SECOND] = [`${SITE}sitemap.xml`, `${SITE}news.xml`]

type HostFiles = Pick<SiteFactsCrawl, 'robotsFiles' | 'sitemaps'>

/** Sitemaps by their URLs: how many URLs each lists, or the status of one that failed. */
const listing = (files: Record<string, number | `status ${number}`>): HostFiles => ({
  sitemaps: {
    isWhole: true,
    files: Object.entries(files).map(([url, given]) =>
      typeof given === 'number'
        ? sitemapFile({ url, entries: given })
        : sitemapFile({ url, status: Number(given.slice('status '.length)) }),
    ),
  },
})
const robots = (...files: Parameters<typeof robotsFile>): HostFiles => ({ robotsFiles: files.map(robotsFile) })

type FoundAlert = [kind: string, message: string, urls: string[], count: number]

describe('findCrawlAlerts()', () => {
  let store: Store
  let websiteId = 0
  let ownerId = 0
  const crawlIds: number[] = []
  before(async () => {
    store = await openTestStore()
    ownerId = await store.visitors.createOwner('ann', 0)
    for (const nowMs of [1_000, 5_000]) {
      const { crawlId, ...crawl } = await addCrawl(store, { ownerId, url: SITE, pages: [{ url: SITE }], nowMs })
      websiteId = crawl.websiteId
      crawlIds.push(crawlId)
    }
  })
  after(() => store[Symbol.asyncDispose]())

  /** Kind, message and URLs of the alerts of the later crawl. */
  async function alertsOf(earlier: HostFiles, later: HostFiles): Promise<FoundAlert[]> {
    const [earlierId = 0] = crawlIds
    const siteFacts: Store['crawls']['siteFacts'] = async id => {
      const facts = await store.crawls.siteFacts(id)
      return { ...facts, crawl: { ...facts.crawl, ...(id === earlierId ? earlier : later) } }
    }
    return (await found({ crawls: { siteFacts } })).alerts
  }

  interface Given {
    reading?: Partial<Store['reading']>
    crawls?: Partial<Store['crawls']>
    known?: KnownAlerts
  }

  /** The alerts of the later crawl where the store says something else, and what is known then. */
  async function found({ reading, crawls, known = {} }: Given) {
    const [earlierId = 0, crawlId = 0] = crawlIds
    const settings = alertSettingsSchema.parse({})
    const unchecked = { websiteId, ownerId, url: SITE, crawlId, settings, known, lastCrawlId: earlierId }
    const deps = { reading: { ...store.reading, ...reading }, crawls: { ...store.crawls, ...crawls } }
    const all = await findCrawlAlerts(deps, unchecked)
    const alerts = all.alerts.map(({ kind, message, urls, count }): FoundAlert => [kind, message, urls, count])
    return { alerts, known: Object.keys(all.known) }
  }

  const changed = (...urls: string[]) => [
    ['sitemap-changed', urls.length === 1 ? 'A sitemap changed' : `${urls.length} sitemaps changed`, urls, urls.length],
  ]
  const sitemaps: [name: string, earlier: HostFiles, later: HostFiles, expected: unknown[]][] = [
    ['the same sitemaps', listing({ [FIRST]: 30 }), listing({ [FIRST]: 30 }), []],
    ['a sitemap that came', listing({ [FIRST]: 30 }), listing({ [FIRST]: 30, [SECOND]: 0 }), changed(SECOND)],
    ['a sitemap that went', listing({ [FIRST]: 30, [SECOND]: 9 }), listing({ [FIRST]: 30 }), changed(SECOND)],
    ['a sitemap that fails', listing({ [FIRST]: 30 }), listing({ [FIRST]: 'status 404' }), changed(FIRST)],
    ['a sitemap that still fails', listing({ [FIRST]: 'status 404' }), listing({ [FIRST]: 'status 500' }), []],
    ['a tenth of the URLs more', listing({ [FIRST]: 30 }), listing({ [FIRST]: 33 }), []],
    ['more than a tenth', listing({ [FIRST]: 30 }), listing({ [FIRST]: 34 }), changed(FIRST)],
    ['a tenth less', listing({ [FIRST]: 30 }), listing({ [FIRST]: 27 }), []],
    ['less than that', listing({ [FIRST]: 30 }), listing({ [FIRST]: 26 }), changed(FIRST)],
    ['several', listing({ [FIRST]: 30, [SECOND]: 30 }), listing({ [SECOND]: 60, [FIRST]: 60 }), changed(SECOND, FIRST)],
    ['sitemaps that one crawl did not request', {}, listing({ [FIRST]: 30 }), []],
    ['sitemaps that the later crawl did not request', listing({ [FIRST]: 30 }), {}, []],
  ]
  for (const [name, earlier, later, expected] of sitemaps)
    it(`is ${expected.length === 0 ? 'nothing' : 'that it changed'} for ${name}`, async () =>
      assert.deepEqual(await alertsOf(earlier, later), expected))

  const file = `${SITE}robots.txt`
  const robotsChanged = [['robots-changed', 'robots.txt changed', [file], 1]]
  const robotsRows: [name: string, earlier: HostFiles, later: HostFiles, expected: unknown[]][] = [
    ['the same robots.txt', robots({}), robots({ problems: [] }), []],
    ['another status', robots({}), robots({ status: 404 }), robotsChanged],
    ['another length', robots({}), robots({ bytes: 31 }), robotsChanged],
    ['a robots.txt that cannot be read any more', robots({}), robots({ isUnreadable: true }), robotsChanged],
    ['other sitemaps in it', robots({}), robots({ sitemaps: [{ line: 3, text: FIRST }] }), robotsChanged],
    ['a robots.txt that only one crawl requested', {}, robots({}), []],
  ]
  for (const [name, earlier, later, expected] of robotsRows)
    it(`is ${expected.length === 0 ? 'nothing' : 'that it changed'} for ${name}`, async () =>
      assert.deepEqual(await alertsOf(earlier, later), expected))

  const noindexCases: [name: string, earlier: string[], later: string[], read: string[], expected: FoundAlert[]][] = [
    ['no page with noindex', [], [], [], []],
    ['pages that had noindex before', ['a'], ['a'], ['a'], []],
    ['one page more', ['a'], ['a', 'b'], ['a', 'b'], [['noindex', '1 page became noindex', ['b'], 1]]],
    ['several more', [], ['a', 'b'], ['a', 'b'], [['noindex', '2 pages became noindex', ['a', 'b'], 2]]],
    [
      'pages that the earlier crawl did not read',
      [],
      ['a', 'b'],
      ['b'],
      [['noindex', '1 page became noindex', ['b'], 1]],
    ],
    ['pages of which it read none', [], ['a'], [], []],
    [
      'a list that went on after what was read of it',
      Array.from({ length: 1_000 }, (_, index) => `${index}`),
      ['a'],
      ['a'],
      [],
    ],
    [
      'a list that ended just before',
      Array.from({ length: 999 }, (_, index) => `${index}`),
      ['a'],
      ['a'],
      [['noindex', '1 page became noindex', ['a'], 1]],
    ],
  ]
  for (const [name, earlier, later, read, expected] of noindexCases)
    it(`is ${expected.length === 0 ? 'nothing' : 'that pages became noindex'} for ${name}`, async () => {
      const pages: Store['reading']['pages'] = async (id, query) => {
        assert.deepEqual(query, { indexability: 'noindex', limit: 1_000 })
        return (id === crawlIds[0] ? earlier : later).map(url => pageRowWith({ url }))
      }
      const urlStates: Store['reading']['urlStates'] = async (_, urls) =>
        new Map(urls.map(url => [url, { ...crawledUrl, hasContent: read.includes(url) }]))
      assert.deepEqual((await found({ reading: { pages, urlStates } })).alerts, expected)
    })

  /** A store in which each check has found something that is new: some findings of all there are. */
  const findings = (...checks: [checkId: string, severity: Severity, pages: string[], count?: number][]) => ({
    findingChanges: async () =>
      checks.map(([checkId, severity, pages, count = pages.length]) => ({
        checkId,
        severity,
        changes: { ...noChanges(), new: count },
      })),
    issues: async (_: number, query: IssueQuery) =>
      checks
        .filter(([checkId]) => checkId === query.checkId)
        .flatMap(([checkId, severity, pages]) =>
          pages.map(path => issueRowWith({ checkId, severity, message: checkId, pageUrl: SITE + path })),
        ),
  })

  it('names the first three checks of new errors, and how many more there are', async () => {
    const checks = ['own-a', 'own-b', 'own-c', 'own-d', 'own-e']
    const rows = checks.map((checkId): [string, Severity, string[]] => [checkId, 'error', [checkId]])
    const urls = (count: number) => checks.slice(0, count).map(checkId => SITE + checkId)
    const expected: [number, string][] = [
      [1, '1 new error: own-a'],
      [2, '2 new errors: own-a, own-b'],
      [3, '3 new errors: own-a, own-b, own-c'],
      [4, '4 new errors: own-a, own-b, own-c and 1 more'],
      [5, '5 new errors: own-a, own-b, own-c and 2 more'],
    ]
    for (const [count, message] of expected) {
      const { alerts } = await found({ reading: findings(...rows.slice(0, count)) })
      assert.deepEqual(alerts, [['new-error', message, urls(count), count]])
    }
  })

  it('counts findings that were not looked at, and names ten pages, each once', async () => {
    const paths = Array.from({ length: 12 }, (_, index) => `${index}`)
    const { alerts } = await found({ reading: findings(['own-a', 'error', ['0', ...paths], 300]) })
    assert.deepEqual(alerts, [['new-error', '300 new errors: own-a', paths.slice(0, 10).map(path => SITE + path), 300]])
  })

  it('reports warnings only of checks that have an alert of their own', async () => {
    const reading = findings(
      ['own-a', 'warning', ['a']],
      ['response-slow', 'warning', ['b']],
      ['own-c', 'error', [], 0],
    )
    assert.deepEqual((await found({ reading })).alerts, [
      ['slow', 'New: Slow server response time (TTFB)', [`${SITE}b`], 1],
    ])
  })

  it('does not report again what was reported, and remembers the last thousand', async () => {
    const first = await found({ reading: findings(['own-a', 'error', ['a', 'b']]) })
    assert.equal(first.known.length, 2)
    const old = Array.from({ length: 999 }, (_, index) => `finding ${index}`)
    const known = Object.fromEntries([...old, ...first.known.slice(0, 1)].map(key => [key, '']))
    const second = await found({ reading: findings(['own-a', 'error', ['a', 'b']]), known })
    assert.deepEqual(second.alerts, [['new-error', '1 new error: own-a', [`${SITE}b`], 1]])
    assert.deepEqual(second.known, [...old.slice(1), ...first.known])
  })

  it('is nothing where the crawl that it was compared with is not kept any more', async () => {
    const crawl: Store['reading']['crawl'] = async id => (id === crawlIds[0] ? null : await store.reading.crawl(id))
    const { alerts } = await found({ reading: { ...findings(['own-a', 'error', ['a']]), crawl } })
    assert.deepEqual(alerts, [])
  })

  it('says how many pages are gone', async () => {
    for (const [removed, message] of [
      [1, '1 page is gone'],
      [2, '2 pages are gone'],
    ] as const) {
      const pageChanges: Store['reading']['pageChanges'] = async id => ({
        ...(await store.reading.pageChanges(id)),
        removed,
      })
      const changedPages: Store['reading']['changedPages'] = async (_, query) => {
        assert.deepEqual(query, { change: 'removed', offset: 0, limit: 10 })
        return [`${SITE}gone`]
      }
      const { alerts } = await found({ reading: { pageChanges, changedPages } })
      assert.deepEqual(alerts, [['page-gone', message, [`${SITE}gone`], removed]])
    }
  })
})

const crawledUrl: CrawledUrl = {
  isRequested: true,
  isPage: true,
  hasContent: true,
  isEligible: true,
  isCopy: false,
  status: 200,
  hasRedirects: false,
}
