import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hostMatcher } from '#shared/site-hosts.ts'
import { MAX_VISIT_URLS, noVisits } from '#shared/visits.ts'
import { createRequestCounter, reduceUrls } from './count-requests.ts'
import { emptyEntry, type LogEntry } from './log-entry.ts'

const SITE = 'https://example.com'
const DAY_MS = 86_400_000
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const site = {
  origin: SITE,
  isOwnHost: hostMatcher('example.com'),
  knownQueries: new Set([`${SITE}/list?page=2`]),
}
const request = (changes: Partial<LogEntry>): LogEntry => ({
  ...emptyEntry(),
  ...{ method: 'GET', target: '/', status: 200, agent: 'Mozilla/5.0 Firefox/140.0', address: '192.0.2.7' },
  ...changes,
})

function counted(requests: readonly Partial<LogEntry>[]) {
  const counter = createRequestCounter(site)
  const isRead = requests.map(changes => counter.count(request(changes)))
  return { ...counter.found, isRead }
}

describe('createRequestCounter()', () => {
  it('counts a URL once however it is written', () => {
    const { urls, counted: requests } = counted([
      { target: '/caf\\xc3\\xa9' },
      { target: '/caf%C3%A9' },
      { target: `${SITE}/caf%C3%A9` },
      { target: '/caf%C3%A9', host: 'example.com', scheme: 'https' },
      { target: '/caf%C3%A9', host: 'example.com', scheme: 'http' },
    ])
    assert.deepEqual(
      [...urls].map(([url, { people }]) => [url, people]),
      [
        [`${SITE}/caf%C3%A9`, 4],
        ['http://example.com/caf%C3%A9', 1],
      ],
    )
    assert.equal(requests, 5)
  })

  it('keeps the values of a query that the crawl knows, and of others the names', () => {
    const targets = ['/list?page=2', '/list?page=3', '/list?page=4&a=1', '/list', '/a?b=1', '/a?b=2']
    assert.deepEqual(
      [...counted(targets.map(target => ({ target }))).urls.keys()],
      [`${SITE}/list?page=2`, `${SITE}/list?page`, `${SITE}/list?a&page`, `${SITE}/list`, `${SITE}/a?b`],
    )
  })

  it('says what is no URL, and counts other hosts', () => {
    const {
      isRead,
      otherHosts,
      counted: requests,
    } = counted([
      { target: 'http://' },
      { target: 'http://' },
      { target: 'http://elsewhere.test/' },
      { target: 'http://elsewhere.test/' },
    ])
    assert.deepEqual([isRead, otherHosts, requests], [[false, false, true, true], 2, 0])
  })

  it('counts visits of people where something was sent for them', () => {
    const { people, urls } = counted([
      { status: 204 },
      { status: 304 },
      { status: 301 },
      { status: 404 },
      { method: 'HEAD' },
      { method: 'POST' },
    ])
    assert.deepEqual([people, urls.get(`${SITE}/`)?.people], [6, 2])
    assert.deepEqual(urls.get(`${SITE}/`)?.statuses, [])
  })

  it('counts what bots requested, when, and what they got', () => {
    const verified = { agent: GOOGLEBOT, address: '66.249.66.1' }
    const { bots, urls, people } = counted([
      { ...verified, timeMs: 5 },
      { ...verified, timeMs: 3, status: 404 },
      { ...verified, status: 301 },
      { ...verified, address: '203.0.113.9', timeMs: 1, status: 399 },
      { ...verified, address: 'crawl.example' },
    ])
    const visits = { requests: 5, verified: 3, outside: 1, lastMs: 5 }
    assert.deepEqual([...bots], [['googlebot', { ...visits, statuses: { '2xx': 2, '3xx': 2, '4xx': 1 } }]])
    assert.deepEqual(urls.get(`${SITE}/`)?.bots, { googlebot: visits })
    assert.deepEqual(urls.get(`${SITE}/`)?.statuses, [
      [200, 2],
      [404, 1],
      [301, 1],
      [399, 1],
    ])
    assert.equal(people, 0)
  })

  it('has the last request at 0 where the log has no times', () => {
    const { bots, fromMs, toMs, days } = counted([{ agent: GOOGLEBOT }])
    assert.deepEqual([bots.get('googlebot')?.lastMs, fromMs, toMs, days.size], [0, null, null, 0])
  })

  it('counts days by kind, and knows the first and the last request', () => {
    const { days, fromMs, toMs } = counted([
      { timeMs: DAY_MS },
      { timeMs: 2 * DAY_MS - 1, agent: GOOGLEBOT },
      { timeMs: DAY_MS + 1, agent: 'GPTBot/1.0' },
      { timeMs: DAY_MS - 1, agent: 'curl/8.0' },
    ])
    assert.deepEqual(
      [...days],
      [
        [1, { people: 1, search: 1, ai: 1, other: 0 }],
        [0, { people: 0, search: 0, ai: 0, other: 1 }],
      ],
    )
    assert.deepEqual([fromMs, toMs], [DAY_MS - 1, 2 * DAY_MS - 1])
  })

  it('keeps 400 days, and counts on in those that it has', () => {
    const { days } = counted(
      [...Array.from({ length: 401 }, (_, day) => day), 0].map(day => ({ timeMs: day * DAY_MS })),
    )
    assert.deepEqual([days.size, days.has(400), days.get(0)?.people], [400, false, 2])
  })

  it('holds twice as many URLs as are stored, then the most requested half, and counts on in those alone', () => {
    const counter = createRequestCounter(site)
    const visit = (target: string) => counter.count(request({ target }))
    visit('/x')
    for (let index = 0; index < 2 * MAX_VISIT_URLS; index++) visit(`/${index}`)
    const { urls } = counter.found
    // The first of as many visits stay, by the order of their texts.
    const kept = MAX_VISIT_URLS + 1
    assert.deepEqual([urls.size, counter.found.further], [kept, MAX_VISIT_URLS])
    assert.deepEqual([urls.has(`${SITE}/x`), urls.has(`${SITE}/0`)], [false, true])
    visit('/x')
    visit('/0')
    assert.deepEqual([urls.size, urls.get(`${SITE}/x`)?.people, urls.get(`${SITE}/0`)?.people], [kept + 1, 1, 2])
  })
})

describe('reduceUrls()', () => {
  const urls = () =>
    new Map(
      ['c', 'a', 'b', 'd'].map((url, index) => [url, { ...noVisits(url), sessions: index === 3 ? 5 : 2 }] as const),
    )

  it('keeps the most visited URLs, of as many visits the first by their text', () => {
    const left = urls()
    assert.equal(reduceUrls(left, 2), 4)
    assert.deepEqual([...left.keys()], ['a', 'd'])
  })

  it('keeps all where there are no more', () => {
    const left = urls()
    assert.equal(reduceUrls(left, 4), 0)
    assert.equal(left.size, 4)
  })
})
