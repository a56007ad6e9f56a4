import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCrawl, type TestPage, testIssue } from '#report/test-crawl.ts'
import { type AlertSettings, alertSettingsSchema } from '#shared/alerts.ts'
import type { EndReason } from '#shared/model.ts'
import { addTestAccount } from '#store/contract/test-account.ts'
import type { Store } from '#store/store.ts'
import { sampled } from '../../test/support/measure.ts'
import { openTestStore } from '../../test/support/storage.ts'
import { dueTime, raiseAlerts } from './raise-alerts.ts'

const URL = 'https://a.test/'
const HOUR_MS = 3_600_000
const settings = (given: Partial<AlertSettings> = {}) => alertSettingsSchema.parse(given)

const page = (path: string, given: Omit<TestPage, 'url'> = {}): TestPage => ({ url: URL + path, ...given })
const error = (path: string) => testIssue(URL + path)
const passedChecks = { 'title-missing': 9, 'h1-missing': 9 }
/** As it is before anything happens. */
const healthy = [page(''), page('a'), page('b')]

interface Watched {
  store: Store
  /** Crawls the pages, and returns the alerts of that crawl: kind, count and pages. */
  crawl(pages: TestPage[], endReason?: EndReason): Promise<[string, number, string[]][]>
}

async function openWatched(given: Partial<AlertSettings> = {}): Promise<Watched & AsyncDisposable> {
  const store = await openTestStore({ keptCrawls: 3 })
  const { ownerId } = await addTestAccount(store)
  let nowMs = 1_000_000
  const run = (pages: TestPage[], endReason: EndReason = 'finished') => {
    nowMs += HOUR_MS
    return addCrawl(store, { ownerId, url: URL, pages, nowMs, passedChecks, endReason })
  }
  const { websiteId } = await run(healthy)
  const channel = await store.channels.add({
    ownerId,
    name: 'Team',
    format: 'generic',
    secrets: { target: 'https://hooks.test/', secret: 'x' },
    isConfirmed: true,
    nowMs,
    max: 10,
  })
  const channelId = channel?.id ?? 0
  await store.alerts.saveSettings(websiteId, settings({ channelIds: [channelId], ...given }))
  let ids = 0
  const deps = { store, now: () => nowMs, newId: () => `id-${ids++}` }
  return {
    store,
    async crawl(pages, endReason) {
      const before = (await store.alerts.deliveries(channelId, 1_000)).length
      await run(pages, endReason)
      await Promise.all([raiseAlerts(deps), raiseAlerts(deps)])
      const sent = await store.alerts.deliveries(channelId, 1_000)
      return sent
        .slice(0, sent.length - before)
        .flatMap(({ alerts }) => alerts.map(({ kind, count, urls }): [string, number, string[]] => [kind, count, urls]))
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}

describe('alerts of crawls', () => {
  it('are none over fifty crawls of an unchanged site', async () => {
    await using watched = await openWatched()
    for (const _ of sampled(Array.from({ length: 50 }), 5)) assert.deepEqual(await watched.crawl(healthy), [])
  })

  it('are exactly the seeded ones of a changing site', async () => {
    await using watched = await openWatched({ scoreDrop: 100 })
    const broken = [page(''), page('a', { issues: [error('a')] }), page('b')]
    assert.deepEqual(await watched.crawl(broken), [['new-error', 1, [`${URL}a`]]])
    assert.deepEqual(await watched.crawl(broken), [])
    assert.deepEqual(await watched.crawl(healthy), [])
    assert.deepEqual(await watched.crawl(broken), [['new-error', 1, [`${URL}a`]]])
    assert.deepEqual(await watched.crawl([page(''), page('a', { issues: [error('a')] })]), [
      ['page-gone', 1, [`${URL}b`]],
    ])
    // Not crawled is not fixed: what was reported is not reported again.
    assert.deepEqual(await watched.crawl([page('')]), [['page-gone', 1, [`${URL}a`]]])
    assert.deepEqual(await watched.crawl(broken), [])
  })

  it('report that the score dropped, by as much as was chosen', async () => {
    await using watched = await openWatched({ kinds: ['score-drop'], scoreDrop: 1 })
    const issues = [error('')]
    const [[kind, count] = ['', 0]] = await watched.crawl([
      page('', { issues }),
      page('a', { issues: [error('a')] }),
      page('b'),
    ])
    assert.equal(kind, 'score-drop')
    assert.ok(count >= 1)
  })

  it('report nothing of a crawl that was stopped, and once that crawls fail', async () => {
    await using watched = await openWatched({ scoreDrop: 100 })
    const broken = [page(''), page('a', { issues: [error('a')] }), page('b')]
    assert.deepEqual(await watched.crawl(broken, 'stopped'), [])
    assert.deepEqual(await watched.crawl(healthy, 'start-unreachable'), [['crawl-failed', 1, [URL]]])
    assert.deepEqual(await watched.crawl(healthy, 'start-unreachable'), [])
    assert.deepEqual(await watched.crawl(healthy), [])
    assert.deepEqual(await watched.crawl(healthy, 'start-unreachable'), [['crawl-failed', 1, [URL]]])
  })

  it('are of the chosen kinds', async () => {
    await using watched = await openWatched({ kinds: ['page-gone'] })
    assert.deepEqual(await watched.crawl([page('', { issues: [error('')] }), page('a'), page('b')]), [])
  })

  it('join the digest that waits', async () => {
    await using watched = await openWatched({ delivery: 'daily', scoreDrop: 100 })
    await watched.crawl([page('', { issues: [error('')] }), page('a'), page('b')])
    await watched.crawl([page('', { issues: [error('')] }), page('a', { issues: [error('a')] }), page('b')])
    const [digest, ...others] = await watched.store.alerts.deliveries(1, 10)
    assert.deepEqual([digest?.alerts.length, others.length, digest?.state], [2, 0, 'waiting'])
    const alerts = Array.from({ length: 99 }, () => digest?.alerts[0] ?? assert.fail())
    const next = { channelId: 1, alerts, dueMs: 0, isDigest: true }
    for (const deliveryId of ['second', 'third']) await watched.store.alerts.add({ ...next, deliveryId }, 0)
    const counts = (await watched.store.alerts.deliveries(1, 10)).map(delivery => delivery.alerts.length)
    assert.deepEqual(counts, [99, 99, 2], 'none is lost where a digest is full')
  })
})

const night = { quietFrom: '22:00', quietUntil: '07:00', timeZone: 'Europe/Berlin' }
const times: [string, Partial<AlertSettings>, string, string][] = [
  ['at once', {}, '2026-01-01T12:00:00Z', '2026-01-01T12:00:00.000Z'],
  ['after quiet hours over midnight', night, '2026-01-01T22:30:00Z', '2026-01-02T06:00:00.000Z'],
  ['at once before quiet hours', night, '2026-01-01T20:59:00Z', '2026-01-01T20:59:00.000Z'],
  [
    'after quiet hours of a day',
    { quietFrom: '09:00', quietUntil: '17:00' },
    '2026-01-01T10:00:00Z',
    '2026-01-01T17:00:00.000Z',
  ],
  ['with the digest', { delivery: 'daily', digestTime: '08:00' }, '2026-01-01T12:00:00Z', '2026-01-02T08:00:00.000Z'],
]

describe('dueTime()', () => {
  for (const [name, given, now, expected] of times)
    it(`is ${name}`, () => assert.equal(new Date(dueTime(settings(given), Date.parse(now))).toISOString(), expected))
})
