import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import { serveHttp } from '#fetch/test-server.ts'
import { createGooglePageSpeed, type GooglePageSpeed } from '#pagespeed/google-page-speed.ts'
import type { PageSpeedFailureCode, PageSpeedResult } from '#pagespeed/result.ts'
import {
  fieldMetrics,
  googleErrorResponse,
  googleResponse,
  lighthouseErrorResponse,
  lighthouseResult,
} from './google-responses.ts'

/** The client of PageSpeed Insights against a server that responds as it does; no one waits for real time. */

const KEY = 'AIzaSy-a-secret'
const PAGE = 'https://shop.example/?a=1&b=ü'
const DEADLINE_MS = 120_000
const MAX_BYTES = 32 * 1024 * 1024

interface Scripted {
  status?: number
  body: unknown
  headers?: Record<string, string>
}
/** The last response is sent again and again; 'hang up' closes the connection, 'hang' never responds. */
type Script = readonly (Scripted | 'hang up' | 'hang')[]

interface Setting extends AsyncDisposable {
  client: GooglePageSpeed
  requested: IncomingMessage[]
  /** Pauses between tries, in milliseconds. */
  waitedMs: number[]
  clock: { nowMs: number }
  /** Lets the time of a measurement run out. */
  runOut(): void
}

async function open(script: Script): Promise<Setting> {
  const requested: IncomingMessage[] = []
  const server = await serveHttp((request, response) => {
    const next = script[Math.min(requested.length, script.length - 1)]
    requested.push(request)
    if (next === 'hang up') request.socket.destroy()
    else if (next && next !== 'hang') respond(response, next)
  })
  const clock = { nowMs: Date.UTC(2026, 10, 20) }
  const waitedMs: number[] = []
  const deadlines: { atMs: number; callback: () => void }[] = []
  const runOut = () => {
    for (const deadline of deadlines.splice(0)) if (clock.nowMs >= deadline.atMs) deadline.callback()
  }
  const client = createGooglePageSpeed({
    serviceUrl: new URL(server.origin),
    key: KEY,
    now: () => clock.nowMs,
    random: () => 0.5,
    after: (ms, callback) => {
      if (ms === DEADLINE_MS || ms === 15_000) {
        deadlines.push({ atMs: clock.nowMs + ms, callback })
        return () => void deadlines.splice(0)
      }
      waitedMs.push(ms)
      const immediate = setImmediate(() => {
        clock.nowMs += ms
        runOut()
        callback()
      })
      return () => clearImmediate(immediate)
    },
  })
  return {
    client,
    requested,
    waitedMs,
    clock,
    runOut: () => {
      clock.nowMs += DEADLINE_MS
      runOut()
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function respond(response: ServerResponse, { status = 200, body, headers = {} }: Scripted): void {
  const sent = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers }).end(sent)
}

const measure = (client: GooglePageSpeed, signal = new AbortController().signal) =>
  client.measure({ url: PAGE, device: 'mobile', signal })

function failureOf(result: PageSpeedResult) {
  assert.ok(!result.ok)
  return result.failure
}

describe('a measurement by Google', () => {
  test('requests the four categories, with the key in a header and nowhere else', async () => {
    await using setting = await open([{ body: googleResponse() }])
    await setting.client.measure({ url: PAGE, device: 'desktop', signal: new AbortController().signal })
    const [request] = setting.requested
    const { pathname, searchParams } = new URL(request?.url ?? '', 'http://service')
    assert.deepEqual([request?.method, pathname], ['GET', '/pagespeedonline/v5/runPagespeed'])
    assert.deepEqual(
      [...searchParams],
      [
        ['url', PAGE],
        ['strategy', 'desktop'],
        ['category', 'performance'],
        ['category', 'accessibility'],
        ['category', 'best-practices'],
        ['category', 'seo'],
        ['locale', 'en'],
      ],
    )
    assert.equal(request?.headers['x-goog-api-key'], KEY)
    assert.ok(!request?.url?.includes(KEY))
  })

  test('is reported with scores, lab, field and opportunities', async () => {
    await using setting = await open([{ body: googleResponse() }])
    const result = await measure(setting.client)
    assert.ok(result.ok)
    const { opportunities, field, warnings, ...rest } = result.pageSpeed
    assert.deepEqual(rest, {
      url: PAGE,
      finalUrl: 'https://shop.example/en',
      provider: 'google',
      device: 'mobile',
      measuredAt: '2026-11-20T00:00:00.000Z',
      runCount: 1,
      lighthouseVersion: '13.5.0',
      browserVersion: '152.0.7900.1',
      performance: 92,
      accessibility: 89,
      bestPractices: 100,
      seo: 75,
      overall: 88,
      lab: { lcpMs: 2_713.25, tbtMs: 141, cls: 0.0123, fcpMs: 1_204.5, ttfbMs: 622, speedIndexMs: 2_345 },
      totalBytes: 2_345_678,
      weight: {
        byType: [
          { type: 'Image', requests: 4, bytes: 1_812_345 },
          { type: 'Script', requests: 9, bytes: 400_000 },
        ],
        largest: [{ url: 'https://shop.example/hero.jpg', bytes: 812_345 }],
      },
    })
    assert.deepEqual(warnings, [
      'The page loaded too slowly to finish within the time limit. Results may be incomplete.',
    ])
    assert.equal(field?.scope, 'page')
    assert.equal(field?.isPassing, true)
    assert.deepEqual(field?.metrics.cls, { p75: 0.03, good: 0.93, needsImprovement: 0.04, poor: 0.03 })
    assert.equal(field?.metrics.inpMs?.p75, 154)
    assert.deepEqual(
      opportunities.map(each => [each.id, each.savingsMs, each.savingsBytes]),
      [
        ['render-blocking-insight', 450, null],
        ['unused-javascript', 150, 92_160],
        ['total-byte-weight', null, null],
      ],
    )
    assert.deepEqual(opportunities[0], {
      id: 'render-blocking-insight',
      title: 'Render-blocking requests',
      description:
        'Requests are blocking the page’s initial render, which may delay LCP. Deferring or inlining can move these network requests out of the critical path.',
      savingsMs: 450,
      savingsBytes: null,
      display: 'Est savings of 450 ms',
      items: [{ url: 'https://shop.example/a.css', bytes: 8_123, ms: 452 }],
    })
  })

  const { INTERACTION_TO_NEXT_PAINT: inp, ...withoutInp } = fieldMetrics
  const { LARGEST_CONTENTFUL_PAINT_MS: lcp, ...withoutLcp } = fieldMetrics
  const slow = { ...fieldMetrics, LARGEST_CONTENTFUL_PAINT_MS: { ...lcp, percentile: 2_501 } }
  const fields: [
    name: string,
    page: unknown,
    origin: unknown,
    scope: string | undefined,
    isPassing?: boolean | null,
  ][] = [
    ['of the page', { metrics: fieldMetrics }, { metrics: slow }, 'page', true],
    [
      'of the origin where Google fell back to it',
      { metrics: fieldMetrics, origin_fallback: true },
      undefined,
      'origin',
      true,
    ],
    ['of the origin where the page has none', { initial_url: PAGE }, { metrics: slow }, 'origin', false],
    ['with a slow page', { metrics: slow }, undefined, 'page', false],
    ['without INP', { metrics: withoutInp }, undefined, 'page', true],
    ['without LCP', { metrics: withoutLcp }, undefined, 'page', null],
    [
      'with its older name of INP',
      { metrics: { ...withoutInp, EXPERIMENTAL_INTERACTION_TO_NEXT_PAINT: { ...inp, percentile: 201 } } },
      undefined,
      'page',
      false,
    ],
    [
      'with a metric that is no metric',
      { metrics: { ...fieldMetrics, LARGEST_CONTENTFUL_PAINT_MS: 'fast' } },
      undefined,
      'page',
      null,
    ],
    ['that is not there', undefined, undefined, undefined],
  ]
  for (const [name, loadingExperience, originLoadingExperience, scope, isPassing] of fields) {
    test(`reads field data ${name}`, async () => {
      await using setting = await open([{ body: googleResponse({ loadingExperience, originLoadingExperience }) }])
      const result = await measure(setting.client)
      assert.ok(result.ok)
      assert.deepEqual([result.pageSpeed.field?.scope, result.pageSpeed.field?.isPassing], [scope, isPassing])
    })
  }

  test('bounds what the measured page may have written', async () => {
    const long = 'x'.repeat(5_000)
    const items = Array.from({ length: 50 }, (_, index) => ({
      url: `https://shop.example/${index}/${long}`,
      wastedMs: 1,
    }))
    const ids = Array.from({ length: 50 }, (_, index) => `audit-${index}`)
    const audit = {
      title: long,
      description: `[${'['.repeat(5_000)}](${long})`,
      displayValue: long,
      score: 0,
      scoreDisplayMode: 'metricSavings',
      details: { items },
    }
    const report = lighthouseResult({
      runWarnings: Array.from({ length: 100 }, () => long),
      finalDisplayedUrl: `https://shop.example/${long}`,
      audits: Object.fromEntries(ids.map(id => [id, audit])),
      categories: { performance: { score: 0.5, auditRefs: ids.map(id => ({ id, group: 'insights' })) } },
    })
    await using setting = await open([{ body: googleResponse({ lighthouseResult: report }) }])
    const result = await measure(setting.client)
    assert.ok(result.ok)
    const { opportunities, warnings, overall } = result.pageSpeed
    assert.deepEqual(
      [opportunities.length, opportunities[0]?.items.length, warnings.length, overall],
      [25, 10, 10, null],
    )
    assert.ok(JSON.stringify(result.pageSpeed).length < 400_000)
  })

  test('takes a response of 32 MiB', async () => {
    const body = Buffer.alloc(MAX_BYTES, ' ')
    body.write(JSON.stringify(googleResponse()))
    await using setting = await open([{ body }])
    assert.ok((await measure(setting.client)).ok)
  })

  test('takes a response with less than is documented', async () => {
    const report = lighthouseResult({
      audits: { 'speed-index': 'none' },
      categories: { performance: { score: null }, seo: 7 },
      runWarnings: null,
      environment: 3,
    })
    await using setting = await open([{ body: { lighthouseResult: report, added: [1] } }])
    const result = await measure(setting.client)
    assert.ok(result.ok)
    const { performance, seo, lab, browserVersion, opportunities } = result.pageSpeed
    assert.deepEqual([performance, seo, lab.speedIndexMs, browserVersion, opportunities], [null, null, null, null, []])
  })
})

const QUOTA = "Quota exceeded for quota metric 'Queries' and limit 'Queries per"
const SERVICE = "of service 'pagespeedonline.googleapis.com' for consumer 'project_number:1'."
const ALL_TRIES = 4

describe('an error of Google', () => {
  const rows: [
    name: string,
    response: Scripted | 'hang up',
    code: PageSpeedFailureCode,
    words: RegExp,
    tries: number,
  ][] = [
    [
      'a key that is none',
      {
        status: 400,
        body: googleErrorResponse({
          code: 400,
          message: 'API key not valid. Please pass a valid API key.',
          reason: 'badRequest',
          status: 'INVALID_ARGUMENT',
          info: 'API_KEY_INVALID',
        }),
      },
      'key-invalid',
      /API key .* missing or invalid/,
      1,
    ],
    [
      'a key that is none, as it was reported before',
      { status: 400, body: googleErrorResponse({ code: 400, message: 'Bad Request', reason: 'keyInvalid' }) },
      'key-invalid',
      /API key/,
      1,
    ],
    [
      'a key that has expired',
      {
        status: 400,
        body: googleErrorResponse({
          code: 400,
          message: 'API key expired. Please renew the API key.',
          reason: 'badRequest',
          info: 'API_KEY_INVALID',
        }),
      },
      'key-invalid',
      /API key/,
      1,
    ],
    [
      'no credentials',
      {
        status: 401,
        body: googleErrorResponse({
          code: 401,
          message: 'Request is missing required authentication credential.',
          status: 'UNAUTHENTICATED',
        }),
      },
      'key-invalid',
      /API key/,
      1,
    ],
    [
      'a key for other websites',
      {
        status: 403,
        body: googleErrorResponse({
          code: 403,
          message: 'Requests from referer <empty> are blocked.',
          reason: 'forbidden',
          info: 'API_KEY_HTTP_REFERRER_BLOCKED',
        }),
      },
      'key-restricted',
      /API key .* certain websites/,
      1,
    ],
    [
      'a key for other IP addresses',
      {
        status: 403,
        body: googleErrorResponse({
          code: 403,
          message: 'The provided API key has an IP address restriction.',
          reason: 'forbidden',
          info: 'API_KEY_IP_ADDRESS_BLOCKED',
        }),
      },
      'key-restricted',
      /API key .* IP addresses/,
      1,
    ],
    [
      'a key for other services',
      {
        status: 403,
        body: googleErrorResponse({
          code: 403,
          message: 'Requests to this API are blocked.',
          reason: 'forbidden',
          info: 'API_KEY_SERVICE_BLOCKED',
        }),
      },
      'key-restricted',
      /may not be used for the PageSpeed/,
      1,
    ],
    [
      'an API that is not enabled',
      {
        status: 403,
        body: googleErrorResponse({
          code: 403,
          message: 'PageSpeed Insights API has not been used in project 1 before or it is disabled.',
          reason: 'accessNotConfigured',
          info: 'SERVICE_DISABLED',
        }),
      },
      'key-restricted',
      /not enabled/,
      1,
    ],
    [
      'a refusal without a reason',
      { status: 403, body: '<html>Forbidden</html>' },
      'key-restricted',
      /API key .* restricted/,
      1,
    ],
    [
      'the quota of a minute',
      {
        status: 429,
        body: googleErrorResponse({
          code: 429,
          message: `${QUOTA} minute' ${SERVICE}`,
          reason: 'rateLimitExceeded',
          status: 'RESOURCE_EXHAUSTED',
          info: 'RATE_LIMIT_EXCEEDED',
        }),
      },
      'quota-exceeded',
      /about 25,000 queries per day/,
      ALL_TRIES,
    ],
    [
      'the quota of a day',
      {
        status: 429,
        body: googleErrorResponse({
          code: 429,
          message: `${QUOTA} day' ${SERVICE}`,
          reason: 'rateLimitExceeded',
          status: 'RESOURCE_EXHAUSTED',
          info: 'RATE_LIMIT_EXCEEDED',
        }),
      },
      'quota-exceeded',
      /no more requests today.*about 25,000 queries per day/,
      1,
    ],
    [
      'the quota of a day, as it was reported before',
      {
        status: 403,
        body: googleErrorResponse({ code: 403, message: 'Daily Limit Exceeded', reason: 'dailyLimitExceeded' }),
      },
      'quota-exceeded',
      /today/,
      1,
    ],
    [
      'the rate of a user, as it was reported before',
      {
        status: 403,
        body: googleErrorResponse({
          code: 403,
          message: 'User Rate Limit Exceeded',
          reason: 'userRateLimitExceeded',
        }),
      },
      'quota-exceeded',
      /too many requests/,
      ALL_TRIES,
    ],
    [
      'a URL it does not take',
      {
        status: 400,
        body: googleErrorResponse({
          code: 400,
          message:
            "Invalid value 'x'. Values must match the following regular expression: '(?i)(url:|origin:)?http(s)?://.*'",
          reason: 'invalidParameter',
          status: 'INVALID_ARGUMENT',
        }),
      },
      'invalid-url',
      /does not accept this URL/,
      1,
    ],
    [
      'a failure with a Retry-After header',
      {
        status: 500,
        body: googleErrorResponse({
          code: 500,
          message: 'Unable to process request. Please wait a while and try again.',
          reason: 'internalError',
        }),
      },
      'service-failed',
      /temporarily unavailable/,
      ALL_TRIES,
    ],
    [
      'a backend that is away',
      {
        status: 503,
        body: googleErrorResponse({
          code: 503,
          message: 'The service is currently unavailable.',
          status: 'UNAVAILABLE',
        }),
      },
      'service-failed',
      /temporarily unavailable/,
      ALL_TRIES,
    ],
    ['a gateway of another kind', { status: 502, body: '<html>502</html>' }, 'service-failed', /status 502/, ALL_TRIES],
    [
      'a redirect, which is not followed',
      { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' },
      'service-failed',
      /status 302/,
      1,
    ],
    ['a service that is not there', { status: 404, body: 'Not Found' }, 'service-failed', /status 404/, 1],
    [
      'a response that is no JSON',
      { body: '<html>welcome to the hotel</html>' },
      'unparsable',
      /cannot be read/,
      ALL_TRIES,
    ],
    [
      'a response of another form',
      { body: { lighthouseResult: { audits: [] } } },
      'unparsable',
      /cannot be read/,
      ALL_TRIES,
    ],
    [
      'a response that is not UTF-8',
      { body: Buffer.from([0x22, 0xff, 0x22]) },
      'unparsable',
      /cannot be read/,
      ALL_TRIES,
    ],
    [
      'a response that ends within a character',
      { body: Buffer.concat([Buffer.from(JSON.stringify(googleResponse())), Buffer.from([0xe2, 0x82])]) },
      'unparsable',
      /cannot be read/,
      ALL_TRIES,
    ],
    [
      'a response longer than 32 MiB',
      { body: JSON.stringify(googleResponse()).padEnd(MAX_BYTES + 1) },
      'unparsable',
      /cannot be read/,
      ALL_TRIES,
    ],
    ['a connection that breaks', 'hang up', 'network', /cannot be reached/, ALL_TRIES],
  ]
  for (const [name, scripted, code, words, tries] of rows) {
    test(`for ${name}, after ${tries === 1 ? 'one try' : `${tries} tries`}`, async () => {
      await using setting = await open([scripted])
      const failure = failureOf(await measure(setting.client))
      assert.equal(failure.code, code)
      assert.match(failure.message, words)
      assert.ok(failure.status >= 400)
      assert.ok(!failure.message.includes(KEY))
      assert.equal(setting.requested.length, tries)
    })
  }
})

describe('an error of Lighthouse at Google', () => {
  const rows: [
    code: string,
    status: number,
    words: string,
    failure: PageSpeedFailureCode,
    says: RegExp,
    tries: number,
  ][] = [
    [
      'FAILED_DOCUMENT_REQUEST',
      400,
      'Make sure you are testing the correct URL. (Details: net::ERR_TIMED_OUT)',
      'page-failed',
      /could not be loaded \(net::ERR_TIMED_OUT\)/,
      1,
    ],
    ['FAILED_DOCUMENT_REQUEST', 500, '', 'page-failed', /could not be loaded\./, 1],
    [
      'ERRORED_DOCUMENT_REQUEST',
      400,
      'Make sure the server is properly responding. (Status code: 404)',
      'page-failed',
      /error \(status code 404\)/,
      1,
    ],
    ['NO_DOCUMENT_REQUEST', 500, '', 'page-failed', /could not be loaded/, 1],
    [
      'DNS_FAILURE',
      400,
      'DNS servers could not resolve the provided domain.',
      'page-failed',
      /domain name cannot be resolved/,
      1,
    ],
    ['INSECURE_DOCUMENT_REQUEST', 400, '', 'page-failed', /certificate/, 1],
    ['CHROME_INTERSTITIAL_ERROR', 500, '', 'page-failed', /warning/, 1],
    ['NOT_HTML', 400, '', 'page-failed', /not an HTML page/, 1],
    ['NO_FCP', 500, 'The page did not paint any content.', 'page-failed', /showed nothing/, 1],
    ['PAGE_HUNG', 500, '', 'page-failed', /stopped responding/, 1],
    ['INVALID_URL', 400, '', 'invalid-url', /not valid/, 1],
    ['PROTOCOL_TIMEOUT', 500, '', 'service-failed', /did not respond in time/, ALL_TRIES],
    ['TARGET_CRASHED', 500, '', 'service-failed', /crashed/, ALL_TRIES],
    ['NO_SCREENSHOTS', 500, '', 'service-failed', /NO_SCREENSHOTS/, ALL_TRIES],
    ['SOMETHING_NEW', 500, '', 'service-failed', /SOMETHING_NEW/, ALL_TRIES],
    ['SOMETHING_NEW', 400, '', 'service-failed', /SOMETHING_NEW/, 1],
  ]
  for (const [code, status, words, failure, says, tries] of rows) {
    test(`${code} with status ${status}`, async () => {
      await using setting = await open([{ status, body: lighthouseErrorResponse(status, code, words) }])
      const found = failureOf(await measure(setting.client))
      assert.equal(found.code, failure)
      assert.match(found.message, says)
      assert.equal(setting.requested.length, tries)
    })
  }

  test('within a response that is a success', async () => {
    const report = lighthouseResult({
      runtimeError: { code: 'NOT_HTML', message: 'The page provided is not HTML (served as MIME type image/png).' },
    })
    await using setting = await open([{ body: googleResponse({ lighthouseResult: report }) }])
    assert.equal(failureOf(await measure(setting.client)).code, 'page-failed')
  })
})

describe('trying again', () => {
  const unavailable: Scripted = { status: 503, body: '{}' }

  test('ends with the first success, and waits longer each time', async () => {
    await using setting = await open([unavailable, 'hang up', unavailable, { body: googleResponse() }])
    assert.ok((await measure(setting.client)).ok)
    assert.deepEqual(setting.waitedMs, [1_500, 2_500, 4_500])
  })

  const headers: [header: string, waitMs: number][] = [
    ['7', 7_500],
    ['0', 1_500],
    ['3600', 30_500],
    ['Fri, 20 Nov 2026 00:00:09 GMT', 9_500],
    ['soon', 1_500],
    ['-5', 1_500],
  ]
  for (const [header, waitMs] of headers) {
    test(`heeds Retry-After: ${header}`, async () => {
      await using setting = await open([
        { ...unavailable, headers: { 'retry-after': header } },
        { body: googleResponse() },
      ])
      assert.ok((await measure(setting.client)).ok)
      assert.deepEqual(setting.waitedMs, [waitMs])
    })
  }

  test('waits no longer than half a minute each time', async () => {
    await using setting = await open([{ ...unavailable, headers: { 'retry-after': '60' } }])
    assert.equal(failureOf(await measure(setting.client)).code, 'service-failed')
    assert.deepEqual(setting.waitedMs, [30_500, 30_500, 30_500])
  })

  test('ends when the time of two minutes has run out', async () => {
    await using hanging = await open(['hang'])
    const waiting = measure(hanging.client)
    while (hanging.requested.length === 0) await new Promise(resolve => setImmediate(resolve))
    hanging.runOut()
    assert.equal(failureOf(await waiting).code, 'timed-out')
  })

  test('ends when the client has gone', async () => {
    await using setting = await open(['hang'])
    const leaving = new AbortController()
    const measuring = measure(setting.client, leaving.signal)
    while (setting.requested.length === 0) await new Promise(resolve => setImmediate(resolve))
    leaving.abort()
    assert.equal(failureOf(await measuring).code, 'cancelled')
    assert.equal(setting.requested.length, 1)
  })

  test('requests nothing for a signal that is aborted already', async () => {
    await using setting = await open([{ body: googleResponse() }])
    assert.equal(failureOf(await measure(setting.client, AbortSignal.abort())).code, 'cancelled')
    assert.equal(setting.requested.length, 0)
  })
})

describe('the status of the key', () => {
  const invalid: Scripted = {
    status: 400,
    body: googleErrorResponse({
      code: 400,
      message: 'API key not valid. Please pass a valid API key.',
      info: 'API_KEY_INVALID',
    }),
  }
  const noUrl: Scripted = {
    status: 400,
    body: googleErrorResponse({ code: 400, message: "Invalid value 'none'.", reason: 'invalidParameter' }),
  }
  const rows: [name: string, response: Scripted | 'hang up', status: string][] = [
    ['one that is good: only the URL is refused', noUrl, 'Valid'],
    ['one that is none', invalid, 'Invalid'],
    ['one that is restricted', { status: 403, body: '{}' }, 'Restricted'],
    ['one whose quota is used up', { status: 429, body: '{}' }, 'Quota exceeded'],
    ['a service that is away', { status: 503, body: '{}' }, 'Unavailable'],
    ['a service that cannot be reached', 'hang up', 'Unreachable'],
  ]
  for (const [name, scripted, status] of rows) {
    test(`of ${name}`, async () => {
      await using setting = await open([scripted])
      const keyStatus = await setting.client.status()
      assert.equal(keyStatus.status, status)
      assert.ok(keyStatus.message.length > 20 && !keyStatus.message.includes(KEY))
      assert.ok(!setting.requested[0]?.url?.includes('http'), 'nothing is measured')
    })
  }

  test('is fetched once a minute', async () => {
    await using setting = await open([noUrl, invalid])
    const words: string[] = []
    for (const afterMs of [0, 59_999, 1]) {
      setting.clock.nowMs += afterMs
      words.push((await setting.client.status()).status)
    }
    assert.deepEqual([words, setting.requested.length], [['Valid', 'Valid', 'Invalid'], 2])
  })

  test('follows what measurements have heard, until one succeeds', async () => {
    await using setting = await open([noUrl, invalid, { body: googleResponse() }, noUrl])
    const { client } = setting
    const words = [(await client.status()).status]
    await measure(client)
    words.push((await client.status()).status)
    await measure(client)
    words.push((await client.status()).status)
    assert.deepEqual(words, ['Valid', 'Invalid', 'Valid'])
  })
})
