import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { after, describe, test } from 'node:test'
import zlib from 'node:zlib'
import { testLimits } from '../../test/support/settings.ts'
import type { KnownResponse, SharedResponses } from './fetch.ts'
import { bodyText, failed, fetchFrom, openFetcher, responseOf, serveHttp } from './test-server.ts'

const PAGE = '<!doctype html><title>Page</title>'

type Resource = (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => void
type SentHeaders = Record<string, string | string[]>

function sendHtml(response: ServerResponse, body: string | Buffer, headers: SentHeaders = {}): void {
  response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body)
}

function redirect(response: ServerResponse, status: number, headers: SentHeaders): void {
  response.writeHead(status, headers).end('moved')
}

/** One small named resource per behaviour; any other path is a page. */
const resources = new Map<string, Resource>([
  [
    '/to',
    (_, response, query) =>
      redirect(response, Number(query.get('status') ?? 301), { location: query.get('location') ?? '' }),
  ],
  [
    '/chain',
    (_, response, query) => {
      const left = Number(query.get('left'))
      if (left === 0) sendHtml(response, PAGE)
      else redirect(response, 302, { location: `/chain?left=${left - 1}` })
    },
  ],
  ['/growing', (request, response) => redirect(response, 302, { location: `${request.url}?x` })],
  ['/loop/a', (_, response) => redirect(response, 301, { location: '/loop/b' })],
  ['/loop/b', (_, response) => redirect(response, 301, { location: '/loop/c' })],
  ['/loop/c', (_, response) => redirect(response, 301, { location: '/loop/a' })],
  [
    '/wall',
    (request, response) => {
      if (request.headers.cookie === 'seen=1') sendHtml(response, PAGE)
      else redirect(response, 302, { location: '/wall', 'set-cookie': 'seen=1; Path=/' })
    },
  ],
  [
    '/counting',
    (request, response) => {
      const count = Number(/count=(\d+)/.exec(request.headers.cookie ?? '')?.[1] ?? 0)
      redirect(response, 302, { location: '/counting', 'set-cookie': `count=${count + 1}; Path=/` })
    },
  ],
  ['/no-location', (_, response, query) => response.writeHead(Number(query.get('status'))).end('nothing')],
  [
    '/utf8-location',
    (_, response) => redirect(response, 301, { location: Buffer.from('/é', 'utf8').toString('latin1') }),
  ],
  ['/%C3%A9', (_, response) => sendHtml(response, 'é')],
  ['/two-locations', (_, response) => redirect(response, 301, { location: ['/a', '/b'] })],
  ['/echo', ({ headers, method, url }, response) => sendHtml(response, JSON.stringify({ headers, method, url }))],
  ['/gzip', (_, response) => sendHtml(response, zlib.gzipSync(PAGE), { 'content-encoding': 'gzip' })],
  [
    '/bomb',
    (_, response) => sendHtml(response, zlib.gzipSync(Buffer.alloc(50_000_000)), { 'content-encoding': 'gzip' }),
  ],
  ['/says-gzip', (_, response) => sendHtml(response, PAGE, { 'content-encoding': 'gzip' })],
  ['/large', (_, response) => sendHtml(response, 'x'.repeat(300_000))],
  ['/untyped', (_, response) => response.writeHead(200).end(PAGE)],
  [
    '/image',
    (_, response) =>
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': 100 }).end(Buffer.alloc(100)),
  ],
  [
    '/video',
    (_, response) =>
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 50_000_000 }).write('start'),
  ],
  [
    '/stream',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4' })
      const pump = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', pump)
      pump()
    },
  ],
  ['/missing', (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('not here')],
  ['/silent', () => {}],
  ['/half', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).write('half a page')],
  ['/many-headers', (_, response) => sendHtml(response, PAGE, { 'x-many': Array.from({ length: 600 }, () => 'y') })],
  ['/large-headers', (_, response) => sendHtml(response, PAGE, { 'x-large': 'y'.repeat(70_000) })],
])

function site(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
  const resource = resources.get(pathname)
  if (resource) resource(request, response, searchParams)
  else sendHtml(response, PAGE)
}

const server = await serveHttp(site)
const fetcher = openFetcher()
after(async () => {
  await fetcher[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})
const at = (path: string) => server.origin + path
const redirectTo = (location: string) => ({
  status: 301,
  httpVersion: '1.1',
  headers: [['location', location]] satisfies [string, string][],
})

describe('a request', () => {
  test('names the product, what it takes and nothing else', async () => {
    const { headers, method, url } = JSON.parse(bodyText(await fetchFrom(fetcher, at('/echo?a=%20b'))))
    assert.deepEqual([method, url], ['GET', '/echo?a=%20b'])
    assert.deepEqual(Object.keys(headers).sort(), ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
    assert.equal(headers['user-agent'], testLimits.userAgent)
    assert.equal(headers['accept-encoding'], 'gzip, deflate, br, zstd')
  })

  test('has its conditions, which are not for where a redirect leads', async () => {
    const conditions: [string, string][] = [['if-none-match', '"a"']]
    for (const [path, expected] of [
      ['/echo', '"a"'],
      ['/to?location=/echo', undefined],
    ] as const) {
      const { headers } = JSON.parse(bodyText(await fetchFrom(fetcher, at(path), { conditions, body: 'all' })))
      assert.equal(headers['if-none-match'], expected)
    }
  })

  test('never carries user name, password or fragment', async () => {
    const result = responseOf(await fetchFrom(fetcher, `http://user:secret@127.0.0.1:${server.port}/echo#top`))
    assert.equal(result.url, at('/echo'))
    assert.ok(!bodyText(result).includes('authorization'))
  })

  test('is refused for what is not http(s)', async () => {
    await assert.rejects(fetchFrom(fetcher, 'file:///etc/passwd'), TypeError)
  })
})

describe('a response', () => {
  test('has status, headers, body, sizes and times', async () => {
    const result = responseOf(await fetchFrom(fetcher, at('/gzip')))
    assert.deepEqual([result.status, result.httpVersion, result.url, result.hops], [200, '1.1', at('/gzip'), []])
    assert.equal(bodyText(result), PAGE)
    assert.equal(result.transferBytes, zlib.gzipSync(PAGE).length)
    assert.equal(result.isTruncated, false)
    assert.deepEqual(
      result.headers.find(([name]) => name === 'content-encoding'),
      ['content-encoding', 'gzip'],
    )
    assert.ok(result.timing.ttfbMs >= 0 && result.timing.totalMs >= result.timing.ttfbMs)
  })

  test('of an error status is a response with its body', async () => {
    const result = responseOf(await fetchFrom(fetcher, at('/missing')))
    assert.deepEqual([result.status, bodyText(result)], [404, 'not here'])
  })

  test('to HEAD has no body and keeps its connection', async () => {
    await using own = await serveHttp(site)
    await using single = openFetcher({ limits: { connectionsPerHost: 1 } })
    for (const path of ['/large', '/image', '/gzip']) {
      const result = responseOf(await fetchFrom(single, own.origin + path, { method: 'HEAD' }))
      assert.deepEqual([result.status, result.body.length], [200, 0])
    }
    assert.equal(own.connections(), 1)
  })

  test('larger than the limit is cut and says so', async () => {
    await using small = openFetcher({ limits: { maxBodyBytes: 1_000 } })
    const result = responseOf(await fetchFrom(small, at('/large')))
    assert.deepEqual([result.body.length, result.isTruncated], [1_000, true])
  })

  test('that is a bomb is cut at the limit', async () => {
    const result = responseOf(await fetchFrom(fetcher, at('/bomb')))
    assert.deepEqual([result.body.length, result.isTruncated], [testLimits.maxBodyBytes, true])
  })

  test('that cannot be decoded is a failure with the headers that came', async () => {
    const result = failed(await fetchFrom(fetcher, at('/says-gzip')))
    assert.deepEqual([result.reason, result.detail], ['undecodable', 'cannot be decoded (Content-Encoding: gzip)'])
    assert.equal(result.partial?.status, 200)
  })

  test('with too many header lines, or too large ones, is a failure', async () => {
    assert.equal(failed(await fetchFrom(fetcher, at('/many-headers'))).reason, 'headers-too-large')
    assert.equal(failed(await fetchFrom(fetcher, at('/large-headers'))).reason, 'headers-too-large')
  })
})

describe('a body', () => {
  test('without a media type is read', async () => {
    assert.equal(bodyText(await fetchFrom(fetcher, at('/untyped'))), PAGE)
  })

  test('of another type is let go, and a small one keeps its connection', async () => {
    await using own = await serveHttp(site)
    await using single = openFetcher({ limits: { connectionsPerHost: 1 } })
    for (let round = 0; round < 3; round += 1) {
      const result = responseOf(await fetchFrom(single, `${own.origin}/image`))
      assert.deepEqual([result.status, result.body.length], [200, 0])
    }
    assert.equal(own.connections(), 1)
  })

  test('of another type that is large ends its connection', async () => {
    await using own = await serveHttp(site)
    await using single = openFetcher({ limits: { connectionsPerHost: 1 } })
    for (let round = 0; round < 2; round += 1)
      assert.equal(responseOf(await fetchFrom(single, `${own.origin}/video`)).body.length, 0)
    assert.equal(own.connections(), 2)
  })

  test('without end of another type is let go after the probe limit', async () => {
    const result = responseOf(await fetchFrom(fetcher, at('/stream')))
    assert.equal(result.body.length, 0)
    assert.ok(result.transferBytes < 1_000_000)
  })

  test('of another type is read when all is requested', async () => {
    assert.equal(responseOf(await fetchFrom(fetcher, at('/image'), { body: 'all' })).body.length, 100)
  })

  test('is not read for a probe, nor after a redirect', async () => {
    assert.equal(responseOf(await fetchFrom(fetcher, at('/'), { body: 'none' })).body.length, 0)
    assert.equal(responseOf(await fetchFrom(fetcher, at('/to?location=/'))).body.length, 0)
    assert.equal(bodyText(await fetchFrom(fetcher, at('/to?location=/'), { body: 'all' })), PAGE)
  })
})

test('connections are used again, and no more are opened than allowed', async () => {
  await using own = await serveHttp(site)
  await using narrow = openFetcher({ limits: { connectionsPerHost: 3 } })
  await Promise.all(Array.from({ length: 60 }, (_, index) => fetchFrom(narrow, `${own.origin}/${index}`)))
  assert.equal(own.connections(), 3)
})

describe('redirects', () => {
  test('are followed and kept in order', async () => {
    const result = responseOf(await fetchFrom(fetcher, at('/chain?left=3')))
    assert.equal(result.url, at('/chain?left=0'))
    assert.deepEqual(
      result.hops.map(({ url, status, location }) => [url, status, location]),
      [3, 2, 1].map(left => [at(`/chain?left=${left}`), 302, at(`/chain?left=${left - 1}`)]),
    )
    assert.ok(result.hops.every(hop => hop.elapsedMs >= 0))
  })

  for (const status of [301, 302, 303, 307, 308]) {
    test(`of status ${status} are followed`, async () => {
      assert.equal(responseOf(await fetchFrom(fetcher, at(`/to?status=${status}&location=/x`))).url, at('/x'))
    })
  }

  for (const status of [300, 304, 305, 306, 399]) {
    test(`of status ${status} are responses`, async () => {
      const result = responseOf(await fetchFrom(fetcher, at(`/to?status=${status}&location=/x`)))
      assert.deepEqual([result.status, result.hops], [status, []])
    })
  }

  test('are responses when none is to be followed', async () => {
    const result = responseOf(await fetchFrom(fetcher, at('/to?location=/x'), { maxHops: 0 }))
    assert.deepEqual([result.status, result.hops], [301, []])
  })

  test('in a circle are found at the first repetition', async () => {
    const result = failed(await fetchFrom(fetcher, at('/loop/a')))
    assert.deepEqual([result.reason, result.detail], ['redirect-loop', 'redirects in a loop'])
    assert.deepEqual(
      result.hops.map(hop => hop.location),
      ['/loop/b', '/loop/c', '/loop/a'].map(at),
    )
  })

  test('to themselves are circles, with an empty path or query, too', async () => {
    assert.equal(failed(await fetchFrom(fetcher, at('/to?location=%3F'))).reason, 'bad-redirect')
    const path = `/to?location=${encodeURIComponent('#top')}`
    assert.equal(failed(await fetchFrom(fetcher, at(path))).reason, 'redirect-loop')
  })

  test('to themselves that set a cookie are followed once', async () => {
    const result = responseOf(await fetchFrom(fetcher, at('/wall')))
    assert.deepEqual([result.status, result.hops.length], [200, 1])
  })

  test('to themselves that count in a cookie are circles', async () => {
    const result = failed(await fetchFrom(fetcher, at('/counting')))
    assert.deepEqual([result.reason, result.hops.length], ['redirect-loop', 2])
  })

  test('are shared with other fetches, and what they lead to, unless cookies may change them', async () => {
    const known = new Map<string, KnownResponse | null>()
    const shared: SharedResponses = {
      recall: async url => known.get(url) ?? null,
      learn: (url, response) => void known.set(url, response),
    }
    const request = { shared, body: 'own-html', method: 'GET' } as const
    const first = responseOf(await fetchFrom(fetcher, at('/chain?left=2'), request))
    assert.deepEqual([...known.keys()], ['/chain?left=2', '/chain?left=1', '/chain?left=0'].map(at))
    known.set(at('/chain?left=1'), { ...redirectTo('/elsewhere'), timing: { ttfbMs: 7, totalMs: 8 } })
    known.set(at('/elsewhere'), known.get(at('/chain?left=0')) ?? null)
    const second = responseOf(await fetchFrom(fetcher, at('/chain?left=2'), request))
    assert.deepEqual(
      second.hops.map(hop => hop.location),
      [at('/chain?left=1'), at('/elsewhere')],
    )
    assert.equal(second.hops[1]?.elapsedMs, 7)
    assert.deepEqual([second.url, second.status, second.headers], [at('/elsewhere'), 200, first.headers])
    assert.deepEqual([second.body.length, second.transferBytes], [0, 0])
    known.clear()
    for (const path of ['/wall', '/counting', '/image', '/missing']) await fetchFrom(fetcher, at(path), request)
    assert.deepEqual([...known.values()].filter(Boolean), [])
  })

  test('keep no cookies for the next fetch', async () => {
    await fetchFrom(fetcher, at('/wall'))
    assert.equal(responseOf(await fetchFrom(fetcher, at('/wall'))).hops.length, 1)
  })

  test('of exactly the limit are followed, one more is a failure', async () => {
    assert.equal(responseOf(await fetchFrom(fetcher, at('/chain?left=5'), { maxHops: 5 })).status, 200)
    const result = failed(await fetchFrom(fetcher, at('/chain?left=6'), { maxHops: 5 }))
    assert.deepEqual(
      [result.reason, result.detail, result.hops.length],
      ['too-many-redirects', 'more than 5 redirects', 6],
    )
  })

  test('to ever longer URLs end at the limit', async () => {
    assert.equal(failed(await fetchFrom(fetcher, at('/growing'))).reason, 'too-many-redirects')
  })

  test('with raw UTF-8 are followed', async () => {
    assert.equal(bodyText(await fetchFrom(fetcher, at('/utf8-location'), { body: 'all' })), 'é')
  })

  const bad: [name: string, path: string, location: string, words: string][] = [
    ['without Location', '/no-location?status=301', '', 'has status 301 but no Location header'],
    ['to two URLs', '/two-locations', '/a, /b', 'more than one URL'],
    [
      'to another scheme',
      '/to?location=mailto:x@example.com',
      'mailto:x@example.com',
      'not http(s) (mailto:x@example.com)',
    ],
    ['to a broken URL', '/to?location=http://a%20b/', 'http://a b/', 'not http(s) (http://a b/)'],
  ]
  for (const [name, path, location, words] of bad) {
    test(`${name} are failures in words`, async () => {
      const result = failed(await fetchFrom(fetcher, at(path)))
      assert.equal(result.reason, 'bad-redirect')
      assert.ok(result.detail.includes(words), result.detail)
      assert.deepEqual([result.hops.length, result.hops[0]?.status, result.hops[0]?.location], [1, 301, location])
    })
  }

  test('to a port that browsers refuse are not followed', async () => {
    const result = failed(await fetchFrom(fetcher, at('/to?location=http://127.0.0.1:25/')))
    assert.deepEqual([result.reason, result.hops.length], ['address-refused', 1])
  })
})

describe('limits in time', () => {
  test('no response', async () => {
    await using impatient = openFetcher({ limits: { firstByteTimeoutMs: 20 } })
    const result = failed(await fetchFrom(impatient, at('/silent')))
    assert.deepEqual([result.reason, result.detail], ['timeout-first-byte', 'No response within 0.02 s.'])
  })

  test('a response that never ends', async () => {
    await using impatient = openFetcher({ limits: { totalTimeoutMs: 50 } })
    const result = failed(await fetchFrom(impatient, at('/half')))
    assert.equal(result.reason, 'timeout-total')
    assert.match(result.detail, /^stopped after 0\.05 s, read \d+ bytes$/)
  })

  test('a stop by the caller, before and during a request', async () => {
    const controller = new AbortController()
    const pending = fetchFrom(fetcher, at('/silent'), { signal: controller.signal })
    controller.abort()
    assert.equal(failed(await pending).reason, 'aborted')
    assert.equal(failed(await fetchFrom(fetcher, at('/'), { signal: controller.signal })).reason, 'aborted')
  })

  test('closing the fetcher ends what is under way', async () => {
    const closing = openFetcher()
    const pending = fetchFrom(closing, at('/silent'))
    await closing[Symbol.asyncDispose]()
    assert.equal(failed(await pending).reason, 'aborted')
    assert.equal(failed(await fetchFrom(closing, at('/'))).reason, 'aborted')
  })
})
