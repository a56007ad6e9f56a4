import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { openFetcher, serveHttp } from '#fetch/test-server.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import type { HostRateStore, SharedRate, Store } from '#store/store.ts'
import { testEngineSettings } from '../../../test/support/settings.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import type { CrawlRunDeps } from '../crawl-context.ts'
import { runCrawl } from '../crawl-run.ts'
import { visit } from '../visit/visit.ts'
import { HostRates } from './host-rates.ts'

const PAGES = 6
const DELAY_MS = 5_000

/** A site of a few pages that are linked from the first one. `robots` is its robots.txt. */
function sitemapResponseOf(url: string, robots: string): { status: number; type: string; text: string } {
  if (url === '/robots.txt') return { status: 200, type: 'text/plain', text: robots }
  if (!/^\/\d?$/.test(url)) return { status: 404, type: 'text/plain', text: '' }
  const links = Array.from({ length: PAGES - 1 }, (_, index) => `<a href="/${index + 1}">Page</a>`).join(' ')
  return { status: 200, type: 'text/html', text: `<!doctype html><title>Page ${url}</title>${links}` }
}

/** A real server, a real store, and a clock that jumps to the next timer whenever nothing is under way. */
async function world(robots: string) {
  const requested: { url: string; atMs: number }[] = []
  const most = { atOnce: 0, now: 0 }
  const clock = { nowMs: 0, busy: 0 }
  const timers: { atMs: number; callback: () => void }[] = []
  const parts = new AsyncDisposableStack()
  const server = parts.use(
    await serveHttp(async ({ url = '' }, response) => {
      requested.push({ url, atMs: clock.nowMs })
      most.atOnce = Math.max(most.atOnce, ++most.now)
      const { status, type, text } = sitemapResponseOf(url, robots)
      for (let turns = 0; turns < 30; turns++) await turn()
      most.now--
      response.writeHead(status, { 'content-type': type }).end(text)
    }),
  )
  const store = parts.use(await openTestStore())
  const fetcher = parts.use(openFetcher())
  const after = (ms: number, callback: () => void) => {
    const timer = { atMs: clock.nowMs + ms, callback }
    timers.push(timer)
    return () => void timers.splice(timers.indexOf(timer) >>> 0, 1)
  }
  let isOver = false
  parts.defer(() => {
    isOver = true
  })
  const advance = async () => {
    while (!isOver) {
      for (let quiet = 0; quiet < 5; quiet++) await turn()
      if (clock.busy > 0) continue
      const next = timers.sort((a, b) => a.atMs - b.atMs).shift()
      if (!next) continue
      clock.nowMs = Math.max(clock.nowMs, next.atMs)
      next.callback()
    }
  }
  void advance()
  const counted: CrawlRunDeps['fetcher'] = {
    async fetch(request) {
      clock.busy++
      try {
        return await fetcher.fetch(request)
      } finally {
        clock.busy--
      }
    },
    async [Symbol.asyncDispose]() {},
  }
  const timing = {
    elapsedMs: () => clock.nowMs,
    after,
    log: (event: string, details: object) => {
      throw new Error(`${event}: ${JSON.stringify(details)}`)
    },
  }
  const machine = (name: string) => new HostRates({ store, process: name, leaseMs: 30_000, ...timing })
  const crawl = async (hostRates: HostRates, owner: string) => {
    const claim = await claimNew(store, { url: `${server.origin}/`, owner })
    const control = new AbortController()
    const deps: CrawlRunDeps = {
      store,
      onWaiting() {},
      credentialsOf: async () => null,
      hostRates,
      fetcher: counted,
      pool: {
        submit: job =>
          visit(
            job,
            {
              fetcher: counted,
              now: () => 0,
              checks: [],
              refusesHop: () => null,
              onReading: () => {},
              render: () => Promise.reject(new Error('no test here renders')),
              reportCheckError: () => {},
            },
            control.signal,
          ),
        abort: () => control.abort(),
        setRobots: () => {},
        setOptions: () => {},
        setSession: () => {},
        signInWithBrowser: async () => assert.fail('no crawl signs in'),
        forget: () => {},
      },
      settings: { ...testEngineSettings, maxCrawlDelayMs: 60_000 },
      ownChecks: null,
      pageChecks: async () => [],
      siteChecks: async () => [],
      measurePageSpeed: () => Promise.reject(new Error('no test here measures')),
      now: () => 2_000,
      ...timing,
    }
    const never = new AbortController().signal
    await runCrawl(claim, deps, { abandon: never, pause: never, stop: never })
    return await store.reading.crawl(claim.crawlId)
  }
  const { origin } = server
  return { store, origin, requested, most, machine, crawl, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

async function claimNew(store: Store, { url, owner }: { url: string; owner: string }) {
  const ownerId = await store.visitors.createOwner(owner, 1_000)
  const options = { ...defaultCrawlOptions, probesExternal: false }
  await store.websites.startCrawl({ ownerId, url, crawlLimit: 100, options, nowMs: 1_000 })
  const claim = await store.crawls.claim(owner, 1_000, 1e12)
  assert.ok(claim)
  return claim
}

function gapsOf(requested: readonly { atMs: number }[]): number[] {
  return requested.slice(1).map(({ atMs }, index) => atMs - (requested[index]?.atMs ?? 0))
}

const DELAYED = `User-agent: *\nCrawl-delay: ${DELAY_MS / 1_000}\n`

describe('the rate of a host', () => {
  it('is kept by a crawl that is alone: pages, robots.txt and all else', async () => {
    await using stage = await world(DELAYED)
    const crawl = await stage.crawl(stage.machine('one'), 'a')
    assert.equal(crawl?.counts.pagesCrawled, PAGES)
    assert.ok(
      gapsOf(stage.requested).every(gap => gap >= DELAY_MS),
      JSON.stringify(stage.requested),
    )
  })

  for (const words of ['one process', 'two machines'])
    it(`is kept by two crawls in ${words}, once one of them has read robots.txt`, async () => {
      await using stage = await world(DELAYED)
      const first = stage.machine('one')
      const second = words === 'one process' ? first : stage.machine('two')
      const crawls = await Promise.all([stage.crawl(first, 'a'), stage.crawl(second, 'b')])
      assert.deepEqual(
        crawls.map(crawl => crawl?.counts.pagesCrawled),
        [PAGES, PAGES],
      )
      // Each requests robots.txt before it knows what it says, sooner or later after the other.
      const known = stage.requested.filter(({ url }, index) => index === 0 || url !== '/robots.txt')
      assert.ok(
        gapsOf(known).every(gap => gap >= DELAY_MS),
        JSON.stringify(stage.requested),
      )
    })

  it('is kept from one crawl to the next', async () => {
    await using stage = await world(DELAYED)
    const machine = stage.machine('one')
    await stage.crawl(machine, 'a')
    await stage.crawl(stage.machine('two'), 'b')
    assert.ok(
      gapsOf(stage.requested).every(gap => gap >= DELAY_MS),
      JSON.stringify(stage.requested),
    )
  })

  it('allows many crawls together no more requests at once than one of them', async () => {
    await using stage = await world('')
    const machines = [stage.machine('one'), stage.machine('two')]
    const crawls = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((owner, index) => {
        const machine = machines[index % 2]
        assert.ok(machine)
        return stage.crawl(machine, owner)
      }),
    )
    for (const crawl of crawls) assert.equal(crawl?.counts.pagesCrawled, PAGES)
    assert.equal(stage.most.atOnce, testEngineSettings.requestsPerLoopbackHost)
  })

  it('leaves nothing behind once it is over', async () => {
    await using stage = await world('')
    await stage.crawl(stage.machine('one'), 'a')
    const left: unknown[] = []
    await stage.store.hostRates.change([stage.origin], 0, (_, rates) => {
      left.push(...rates.shares)
      return rates
    })
    assert.deepEqual(left, [])
  })
})

/** A store in memory of which methods fail for a while, and timers that end when a test says so. */
function failingStore() {
  const failing = new Set<keyof HostRateStore>()
  const stored = new Map<string, SharedRate>()
  const logged: string[] = []
  const timers: { ms: number; callback: () => void }[] = []
  const orFail = (method: keyof HostRateStore) => {
    if (failing.has(method)) throw new Error(`${method} failed`)
  }
  const hostRates: HostRateStore = {
    async change(origins, nowMs, change) {
      orFail('change')
      const none = { shares: [], dueMs: 0, pauseDueMs: 0 }
      for (const origin of origins) stored.set(origin, change(origin, stored.get(origin) ?? none, nowMs))
    },
    async contended() {
      orFail('contended')
      return []
    },
    async forgetPast() {
      orFail('forgetPast')
    },
    async forgetAll() {},
  }
  const rates = new HostRates({
    store: { hostRates },
    process: 'one',
    leaseMs: 3_000,
    elapsedMs: () => 0,
    after(ms, callback) {
      const timer = { ms, callback }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
    // Without the stack of the error.
    log: (event, { cause }) => logged.push(`${event}: ${String(cause).split('\n', 1)[0]}`),
  }).open()
  const request = () => {
    const lease = rates.lease('https://site.test/', { ceiling: 1, pauseMs: 0, delayMs: 0 })
    return rates.request(lease, new AbortController().signal, async () => 'sent')
  }
  return {
    ...{ failing, logged, rates, request },
    waitsMs: () => timers.map(({ ms }) => ms),
    /** The next look at the store, and all that follows from it. */
    async look() {
      timers.shift()?.callback()
      await turn()
    },
  }
}

const failureOf = (method: string) => `keeping the rates of hosts failed: Error: ${method} failed`

describe('a store that fails to keep the rates', () => {
  it('is logged once for a series of failures, and requests wait until it is back', async () => {
    const { failing, logged, rates, request, look, waitsMs } = failingStore()
    failing.add('change').add('contended').add('forgetPast')
    const response = request()
    await turn()
    assert.deepEqual(logged, [failureOf('change')])
    // A sixth of the lease, which is less than a second here.
    assert.deepEqual(waitsMs(), [500])
    await look()
    assert.deepEqual([logged.length, waitsMs(), rates.isWaiting], [1, [500], true])
    failing.clear()
    await look()
    assert.equal(await response, 'sent')
    assert.deepEqual([logged.length, rates.isWaiting], [1, false])
    failing.add('change').add('forgetPast')
    await rates[Symbol.asyncDispose]()
    assert.deepEqual(logged, [failureOf('change'), failureOf('change')])
    assert.deepEqual(waitsMs(), [])
  })

  it('is logged where it fails to list the hosts of several crawls, or to forget those of the past', async () => {
    for (const method of ['contended', 'forgetPast'] as const) {
      const { failing, logged, rates, request, look } = failingStore()
      failing.add(method)
      assert.equal(await request(), 'sent')
      await look()
      await rates[Symbol.asyncDispose]()
      assert.deepEqual(logged, [failureOf(method)])
    }
  })
})
