import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { robotsFile, sitemapFile } from '#checks/test-host-facts.ts'
import { addCrawl } from '#report/test-crawl.ts'
import { alertSettingsSchema } from '#shared/alerts.ts'
import type { SiteFactsCrawl } from '#shared/site-facts.ts'
import type { Store } from '#store/store.ts'
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

describe('what is reported of the files of a host', () => {
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
  async function alertsOf(earlier: HostFiles, later: HostFiles): Promise<[string, string, string[], number][]> {
    const [earlierId = 0, crawlId = 0] = crawlIds
    const crawls = {
      ...store.crawls,
      siteFacts: async (id: number) => {
        const facts = await store.crawls.siteFacts(id)
        return { ...facts, crawl: { ...facts.crawl, ...(id === earlierId ? earlier : later) } }
      },
    }
    const settings = alertSettingsSchema.parse({})
    const unchecked = { websiteId, ownerId, url: SITE, crawlId, settings, known: {}, lastCrawlId: earlierId }
    const { alerts } = await findCrawlAlerts({ reading: store.reading, crawls }, unchecked)
    return alerts.map(({ kind, message, urls, count }) => [kind, message, urls, count])
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
})
