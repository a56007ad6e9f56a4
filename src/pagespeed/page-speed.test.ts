import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import { serveHttp } from '#fetch/test-server.ts'
import type { PageSpeed } from '#shared/page-speed.ts'
import type { PageSpeedStore } from '#store/store.ts'
import { openTestStore } from '../../test/support/storage.ts'
import { createGooglePageSpeed } from './google-page-speed.ts'
import { createLocalLighthouse } from './local-lighthouse.ts'
import { createPageSpeed, medianRun, type PageSpeedDeps, type PageSpeedQuestion } from './page-speed.ts'
import type { PageSpeedResult } from './result.ts'

/** The part over the real store and the real client of Google, which sends requests to a server that responds when the test says so. */

const HOUR_MS = 3_600_000
const SITE = 'https://site.test/'

interface Scene extends AsyncDisposable {
  pageSpeed: ReturnType<typeof createPageSpeed>
  clock: { nowMs: number }
  owners: [number, number, number]
  results: PageSpeedStore
  measure(question?: Partial<PageSpeedQuestion>): Promise<PageSpeedResult>
  /** URLs that were requested of Google and have no response yet. */
  held: Map<string, ServerResponse>
  /** Responds to the oldest, once it is there. */
  respond(performance?: number): Promise<string>
  requested: string[]
}

async function open(overrides: Partial<PageSpeedDeps> = {}): Promise<Scene> {
  const store = await openTestStore()
  const owners = [
    await store.visitors.createOwner('a', 1),
    await store.visitors.createOwner('b', 1),
    await store.visitors.createOwner('c', 1),
  ]
  const held = new Map<string, ServerResponse>()
  const requested: string[] = []
  const server = await serveHttp((request, response) => {
    const url = new URL(request.url ?? '', 'http://x').searchParams.get('url') ?? ''
    requested.push(url)
    held.set(url, response)
    response.on('close', () => held.delete(url))
  })
  const clock = { nowMs: Date.UTC(2026, 0, 1) }
  const now = () => clock.nowMs
  const after = () => () => {}
  const pageSpeed = createPageSpeed({
    choice: 'auto',
    google: createGooglePageSpeed({ serviceUrl: new URL(server.origin), key: 'key', now, after, random: () => 0 }),
    local: createLocalLighthouse({
      policy: { targets: 'any', allow: [] },
      browsers: async function* () {},
      environment: {},
      sandbox: 'off',
      yieldsToCrawls: false,
      after,
      log: () => {},
    }),
    results: store.pageSpeed,
    checkTarget: async url => (url.includes('forbidden') ? { ok: false, message: 'Not this one.' } : { ok: true }),
    isPublic: async url => !url.includes('intern'),
    maxWaiting: 3,
    now,
    ...overrides,
  })
  const [a = 0, b = 0, c = 0] = owners
  return {
    pageSpeed,
    clock,
    owners: [a, b, c],
    results: store.pageSpeed,
    held,
    requested,
    measure: question =>
      pageSpeed.measure({ ownerId: a, url: SITE, device: 'mobile', signal: new AbortController().signal, ...question }),
    async respond(performance = 0.9) {
      while (held.size === 0) await new Promise(resolve => setImmediate(resolve))
      const [[url, response]] = [...held] as [[string, ServerResponse]]
      held.delete(url)
      const lighthouseResult = { audits: {}, categories: { performance: { score: performance } } }
      response.end(JSON.stringify({ lighthouseResult }))
      return url
    },
    async [Symbol.asyncDispose]() {
      await pageSpeed[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
    },
  }
}

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise(resolve => setImmediate(resolve))
}

function codeOf(result: PageSpeedResult): string {
  return result.ok ? `measured ${result.pageSpeed.performance}` : result.failure.code
}

describe('results', () => {
  test('are shown again for an hour, to their owner alone, unless a fresh one is requested', async () => {
    await using scene = await open()
    const { measure, respond, clock, owners } = scene
    const first = measure()
    await respond(0.9)
    assert.equal(codeOf(await first), 'measured 90')
    clock.nowMs += HOUR_MS - 1
    assert.equal(codeOf(await measure({ url: 'https://site.test/#part' })), 'measured 90')
    const others: [Partial<PageSpeedQuestion>, number][] = [
      [{ ownerId: owners[1] }, 0.5],
      [{ device: 'desktop' }, 0.6],
      [{ isFresh: true }, 0.7],
    ]
    for (const [question, performance] of others) {
      const pending = measure(question)
      await respond(performance)
      assert.equal(codeOf(await pending), `measured ${performance * 100}`)
    }
    assert.equal(codeOf(await measure()), 'measured 70')
    clock.nowMs += HOUR_MS
    const late = measure()
    await respond(0.8)
    assert.equal(codeOf(await late), 'measured 80')
    assert.equal(scene.requested.length, 5)
  })

  test('are not kept when they were forgotten while they were made', async () => {
    await using scene = await open()
    const { measure, respond, pageSpeed, owners } = scene
    const first = measure()
    await until(() => scene.held.size === 1)
    await pageSpeed.forget({ ownerId: owners[0], url: 'https://www.site.test/' })
    await respond(0.9)
    assert.equal(codeOf(await first), 'measured 90')
    assert.equal(await scene.results.find({ ownerId: owners[0], url: SITE, device: 'mobile', afterMs: 0 }), null)
  })

  test('are forgotten by host', async () => {
    await using scene = await open()
    const first = scene.measure()
    await scene.respond()
    await first
    await scene.pageSpeed.forget({ ownerId: scene.owners[0], url: SITE })
    const again = scene.measure()
    await scene.respond(0.1)
    assert.equal(codeOf(await again), 'measured 10')
  })
})

describe('the same question', () => {
  test('is measured once for all requests', async () => {
    await using scene = await open()
    const pending = [scene.measure(), scene.measure({ isFresh: true }), scene.measure()]
    await scene.respond()
    assert.deepEqual((await Promise.all(pending)).map(codeOf), ['measured 90', 'measured 90', 'measured 90'])
    assert.equal(scene.requested.length, 1)
  })

  test('goes on while one is left, and is cut off when the last one leaves', async () => {
    await using scene = await open()
    const [one, other] = [new AbortController(), new AbortController()]
    const pending = [scene.measure({ signal: one.signal }), scene.measure({ signal: other.signal })]
    await until(() => scene.held.size === 1)
    one.abort()
    assert.equal(codeOf((await pending[0]) ?? assert.fail()), 'cancelled')
    assert.equal(scene.held.size, 1)
    other.abort()
    assert.equal(codeOf((await pending[1]) ?? assert.fail()), 'cancelled')
    await until(() => scene.held.size === 0)
    assert.equal(scene.pageSpeed.progressOf({ ownerId: scene.owners[0], url: SITE, device: 'mobile' }), null)
    const again = scene.measure()
    await scene.respond(0.2)
    assert.equal(codeOf(await again), 'measured 20')
  })
})

describe('waiting', () => {
  const page = (name: string) => `https://site.test/${name}`

  test('has a reported place, and is bounded for each owner and for all', async () => {
    // Without stored results nothing comes between a question and its place in the queue.
    await using scene = await open({ results: null })
    const [a, b, c] = scene.owners
    const running = ['1', '2', '3', '4'].map(name => scene.measure({ url: page(name) }))
    await until(() => scene.held.size === 4)
    const waiting = [scene.measure({ url: page('5') }), scene.measure({ url: page('6') })]
    const place = (ownerId: number, name: string) => {
      const progress = scene.pageSpeed.progressOf({ ownerId, url: page(name), device: 'mobile' })
      return progress?.state === 'waiting' ? progress.place : progress?.phase
    }
    assert.equal(codeOf(await scene.measure({ url: page('7') })), 'too-many-waiting')
    assert.deepEqual([place(a, '4'), place(a, '5'), place(a, '6'), place(b, '5')], ['requesting', 1, 2, undefined])
    const foreign = scene.measure({ ownerId: b, url: page('8') })
    await until(() => place(b, '8') === 1)
    assert.equal(codeOf(await scene.measure({ ownerId: c, url: page('9') })), 'queue-full')
    await scene.respond()
    await until(() => scene.requested.includes(page('8')))
    assert.ok(!scene.requested.includes(page('5')), 'the other owner comes first')
    for (let count = 0; count < 6; count++) await scene.respond()
    const all = await Promise.all([...running, ...waiting, foreign])
    assert.deepEqual(new Set(all.map(codeOf)), new Set(['measured 90']))
  })

  test('ends when the server does, and so does what runs', async () => {
    await using scene = await open()
    const pending = ['1', '2', '3', '4', '5'].map(name => scene.measure({ url: page(name) }))
    await until(() => scene.held.size === 4)
    await scene.pageSpeed[Symbol.asyncDispose]()
    assert.deepEqual(new Set((await Promise.all(pending)).map(codeOf)), new Set(['cancelled']))
    assert.equal(codeOf(await scene.measure({ url: page('6') })), 'cancelled')
  })
})

describe('who measures', () => {
  const rows: [name: string, overrides: Partial<PageSpeedDeps>, url: string, code: string][] = [
    ['a URL that is none', {}, 'ftp://site.test/', 'invalid-url'],
    ['no URL', {}, ' ', 'invalid-url'],
    ['a file', {}, 'file:///etc/passwd', 'invalid-url'],
    ['a URL that may not be requested', {}, 'https://forbidden.test/', 'target-refused'],
    ['an internal URL, which only Lighthouse can measure', {}, 'https://intern.test/', 'browser-missing'],
    ['a page where Lighthouse was chosen', { choice: 'lighthouse' }, SITE, 'browser-missing'],
    ['a page without a key', { google: null }, SITE, 'browser-missing'],
    ['a page where Google was chosen without a key', { choice: 'google', google: null }, SITE, 'key-invalid'],
    ['an internal URL where Google was chosen', { choice: 'google' }, 'https://intern.test/', 'target-refused'],
    ['anything where it is switched off', { choice: 'off' }, SITE, 'switched-off'],
  ]
  for (const [name, overrides, url, code] of rows) {
    test(`${name}: ${code}`, async () => {
      await using scene = await open(overrides)
      assert.equal(codeOf(await scene.measure({ url })), code)
      assert.deepEqual(scene.requested, [])
    })
  }

  const accepted = { status: 'Valid', message: 'The key is accepted.' }
  const google = { measure: async () => assert.fail('nothing is measured'), status: async () => accepted }
  const local = { measure: google.measure, obstacle: async () => null }
  const states: [overrides: Partial<PageSpeedDeps>, status: string, words: RegExp][] = [
    [{ choice: 'off' }, 'Off', /switched off/],
    [{ choice: 'google', google: null }, 'Not set', /API key/],
    [{ google }, 'Valid', /^The key is accepted\.$/],
    [{ google, choice: 'google' }, 'Valid', /^The key is accepted\.$/],
    [{ google, choice: 'lighthouse' }, 'Unavailable', /No Chromium was found/],
    [{ google, local, choice: 'lighthouse' }, 'Not set', /^No API key is needed: pages are measured by Lighthouse/],
    [{ google: null }, 'Unavailable', /No API key is set.*No Chromium was found/],
  ]
  for (const [overrides, status, words] of states) {
    test(`is reported as ${status}, with ${overrides.google ? 'a key' : 'no key'}, by ${overrides.choice ?? 'either'}`, async () => {
      await using scene = await open(overrides)
      const told = await scene.pageSpeed.status()
      assert.equal(told.status, status)
      assert.match(told.message, words)
    })
  }
})

describe('several runs', () => {
  test('tell the median one by performance', async () => {
    const measured = (performances: (number | null)[]) => {
      const left = [...performances]
      return async (): Promise<PageSpeedResult> => {
        const pageSpeed = { performance: left.shift() ?? null, runCount: 1 } as PageSpeed
        return { ok: true, pageSpeed }
      }
    }
    for (const [performances, median] of [
      [[70], 70],
      [[90, 50, 70], 70],
      [[90, 50], 50],
      [[null, 40, 60], 40],
    ] as const) {
      const result = await medianRun(performances.length, measured([...performances]))
      assert.ok(result.ok)
      assert.deepEqual([result.pageSpeed.performance, result.pageSpeed.runCount], [median, performances.length])
    }
  })
})
