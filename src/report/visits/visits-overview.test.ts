import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { noVisits, type VisitSummary } from '#shared/visits.ts'
import type { CrawlRow, Store } from '#store/store.ts'
import { publishedRanges } from '#visits/bot-ranges.data.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import { addCrawl } from '../test-crawl.ts'
import { visitsOverview } from './visits-overview.ts'

const SITE = 'https://site.test/'
const ADDED_MS = Date.UTC(2026, 0, 3)
const LAST_MS = Date.UTC(2026, 0, 2, 12)

const summaryWith = (changes: Partial<VisitSummary>): VisitSummary => ({
  kind: 'logs',
  format: 'Combined log',
  lines: 9,
  counted: 9,
  unreadable: 0,
  otherHosts: 0,
  fromMs: null,
  toMs: null,
  people: 0,
  bots: [],
  days: [],
  urls: 1,
  further: 0,
  ...changes,
})
const botWith = (id: string, changes: Partial<VisitSummary['bots'][number]>) => ({
  ...{ id, requests: 1, verified: 0, outside: 0, lastMs: 0, statuses: {} },
  ...changes,
})

describe('visitsOverview()', () => {
  let store: Store
  let crawl: CrawlRow
  before(async () => {
    store = await openTestStore()
    const ownerId = await store.visitors.createOwner('ann', 0)
    const pages = [{ url: SITE }, { url: `${SITE}a` }, { url: `${SITE}gone`, status: 404 }]
    const { crawlId } = await addCrawl(store, { ownerId, url: SITE, pages, nowMs: 1_000 })
    const row = await store.reading.crawl(crawlId)
    assert.ok(row)
    crawl = row
  })
  after(() => store[Symbol.asyncDispose]())

  const add = (name: string, summary: VisitSummary) =>
    store.visits.add({
      websiteId: crawl.websiteId,
      name,
      nowMs: ADDED_MS,
      summary,
      urls: [{ ...noVisits(SITE), people: 1 }],
    })

  it('is empty without files', async () => {
    assert.deepEqual(await visitsOverview(store, crawl), {
      imports: [],
      totals: null,
      pages: null,
      bots: [],
      people: 0,
    })
  })

  it('adds up the requests of each bot in all files, those with the most first, and the people', async () => {
    const first = summaryWith({
      people: 3,
      bots: [
        botWith('yandexbot', { requests: 2 }),
        botWith('googlebot', {
          requests: 4,
          verified: 3,
          outside: 1,
          lastMs: LAST_MS,
          statuses: { '2xx': 3, '4xx': 1 },
        }),
      ],
    })
    const second = summaryWith({
      people: 4,
      bots: [
        botWith('googlebot', {
          requests: 5,
          verified: 2,
          outside: 3,
          lastMs: LAST_MS - 1,
          statuses: { '2xx': 4, '5xx': 1 },
        }),
        botWith('gptbot', { requests: 3, lastMs: 1 }),
      ],
    })
    assert.ok((await add('first.log', first)).ok)
    assert.ok((await add('second.log', second)).ok)
    const { imports, totals, pages, bots, people } = await visitsOverview(store, crawl)
    assert.deepEqual(
      imports.map(({ id, ...shown }) => shown),
      [
        { kind: 'logs', name: 'first.log', addedAt: '2026-01-03T00:00:00.000Z', summary: first },
        { kind: 'logs', name: 'second.log', addedAt: '2026-01-03T00:00:00.000Z', summary: second },
      ],
    )
    assert.equal(totals?.visits, 2)
    assert.deepEqual(pages, { neverVisited: 1, neverByBots: 2 })
    assert.equal(people, 7)
    assert.deepEqual(bots, [
      {
        ...{ id: 'googlebot', name: 'Googlebot', maker: 'Google', kind: 'search' },
        ...{ requests: 9, verified: 5, outside: 4, statuses: { '2xx': 7, '4xx': 1, '5xx': 1 } },
        lastAt: '2026-01-02T12:00:00.000Z',
        rangesDate: publishedRanges.google.date,
      },
      {
        ...{ id: 'gptbot', name: 'GPTBot', maker: 'OpenAI', kind: 'ai-training' },
        ...{ requests: 3, verified: 0, outside: 0, statuses: {} },
        lastAt: '1970-01-01T00:00:00.001Z',
        rangesDate: publishedRanges.gptbot.date,
      },
      // Its log has no times, and no ranges of its maker are shipped.
      {
        ...{ id: 'yandexbot', name: 'YandexBot', maker: 'Yandex', kind: 'search' },
        ...{ requests: 2, verified: 0, outside: 0, statuses: {} },
        lastAt: null,
        rangesDate: null,
      },
    ])
  })
})
