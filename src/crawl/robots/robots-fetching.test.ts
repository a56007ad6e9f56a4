import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openFetcher, serveHttp, serveRaw } from '#fetch/test-server.ts'
import { RobotsByOrigin } from './robots-by-origin.ts'

/** RFC 9309 §2.3 against real sockets: what a response to /robots.txt allows, and how often it is requested. */

const CLOSED = 'User-agent: *\nDisallow: /a\n'
const signal = new AbortController().signal

type Respond = (response: ServerResponse, url: string) => void

const plain =
  (status: number, text = '', headers: Record<string, string> = {}): Respond =>
  response => {
    response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(text)
  }
/** `hops` redirects within the host, then the file. */
const redirected =
  (hops: number, status = 301): Respond =>
  (response, url) => {
    const hop = Number(/\d+$/.exec(url)?.[0] ?? 0)
    if (hop < hops) response.writeHead(status, { location: `/${hop + 1}` }).end()
    else response.end(CLOSED)
  }

const other = await serveHttp((request, response) => {
  if (request.url === '/rules') response.end(CLOSED)
  else response.writeHead(404).end()
})
const broken = await serveRaw((socket, _request, count) => {
  if (count === 1) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nUser-agent: *\nAllow: /')
})
after(async () => {
  await other[Symbol.asyncDispose]()
  await broken[Symbol.asyncDispose]()
})

async function fetchRobots(respond: Respond, limits: { maxBodyBytes?: number } = {}) {
  const requested: string[] = []
  await using server = await serveHttp((request, response) => {
    requested.push(request.url ?? '')
    respond(response, request.url ?? '')
  })
  await using fetcher = openFetcher({ limits })
  const robots = new RobotsByOrigin({
    fetcher,
    token: 'sitesounder',
    now: () => 7,
    pause: async () => {},
    onKnown: () => {},
  })
  const known = await robots.load(server.origin, signal)
  const requests = requested.length
  await robots.load(server.origin, signal)
  assert.equal(requested.length, requests, 'requested again')
  return { isAllowed: robots.check(`${server.origin}/a`).isAllowed, known, requests, requested }
}

const rows: [section: string, what: string, response: Respond, isAllowed: boolean, requests: number][] = [
  ['§2.3.1.1', '200 is obeyed', plain(200, CLOSED), false, 1],
  ['§2.3.1.1', '200 of another media type is obeyed', plain(200, CLOSED, { 'content-type': 'text/html' }), false, 1],
  [
    '§2.3.1.1',
    '200 in gzip is obeyed',
    response => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(CLOSED))
    },
    false,
    1,
  ],
  ['§2.3.1.1', '200 and nothing in it', plain(200), true, 1],
  ['§2.3.1.1', '203 is obeyed', plain(203, CLOSED), false, 1],
  ['§2.3.1.1', '204 allows', plain(204), true, 1],
  ['§2.3.1.2', 'one redirect', redirected(1), false, 2],
  ['§2.3.1.2', 'one redirect by 302', redirected(1, 302), false, 2],
  ['§2.3.1.2', 'one redirect by 303', redirected(1, 303), false, 2],
  ['§2.3.1.2', 'one redirect by 307', redirected(1, 307), false, 2],
  ['§2.3.1.2', 'one redirect by 308', redirected(1, 308), false, 2],
  ['§2.3.1.2', 'five redirects', redirected(5), false, 6],
  ['§2.3.1.2', 'six redirects', redirected(6), true, 6],
  ['§2.3.1.2', 'a redirect to another host', plain(301, '', { location: `${other.origin}/rules` }), false, 1],
  ['§2.3.1.2', 'a redirect to a host that has none', plain(301, '', { location: `${other.origin}/none` }), true, 1],
  ['§2.3.1.2', 'a redirect to itself', plain(301, '', { location: '/robots.txt' }), true, 1],
  ['§2.3.1.2', 'a redirect without a URL', plain(302), true, 1],
  ['§2.3.1.2', 'a redirect to no web URL', plain(302, '', { location: 'mailto:a@example.com' }), true, 1],
  ['§2.3.1.2', '300 is no redirect', plain(300, CLOSED), true, 1],
  ['§2.3.1.2', 'unexpected 304', plain(304), true, 1],
  ...[400, 401, 403, 404, 410, 418, 451, 499].map((status): [string, string, Respond, boolean, number] => [
    '§2.3.1.3',
    `${status} allows, whatever it says`,
    plain(status, CLOSED),
    true,
    1,
  ]),
  ['Google, status codes', '429 counts as a server error', plain(429), false, 3],
  ...[500, 502, 503, 504, 599].map((status): [string, string, Respond, boolean, number] => [
    '§2.3.1.4',
    `${status} forbids`,
    plain(status, 'User-agent: *\nAllow: /'),
    false,
    3,
  ]),
  [
    '§2.3.1.4',
    'a server error behind a redirect forbids',
    (response, url) => {
      if (url === '/robots.txt') response.writeHead(301, { location: '/moved' }).end()
      else response.writeHead(500).end()
    },
    false,
    6,
  ],
  ['§2.3.1.4', 'a connection that is cut forbids', response => void response.destroy(), false, 3],
]

describe('responses to /robots.txt', () => {
  for (const [section, what, response, isAllowed, requests] of rows) {
    test(`${section}: ${what}`, async () => {
      const result = await fetchRobots(response)
      assert.deepEqual([result.isAllowed, result.requests], [isAllowed, requests])
    })
  }

  test('§2.3.1.4: a response that ends too early forbids everything (Google, "incomplete data")', async () => {
    await using fetcher = openFetcher()
    const robots = new RobotsByOrigin({
      fetcher,
      token: 'sitesounder',
      now: () => 7,
      pause: async () => {},
      onKnown: () => {},
    })
    await robots.load(broken.origin, signal)
    assert.equal(robots.check(`${broken.origin}/a`).isAllowed, false)
  })

  test('§2.3.1.2: rules behind a redirect are those of the host that was requested', async () => {
    const { known } = await fetchRobots(plain(301, '', { location: `${other.origin}/rules` }))
    assert.equal(known.robots?.groups.length, 1)
  })

  test('§2.5: a limit that is lower than the file makes no rule of half a line', async () => {
    const { isAllowed, known } = await fetchRobots(plain(200, 'User-agent: *\nDisallow: /a-long-one'), {
      maxBodyBytes: 26,
    })
    assert.deepEqual([isAllowed, known.robots?.isTruncated], [true, true])
  })

  test('an unreadable file says why, for the person who started the crawl', async () => {
    const { known } = await fetchRobots(plain(503))
    assert.deepEqual(known.unreadable, { status: 503, failure: null, detail: '' })
  })

  test('a redirect to a private address is refused, and forbids', async () => {
    await using server = await serveHttp((_request, response) => {
      response.writeHead(301, { location: `http://127.0.0.1:${other.port}/rules` }).end()
    })
    await using fetcher = openFetcher({
      policy: { targets: 'public', allow: [`site.example:${server.port}`] },
      resolve: async () => ['127.0.0.1'],
    })
    const before = other.connections()
    const robots = new RobotsByOrigin({
      fetcher,
      token: 'sitesounder',
      now: () => 7,
      pause: async () => {},
      onKnown: () => {},
    })
    const known = await robots.load(`http://site.example:${server.port}`, signal)
    assert.deepEqual([known.unreadable?.failure, other.connections()], ['address-refused', before])
  })
})
