import assert from 'node:assert/strict'
import { after, before, describe, it, test } from 'node:test'
import type { FetchResult } from '#fetch/fetch.ts'
import { SITE, type TestRecord } from '#store/contract/test-crawl.ts'
import type { Store } from '#store/store.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import { confirmedResponses, fetchLaterResponses } from './later-responses.ts'
import { openScene, type Scene, type Stub } from './test-later-context.ts'

let store: Store
before(async () => {
  store = await openTestStore()
})
after(() => store[Symbol.asyncDispose]())

async function later(scene: Scene) {
  const { context, requested, pauses } = await openScene(store, scene)
  return { responses: await fetchLaterResponses(context), requested, pauses }
}

const home: TestRecord = { path: '/', number: 1 }
const missing = { status: 404, html: '<title>Gone</title><p>Nothing here</p>' }

test('an ordinary site gets two requests, for URLs that are the same in every crawl', async () => {
  const scene: Scene = { records: [home], response: () => missing }
  const { responses, requested } = await later(scene)
  assert.equal(requested.length, 2)
  assert.deepEqual((await later(scene)).requested, requested)
  assert.match(requested[0] ?? '', /^\/[0-9a-f]{24}$/)
  assert.match(requested[1] ?? '', /^\/[0-9a-f]{8}\/[0-9a-f]{24}$/)
  assert.deepEqual(
    responses?.randomUrls.map(({ statuses, isHtml, title, text }) => ({ statuses, isHtml, title, text })),
    Array(2).fill({ statuses: [404], isHtml: true, title: 'Gone', text: 'Nothing here' }),
  )
  assert.deepEqual([responses?.slow, responses?.errorLike], [[], []])
})

test('a made-up URL that seems to exist is requested again', async () => {
  const { responses, requested } = await later({
    records: [home],
    response: () => ({ status: 200, html: '<p>Welcome</p>' }),
  })
  assert.equal(requested.length, 4)
  assert.deepEqual(
    responses?.randomUrls.map(response => response.statuses),
    [
      [200, 200],
      [200, 200],
    ],
  )
})

test('URLs that robots.txt closes are not made up, and its Crawl-delay is kept', async () => {
  const { responses, requested, pauses } = await later({
    records: [home],
    response: () => missing,
    isAllowed: path => path.split('/').length > 2,
    crawlDelayMs: 99_000,
  })
  assert.equal(requested.length, 1)
  assert.equal(responses?.randomUrls.length, 1)
  assert.deepEqual(pauses, [30_000])
})

test('pages that look like an error message are requested again', async () => {
  const errorLike = { columns: { title: 'Page not found', wordCount: 9 } }
  const { responses } = await later({
    records: [home, { path: '/a', number: 2, ...errorLike }, { path: '/b', number: 3, ...errorLike }],
    response: path => (path === '/a' ? { status: 200, html: '<title>Page not found</title>' } : missing),
  })
  assert.deepEqual(responses?.errorLike, [
    { url: `${SITE}/a`, isAgain: true },
    { url: `${SITE}/b`, isAgain: false },
  ])
})

test('slow pages are requested twice more, the slowest five of them', async () => {
  const slow = Array.from({ length: 7 }, (_, index) => ({
    path: `/${index}`,
    number: index + 2,
    fetched: { ttfbMs: 1_000 + index },
    facts: { response: { ttfbMs: 1_000 + index } },
  }))
  const { responses } = await later({
    records: [home, ...slow],
    response: path => (path === '/6' ? { status: 503 } : path.length > 2 ? missing : { status: 200, ttfbMs: 99.6 }),
  })
  assert.deepEqual(
    responses?.slow,
    [5, 4, 3, 2].map(index => ({ url: `${SITE}/${index}`, samplesMs: [1_000 + index, 100, 100] })),
  )
})

test('pages of a private host are not timed', async () => {
  const slow = { path: '/slow', number: 2, fetched: { ttfbMs: 5_000 }, facts: { response: { ttfbMs: 5_000 } } }
  const { responses, requested } = await later({ records: [home, slow], response: () => missing, isPrivateHost: true })
  assert.deepEqual(responses?.slow, [])
  assert.equal(requested.length, 2)
})

test('a crawl that is stopped requests nothing', async () => {
  const { responses, requested } = await later({ records: [home], response: () => missing, isHalted: true })
  assert.equal(responses, null)
  assert.deepEqual(requested, [])
})

test('at most twenty pages that look like an error message are requested again', async () => {
  const pages = Array.from({ length: 21 }, (_, index) => ({
    path: `/${index}`,
    number: index + 2,
    columns: { title: 'Page not found', wordCount: 9 },
  }))
  const { responses, requested } = await later({ records: [home, ...pages], response: () => missing })
  assert.equal(responses?.errorLike.length, 20)
  assert.equal(requested.length, 2 + 20)
})

const again: [what: string, response: Stub, isAgain: boolean][] = [
  ['a failure', 'timeout-first-byte', false],
  ['a redirect', { status: 301, html: '<title>Page not found</title>' }, false],
  ['the last status of a redirect', { status: 399, html: '<title>Page not found</title>' }, false],
  ['another status', { status: 201, html: '<title>Page not found</title>' }, false],
  ['a file', { status: 200, headers: [['content-type', 'application/pdf']] }, false],
  ['a page about something else', { status: 200, html: '<title>Bread</title><p>Here it is</p>' }, false],
  ['the same page', { status: 200, html: '<title>Page not found</title>' }, true],
]
for (const [what, response, isAgain] of again)
  test(`a page that looks like an error message, and then is ${what}`, async () => {
    const { responses } = await later({
      records: [home, { path: '/a', number: 2, columns: { title: 'Page not found', wordCount: 9 } }],
      response: path => (path === '/a' ? response : missing),
    })
    assert.deepEqual(responses?.errorLike, [{ url: `${SITE}/a`, isAgain }])
  })

const random: [
  what: string,
  response: Stub,
  expected: { statuses: (number | null)[]; isHtml: boolean; text: string },
][] = [
  ['fails', 'timeout-first-byte', { statuses: [null], isHtml: false, text: '' }],
  ['redirects', { status: 302, html: '<p>Moved</p>' }, { statuses: [302], isHtml: false, text: '' }],
  [
    'is the first that is no redirect',
    { status: 400, html: '<p>Bad</p>' },
    { statuses: [400], isHtml: true, text: 'Bad' },
  ],
  [
    'has a long text',
    { status: 404, html: `<p>${'x'.repeat(301)}</p>` },
    { statuses: [404], isHtml: true, text: 'x'.repeat(300) },
  ],
]
for (const [what, response, expected] of random)
  test(`a made-up URL whose response ${what}`, async () => {
    const { responses } = await later({ records: [home], response: () => response })
    assert.deepEqual(
      responses?.randomUrls.map(({ statuses, isHtml, text }) => ({ statuses, isHtml, text })),
      [expected, expected],
    )
  })

test('slow pages are timed for twenty seconds, and only those that were timed three times are kept', async () => {
  const pages = Array.from({ length: 3 }, (_, index) => ({
    path: `/${index}`,
    number: index + 2,
    fetched: { ttfbMs: 5_000 - index },
    facts: { response: { ttfbMs: 5_000 - index } },
  }))
  const scene: Scene = { records: [home, ...pages], response: path => (path.length > 2 ? missing : { status: 200 }) }
  const timedWith = async (requestMs: number) => {
    const { responses, requested } = await later({ ...scene, requestMs })
    return [responses?.slow.map(({ url }) => url.replace(SITE, '')), requested.slice(2)]
  }
  assert.deepEqual(await timedWith(6_667), [['/0'], ['/0', '/0', '/1']])
  assert.deepEqual(await timedWith(6_666), [
    ['/0', '/1'],
    ['/0', '/0', '/1', '/1'],
  ])
  assert.deepEqual(await timedWith(20_000), [[], ['/0']])
})

test('a crawl that is stopped meanwhile has no responses', async () => {
  const { responses, requested } = await later({ records: [home], response: () => missing, haltAfter: 1 })
  assert.equal(responses, null)
  assert.equal(requested.length, 1)
})

test('a crawl without a start page requests nothing', async () => {
  const { responses, requested } = await later({ records: [home], response: () => missing, hasHome: false })
  assert.deepEqual([responses, requested], [null, []])
})

test('a later request follows no redirect and reads 256 kB at most', async () => {
  const open = await openScene(store, { records: [home], response: () => missing })
  await fetchLaterResponses(open.context)
  assert.deepEqual(open.requests, Array(2).fill({ method: 'GET', body: 'all', maxBytes: 262_144, maxHops: 0 }))
})

describe('confirmedResponses()', () => {
  const rows: [name: string, given: (number | null)[], statuses: (number | null)[]][] = [
    ['takes a 200 at once', [200, 500], [200]],
    ['requests again what failed', [404, 200], [404, 200]],
    ['requests again where nothing came', [null, null, 200], [null, null]],
    ['requests a redirect again', [301, 301], [301, 301]],
  ]
  for (const [name, given, statuses] of rows)
    it(name, async () => {
      const requested: FetchResult[] = []
      const result = await confirmedResponses(async () => {
        const response = responseOf(given[requested.length] ?? null)
        requested.push(response)
        return response
      })
      assert.deepEqual(result.statuses, statuses)
      assert.equal(result.last, requested.at(-1))
      assert.equal(requested.length, statuses.length)
    })
})

function responseOf(status: number | null): FetchResult {
  const timing = { ttfbMs: 1, totalMs: 1 }
  if (status === null) return { kind: 'failure', url: 'a:', reason: 'reset', detail: '', hops: [], timing: null }
  const rest = {
    httpVersion: '1.1',
    headers: [],
    hops: [],
    body: new Uint8Array(),
    transferBytes: 0,
    isTruncated: false,
  }
  return { kind: 'response', url: 'a:', status, timing, ...rest }
}
