import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  fieldMetrics,
  googleErrorResponse,
  googleResponse,
  lighthouseErrorResponse,
  lighthouseResult,
} from '../../test/pagespeed/google-responses.ts'
import {
  failureOf,
  KEY,
  MAX_BYTES,
  measure,
  openGoogle,
  PAGE,
  type Scripted,
} from '../../test/pagespeed/scripted-google.ts'

/** Measurements by PageSpeed Insights: what is requested and reported, repeated attempts, and the status of the key. */

describe('a measurement by Google', () => {
  test('requests the four categories, with the key in a header and nowhere else', async () => {
    await using setting = await openGoogle([{ body: googleResponse() }])
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
    await using setting = await openGoogle([{ body: googleResponse() }])
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
      await using setting = await openGoogle([{ body: googleResponse({ loadingExperience, originLoadingExperience }) }])
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
    await using setting = await openGoogle([{ body: googleResponse({ lighthouseResult: report }) }])
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
    await using setting = await openGoogle([{ body }])
    assert.ok((await measure(setting.client)).ok)
  })

  test('takes a response with less than is documented', async () => {
    const report = lighthouseResult({
      audits: { 'speed-index': 'none' },
      categories: { performance: { score: null }, seo: 7 },
      runWarnings: null,
      environment: 3,
    })
    await using setting = await openGoogle([{ body: { lighthouseResult: report, added: [1] } }])
    const result = await measure(setting.client)
    assert.ok(result.ok)
    const { performance, seo, lab, browserVersion, opportunities } = result.pageSpeed
    assert.deepEqual([performance, seo, lab.speedIndexMs, browserVersion, opportunities], [null, null, null, null, []])
  })
})

describe('trying again', () => {
  const unavailable: Scripted = { status: 503, body: '{}' }

  test('ends with the first success, and waits longer each time', async () => {
    await using setting = await openGoogle([unavailable, 'hang up', unavailable, { body: googleResponse() }])
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
      await using setting = await openGoogle([
        { ...unavailable, headers: { 'retry-after': header } },
        { body: googleResponse() },
      ])
      assert.ok((await measure(setting.client)).ok)
      assert.deepEqual(setting.waitedMs, [waitMs])
    })
  }

  test('waits no longer than half a minute each time', async () => {
    await using setting = await openGoogle([{ ...unavailable, headers: { 'retry-after': '60' } }])
    assert.equal(failureOf(await measure(setting.client)).code, 'service-failed')
    assert.deepEqual(setting.waitedMs, [30_500, 30_500, 30_500])
  })

  test('ends when the time of two minutes has run out', async () => {
    await using hanging = await openGoogle(['hang'])
    const waiting = measure(hanging.client)
    while (hanging.requested.length === 0) await new Promise(resolve => setImmediate(resolve))
    hanging.runOut()
    assert.deepEqual(failureOf(await waiting), {
      code: 'timed-out',
      status: 504,
      message: 'Google PageSpeed Insights did not respond within 2 minutes.',
    })
  })

  test('ends in a pause between two tries, when the time has run out or the client has gone', async () => {
    for (const code of ['timed-out', 'cancelled']) {
      await using setting = await openGoogle([{ ...unavailable, headers: { 'retry-after': '30' } }])
      const leaving = new AbortController()
      const measuring = measure(setting.client, leaving.signal)
      while (setting.waitedMs.length === 0) await new Promise(resolve => setImmediate(resolve))
      if (code === 'cancelled') leaving.abort()
      else setting.runOut()
      assert.equal(failureOf(await measuring).code, code)
      assert.equal(setting.requested.length, 1)
    }
  })

  test('ends when the client has gone', async () => {
    await using setting = await openGoogle(['hang'])
    const leaving = new AbortController()
    const measuring = measure(setting.client, leaving.signal)
    while (setting.requested.length === 0) await new Promise(resolve => setImmediate(resolve))
    leaving.abort()
    assert.equal(failureOf(await measuring).code, 'cancelled')
    assert.equal(setting.requested.length, 1)
  })

  test('requests nothing for a signal that is aborted already', async () => {
    await using setting = await openGoogle([{ body: googleResponse() }])
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
      await using setting = await openGoogle([scripted])
      const keyStatus = await setting.client.status()
      assert.equal(keyStatus.status, status)
      assert.ok(keyStatus.message.length > 20 && !keyStatus.message.includes(KEY))
      assert.ok(!setting.requested[0]?.url?.includes('http'), 'nothing is measured')
    })
  }

  test('is fetched once a minute', async () => {
    await using setting = await openGoogle([noUrl, invalid])
    const words: string[] = []
    for (const afterMs of [0, 59_999, 1]) {
      setting.clock.nowMs += afterMs
      words.push((await setting.client.status()).status)
    }
    assert.deepEqual([words, setting.requested.length], [['Valid', 'Valid', 'Invalid'], 2])
  })

  const failedPage: Scripted = {
    status: 500,
    body: lighthouseErrorResponse(500, 'NO_FCP'),
  }
  const after: [name: string, measured: Scripted, status: string, requests: number][] = [
    ['a measurement that succeeds', { body: googleResponse() }, 'Valid', 4],
    ['a measurement that fails for the page', failedPage, 'Valid', 4],
    ['a measurement that is refused for its URL', { status: 404, body: '{}' }, 'Invalid', 3],
  ]
  for (const [name, measured, status, requests] of after) {
    test(`is what measurements have heard, ${status} after ${name}`, async () => {
      await using setting = await openGoogle([noUrl, invalid, measured, noUrl])
      const { client } = setting
      const words = [(await client.status()).status]
      await measure(client)
      words.push((await client.status()).status)
      await measure(client)
      words.push((await client.status()).status)
      assert.deepEqual([words, setting.requested.length], [['Valid', 'Invalid', status], requests])
    })
  }

  test('is not looked up again because a measurement fails for the page', async () => {
    await using setting = await openGoogle([noUrl, failedPage])
    assert.equal((await setting.client.status()).status, 'Valid')
    await measure(setting.client)
    assert.equal((await setting.client.status()).status, 'Valid')
    assert.equal(setting.requested.length, 2)
  })
})
