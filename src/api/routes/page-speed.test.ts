import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { pageSpeedWith } from '#checks/test-page-speed.ts'
import type { LocalLighthouse, LocalQuestion } from '#pagespeed/local-lighthouse.ts'
import { createPageSpeed, type PageSpeedService } from '#pagespeed/page-speed.ts'
import { type PageSpeedResult, pageSpeedFailure } from '#pagespeed/result.ts'
import { addCrawl } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { URL_INVALID, URL_REQUIRED } from '#shared/start-url.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import type { TestVisitor } from '../test-visitor.ts'

const SITE = 'https://site.test/'

/** One measurement that the browser of this machine is to make; a test finishes it. */
interface Measurement extends LocalQuestion {
  finish(result: PageSpeedResult): void
}

let test: TestApp
let service: PageSpeedService
/** Measurements requested of the browser, in order. */
let measurements: Measurement[] = []
let whenStarted = Promise.withResolvers<Measurement>()

const local: LocalLighthouse = {
  obstacle: async () => null,
  async measure(question) {
    const { promise, resolve } = Promise.withResolvers<PageSpeedResult>()
    question.signal.addEventListener('abort', () =>
      resolve({ ok: false, failure: pageSpeedFailure('cancelled', 'Cancelled.') }),
    )
    const one = { ...question, finish: resolve }
    measurements.push(one)
    whenStarted.resolve(one)
    return promise
  },
}

/** The next measurement requested of the browser. */
async function nextMeasurement(): Promise<Measurement> {
  const next = await whenStarted.promise
  whenStarted = Promise.withResolvers()
  return next
}

const measured = ({ url, device }: LocalQuestion): PageSpeedResult => ({
  ok: true,
  pageSpeed: pageSpeedWith({ url, device }),
})
const path = (query: Record<string, string> = { url: SITE }) => `/api/pagespeed?${new URLSearchParams(query)}`
const progressPath = (query: Record<string, string> = { url: SITE }) =>
  `/api/pagespeed/progress?${new URLSearchParams(query)}`
const resultOf = async (response: Response | Promise<Response>) => {
  const come = await response
  assert.equal(come.status, 200)
  return endpoints.pageSpeed.response.parse(await come.json())
}
const progressOf = async (visitor: TestVisitor, query?: Record<string, string>) =>
  endpoints.pageSpeedProgress.response.parse(await (await visitor.get(progressPath(query))).json())
const statusAndJson = async (response: Response): Promise<[number, unknown]> => [response.status, await response.json()]

async function admitted(peer?: string): Promise<TestVisitor> {
  const visitor = test.visitor(peer)
  await visitor.get('/')
  return visitor
}

before(async () => {
  test = await openTestApp({ requestsPerMinute: 1e6, requestsPerMinutePerAddress: 1e6 })
})
after(() => test[Symbol.asyncDispose]())
beforeEach(async () => {
  await service?.[Symbol.asyncDispose]()
  measurements = []
  whenStarted = Promise.withResolvers()
  service = createPageSpeed({
    choice: 'auto',
    google: null,
    local,
    results: test.store.pageSpeed,
    checkTarget: async url =>
      url.includes('private') ? { ok: false, message: 'This address is not public.' } : { ok: true },
    isPublic: async () => true,
    maxWaiting: 20,
    now: () => test.clock.nowMs,
  })
  test.speed.measurer = service
})

describe('GET /api/pagespeed', () => {
  it('holds the request until there is a result, and serves the next one from what is kept', async () => {
    const visitor = await admitted()
    const response = visitor.get(path())
    const one = await nextMeasurement()
    assert.deepEqual([one.url, one.device], [SITE, 'mobile'])
    one.finish(measured(one))
    assert.equal((await resultOf(response)).url, SITE)
    assert.deepEqual(await progressOf(visitor), { state: 'measured' })
    await resultOf(visitor.get(path({ url: 'site.test' })))
    assert.equal(measurements.length, 1)
  })

  it('measures anew with refresh, and after an hour', async () => {
    const visitor = await admitted()
    for (const { query, laterMs } of [
      { query: { url: SITE }, laterMs: 0 },
      { query: { url: SITE, refresh: 'true' }, laterMs: 0 },
      { query: { url: SITE }, laterMs: 60 * 60_000 },
      { query: { url: SITE, device: 'desktop' }, laterMs: 0 },
    ]) {
      test.clock.nowMs += laterMs
      const response = visitor.get(path(query))
      const one = await nextMeasurement()
      one.finish(measured(one))
      await resultOf(response)
    }
    assert.deepEqual(
      measurements.map(({ device }) => device),
      ['mobile', 'mobile', 'mobile', 'desktop'],
    )
  })

  it('makes an owner of a visitor without a cookie, who then finds the result again', async () => {
    const visitor = test.visitor()
    const response = visitor.get(path())
    const one = await nextMeasurement()
    one.finish(measured(one))
    await resultOf(response)
    assert.match(visitor.cookie, /sitesounder_visitor=/)
    assert.deepEqual(await progressOf(visitor), { state: 'measured' })
  })

  const refusals: [string, string, number, string][] = [
    ['no URL', '/api/pagespeed', 400, URL_REQUIRED],
    ['an empty URL', '/api/pagespeed?url=', 400, URL_REQUIRED],
    ['what is no URL', path({ url: 'not a URL' }), 400, URL_INVALID],
    ['a file', path({ url: 'file:///etc/passwd' }), 400, URL_INVALID],
    ['an unknown device', path({ url: SITE, device: 'fridge' }), 400, 'device must be one of mobile, desktop'],
    ['a host that may not be reached', path({ url: 'http://private.test/' }), 400, 'This address is not public.'],
    ['progress of no URL', '/api/pagespeed/progress', 400, URL_REQUIRED],
    ['progress of what is no URL', progressPath({ url: 'x' }), 400, URL_INVALID],
  ]
  for (const [name, url, status, message] of refusals)
    it(`refuses ${name}, in JSON`, async () => {
      const visitor = await admitted()
      assert.deepEqual(await statusAndJson(await visitor.get(url)), [status, { message }])
      assert.equal(measurements.length, 0)
    })

  const failures = [
    pageSpeedFailure('page-failed', 'The page showed nothing, so there is nothing to measure.'),
    pageSpeedFailure('quota-exceeded', 'No more questions today.'),
    pageSpeedFailure('service-failed', 'Google PageSpeed Insights is temporarily unavailable (status 500).'),
    pageSpeedFailure('key-invalid', 'The API key for PageSpeed Insights is missing or invalid.'),
    pageSpeedFailure('timed-out', 'The page could not be measured within 2 minutes.'),
  ]
  for (const failure of failures)
    it(`reports the failure ${failure.code} with its status`, async () => {
      const visitor = await admitted()
      const response = visitor.get(path())
      ;(await nextMeasurement()).finish({ ok: false, failure })
      assert.deepEqual(await statusAndJson(await response), [failure.status, { message: failure.message }])
    })

  it('reports an internal error as JSON, too, and logs it', async () => {
    const visitor = await admitted()
    test.speed.measurer = { ...service, measure: () => Promise.reject(new Error('a fault')) }
    const [status, body] = await statusAndJson(await visitor.get(path()))
    assert.equal(status, 500)
    assert.match(JSON.stringify(body), /"message":"Something went wrong on the server\./)
    assert.equal(test.logged.splice(0).length, 1)
  })

  it('cancels what no request waits for any longer', async () => {
    const visitor = await admitted()
    const leaving = new AbortController()
    const request = new Request(`http://localhost${path()}`, {
      headers: { cookie: visitor.cookie },
      signal: leaving.signal,
    })
    const response = test.app.request(request)
    const { signal } = await nextMeasurement()
    assert.equal(signal.aborted, false)
    leaving.abort()
    await response
    assert.equal(signal.aborted, true)
    assert.deepEqual(await progressOf(visitor), { state: 'none' })
  })

  it('refuses what one network has under way beyond a bound, of all its visitors, and of no other network', async () => {
    const responses = Array.from({ length: 6 }, (_, index) =>
      test.visitor('192.0.2.1').get(path({ url: `${SITE}${index}` })),
    )
    await nextMeasurement()
    const [status, body] = await statusAndJson(await test.visitor('192.0.2.1').get(path()))
    assert.deepEqual(
      [status, body],
      [429, { message: 'Too many measurements from your network are under way. Please wait for one to end.' }],
    )
    const other = test.visitor('192.0.2.2').get(path())
    for (let done = 0; done < 7; done += 1) {
      while (!measurements[done]) await new Promise(setImmediate)
      measurements[done]?.finish(measured(measurements[done] ?? assert.fail()))
    }
    assert.deepEqual(
      new Set((await Promise.all([...responses, other])).map(response => response.status)),
      new Set([200]),
    )
  })

  it('refuses an owner’s question beyond the two that wait, in a sentence', async () => {
    const visitor = await admitted()
    const leaving = new AbortController()
    const responses = [0, 1, 2].map(index =>
      test.app.request(
        new Request(`http://localhost${path({ url: `${SITE}${index}` })}`, {
          headers: { cookie: visitor.cookie },
          signal: leaving.signal,
        }),
      ),
    )
    await nextMeasurement()
    // Whichever of them came first is measured.
    const states = () => Promise.all([0, 1, 2].map(index => progressOf(visitor, { url: `${SITE}${index}` })))
    while ((await states()).filter(({ state }) => state === 'waiting').length < 2) await new Promise(setImmediate)
    const [status, body] = await statusAndJson(await visitor.get(path({ url: `${SITE}3` })))
    assert.equal(status, 429)
    assert.match(JSON.stringify(body), /still waiting to be measured/)
    leaving.abort()
    await Promise.all(responses)
  })
})

describe('GET /api/pagespeed/progress', () => {
  it('reports the phase and the seconds of what runs, and the place of what waits', async () => {
    const visitor = await admitted()
    assert.deepEqual(await progressOf(visitor), { state: 'none' })
    const first = visitor.get(path())
    const one = await nextMeasurement()
    one.onPhase('measuring')
    test.clock.nowMs += 12_300
    assert.deepEqual(await progressOf(visitor), { state: 'running', phase: 'measuring', seconds: 12 })
    const second = visitor.get(path({ url: SITE, device: 'desktop' }))
    const desktop = { url: SITE, device: 'desktop' }
    while ((await progressOf(visitor, desktop)).state === 'none') await new Promise(setImmediate)
    assert.deepEqual(await progressOf(visitor, desktop), { state: 'waiting', place: 1 })
    one.finish(measured(one))
    await resultOf(first)
    const two = await nextMeasurement()
    two.finish(measured(two))
    await resultOf(second)
  })

  it('shows no visitor what another requests, or has measured', async () => {
    const visitor = await admitted()
    const others = [await admitted(), test.visitor()]
    const response = visitor.get(path())
    const one = await nextMeasurement()
    for (const other of others) assert.deepEqual(await progressOf(other), { state: 'none' })
    one.finish(measured(one))
    await resultOf(response)
    for (const other of others) assert.deepEqual(await progressOf(other), { state: 'none' })
    const again = others[0]?.get(path())
    const two = await nextMeasurement()
    two.finish(measured(two))
    await again
    assert.equal(measurements.length, 2)
  })
})

it('GET /api/pagespeed/status says who measures', async () => {
  const response = endpoints.pageSpeedStatus.response.parse(
    await (await test.visitor().get('/api/pagespeed/status')).json(),
  )
  assert.deepEqual([response.status, /Lighthouse on this server/.test(response.message)], ['Not set', true])
})

describe('who may have something measured', () => {
  const headers: [string, Record<string, string>, boolean][] = [
    ['our own page', { 'sec-fetch-site': 'same-origin' }, true],
    ['the address bar', { 'sec-fetch-site': 'none' }, true],
    ['a program without a browser', {}, true],
    ['a link or picture of another site', { 'sec-fetch-site': 'cross-site' }, false],
    ['another port of this machine', { 'sec-fetch-site': 'same-site' }, false],
    ['a script of another site', { origin: 'https://evil.test' }, false],
  ]
  for (const [name, sent, isLetIn] of headers)
    it(`${name}: ${isLetIn ? 'yes' : 'no'}`, async () => {
      for (const url of ['/api/pagespeed', '/api/%70agespeed', '/api/pagespeed?url=']) {
        const [status, body] = await statusAndJson(await test.visitor().get(url, sent))
        if (isLetIn) assert.deepEqual([status, body], [400, { message: URL_REQUIRED }])
        else assert.deepEqual([status, body], [403, { message: 'Requests from other sites are not accepted.' }])
      }
      assert.equal((await test.visitor().get('/api/pagespeed/status', sent)).status, 200)
    })

  it('a key that may only read: no', async () => {
    await test.addAccount('ann')
    const user = test.visitor()
    await user.signIn('ann')
    const made = await user.post('/api/keys', { name: 'x', scopes: 'read' })
    const program = test.program(endpoints.addApiKey.response.parse(await made.json()).secret)
    assert.deepEqual(await statusAndJson(await program.get(path())), [403, { message: 'This API key may only read.' }])
    assert.deepEqual(await progressOf(program), { state: 'none' })
  })
})

it('clear-cache drops what was measured of the website, and nothing else', async () => {
  const visitor = await admitted()
  const { websiteId } = await addCrawl(test.store, {
    ownerId: await visitor.ownerId(),
    url: SITE,
    pages: [{ url: SITE }],
    nowMs: test.clock.nowMs,
  })
  const elsewhere = 'https://elsewhere.test/'
  for (const url of [`${SITE}page`, elsewhere]) {
    const response = visitor.get(path({ url }))
    const one = await nextMeasurement()
    one.finish(measured(one))
    await resultOf(response)
  }
  assert.equal((await visitor.post(`/api/clear-cache/${websiteId}`)).status, 200)
  assert.deepEqual(await progressOf(visitor, { url: `${SITE}page` }), { state: 'none' })
  assert.deepEqual(await progressOf(visitor, { url: elsewhere }), { state: 'measured' })
})
