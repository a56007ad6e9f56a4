import { connect, type Socket } from 'node:net'
import type { FamilyReport } from './family.ts'
import { getAs, type Target } from './target.ts'
import { requestBytes, sendBytes, type WireRequest, type WireResponse } from './wire.ts'

/** Too much, too long, too deep, too slow: each is refused or cut off, and the server goes on. */
export async function oversized(target: Target, family: FamilyReport): Promise<void> {
  const cookie = await target.sessionOf('admin')
  const rssBefore = process.memoryUsage.rss()
  for (const [what, attack] of Object.entries(attacks(target, cookie))) {
    family.refused(what, target.look(what, await attack()), REFUSALS)
    family.tried(`${what}, the server afterwards`, await deadness(target))
  }
  for (const [what, request] of Object.entries(longRequests(cookie))) {
    family.refused(what, await target.send(request), [...REFUSALS, 200, 421])
    family.tried(`${what}, the server afterwards`, await deadness(target))
  }
  await halfOpen(target, family)
  const grownMegabytes = Math.round((process.memoryUsage.rss() - rssBefore) / 1_000_000)
  family.tried('memory', grownMegabytes <= MAX_GROWTH_MEGABYTES ? null : `grew by ${grownMegabytes} MB`)
  console.log(`resident memory grew by ${grownMegabytes} MB under what was too much`)
}

const REFUSALS = [0, 400, 401, 403, 404, 405, 413, 414, 415, 431]
const MAX_GROWTH_MEGABYTES = 300
const MEGABYTE = 1_048_576
/** More than any limit, and more than a server may be made to take in. */
const ENDLESS_BYTES = 64 * MEGABYTE

async function deadness(target: Target): Promise<string | null> {
  const { status } = await target.send(getAs('', '/api/session'))
  return status === 200 ? null : `/api/session responds with ${status}`
}

function post(path: string, { cookie, body }: { cookie: string; body: string }): WireRequest {
  return {
    method: 'POST',
    path,
    headers: [
      ['Cookie', cookie],
      ['Content-Type', 'application/json'],
    ],
    body,
  }
}

function attacks(target: Target, cookie: string): Record<string, () => Promise<WireResponse>> {
  const send = (request: WireRequest) =>
    sendBytes(target.origin, requestBytes(target.origin, { host: target.host, ...request }))
  const head = (line: string, headers: string) =>
    Buffer.from(`${line}\r\nHost: ${target.host}\r\nCookie: ${cookie}\r\n${headers}\r\n\r\n`)
  const endless = (bytes: Buffer, chunk: Buffer) => {
    let left = ENDLESS_BYTES
    const more = () => {
      left -= chunk.byteLength
      return left > 0 ? chunk : null
    }
    return sendBytes(target.origin, bytes, { more })
  }
  const json = 'Content-Type: application/json'
  const megabyteChunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MEGABYTE, 'a'), Buffer.from('\r\n')])
  return {
    'a body of 65 KB': () => send(post('/api/users', { cookie, body: `{"username":"${'a'.repeat(65_600)}"}` })),
    'a body of 1 MB': () => send(post('/api/crawl', { cookie, body: JSON.stringify({ url: 'a'.repeat(MEGABYTE) }) })),
    'a body that is announced with 64 MB': () =>
      endless(
        head('POST /api/crawl HTTP/1.1', `${json}\r\nContent-Length: ${ENDLESS_BYTES}`),
        Buffer.alloc(65_536, 'a'),
      ),
    'a body of chunks without an end': () =>
      endless(head('POST /api/login HTTP/1.1', `${json}\r\nTransfer-Encoding: chunked`), megabyteChunk),
    'a body of chunks to a URL that takes none': () =>
      endless(head('POST /api/logout HTTP/1.1', `${json}\r\nTransfer-Encoding: chunked`), megabyteChunk),
    'a body of chunks to a document': () =>
      endless(head('POST /dashboard HTTP/1.1', 'Transfer-Encoding: chunked'), megabyteChunk),
    'tiny chunks with long extensions': () =>
      endless(
        head('POST /api/login HTTP/1.1', `${json}\r\nTransfer-Encoding: chunked`),
        Buffer.from(`1;${'x'.repeat(30_000)}\r\na\r\n`),
      ),
    'an endless trailer': () =>
      endless(
        Buffer.concat([
          head('POST /api/login HTTP/1.1', `${json}\r\nTransfer-Encoding: chunked`),
          Buffer.from('0\r\n'),
        ]),
        Buffer.from(`x-trailer: ${'y'.repeat(10_000)}\r\n`),
      ),
    'a wrong length': () =>
      send({ ...post('/api/login', { cookie, body: '{}' }), headers: [['Content-Length', '-1']] }),
    'a length that is no number': () =>
      sendBytes(target.origin, head('POST /api/login HTTP/1.1', 'Content-Length: 1e9')),
    'a header of 1 MB': () => send({ path: '/api/session', headers: [['X-Long', 'a'.repeat(MEGABYTE)]] }),
    '10,000 headers': () =>
      send({
        path: '/api/session',
        headers: Array.from({ length: 10_000 }, (_, index) => [`X-${index}`, 'a'] as const),
      }),
    'headers without an end': () =>
      endless(
        Buffer.from(`GET / HTTP/1.1\r\nHost: ${target.host}\r\n`),
        Buffer.from(`x-more: ${'a'.repeat(1_000)}\r\n`),
      ),
    'a request line without an end': () => endless(Buffer.from('GET /'), Buffer.alloc(65_536, 'a')),
    'a method without an end': () => endless(Buffer.alloc(0), Buffer.alloc(65_536, 'G')),
    'a URL of 1 MB': () => send({ path: `/api/pages/1?search=${'a'.repeat(MEGABYTE)}` }),
    'a cookie of 100 KB': () =>
      send({ path: '/api/session', headers: [['Cookie', `sitesounder_session=${'a'.repeat(102_400)}`]] }),
    'deep JSON': () => send(post('/api/crawl', { cookie, body: '['.repeat(60_000) })),
    '100,000 brackets': () => send(post('/api/crawl', { cookie, body: '['.repeat(100_000) })),
    'deep JSON that is closed': () =>
      send(post('/api/crawl', { cookie, body: `{"url":${'['.repeat(30_000)}${']'.repeat(30_000)}}` })),
    'deep objects': () => send(post('/api/users', { cookie, body: `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}` })),
    'a long number': () => send(post('/api/crawl', { cookie, body: `{"url":"x","crawlLimit":${'9'.repeat(60_000)}}` })),
    'a compressed body': () =>
      send({
        ...post('/api/login', { cookie, body: '{}' }),
        headers: [
          ['Content-Encoding', 'gzip'],
          ['Content-Type', 'application/json'],
        ],
      }),
    'binary on the line': () => sendBytes(target.origin, Buffer.alloc(100_000, 0xff)),
    'TLS on the line': () => sendBytes(target.origin, Buffer.from('16030100a5010000a10303', 'hex')),
    'HTTP/2 on the line': () => sendBytes(target.origin, Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')),
    'an upgrade': () =>
      send({
        path: '/api/none',
        headers: [
          ['Upgrade', 'websocket'],
          ['Sec-WebSocket-Version', '13'],
        ],
      }),
  }
}

/** Within the limits of the line, and much to chew on: served or refused, never fatal. */
function longRequests(cookie: string): Record<string, WireRequest> {
  const parameters = Array.from({ length: 3_000 }, (_, index) => `a${index % 10}`).join('&')
  const many = Array.from({ length: 3_900 }, () => 'a').join('&')
  const list = Array.from({ length: 4_000 }, () => 'a').join(',')
  return {
    '3,000 parameters': getAs(cookie, `/api/session?${parameters}`),
    '3,900 parameters of one name': getAs(cookie, `/api/websites?${many}`),
    'a list of 4,000 types': getAs(cookie, `/api/issues/1?type=${list}`),
    'a search of 8,000 characters': getAs(cookie, `/api/issues/1?search=${'%25'.repeat(2_700)}`),
    'a path of 14,000 characters': getAs(cookie, `/${'a/'.repeat(7_000)}`),
    'a number of 14,000 digits': getAs(cookie, `/api/pages/${'1'.repeat(14_000)}`),
    '1,000 cookies': getAs(Array.from({ length: 1_000 }, (_, index) => `c${index}=1`).join('; '), '/api/session'),
    '300 times the cookie': getAs(
      Array.from({ length: 300 }, () => 'sitesounder_session=a').join('; '),
      '/api/session',
    ),
    'a Forwarded header of 14,000 characters': {
      path: '/api/session',
      headers: [['Forwarded', 'for="'.repeat(2_800)]],
    },
    'an X-Forwarded-For of 2,000 hops': {
      path: '/api/session',
      headers: [['X-Forwarded-For', '1.1.1.1,'.repeat(1_750)]],
    },
    'an Accept-Encoding of 14,000 characters': {
      path: '/favicon.svg',
      headers: [['Accept-Encoding', 'br;q=0,'.repeat(2_000)]],
    },
  }
}

const HALF_OPEN = 200

/** Connections that begin and never go on: others are served meanwhile. They are closed here, without waiting for the server. */
async function halfOpen(target: Target, family: FamilyReport): Promise<void> {
  const { hostname, port } = new URL(target.origin)
  const sockets: Socket[] = []
  for (const start of [
    '',
    'G',
    'GET /api/session HTTP/1.1\r\nHost: ',
    'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n',
  ])
    for (let index = 0; index < HALF_OPEN / 4; index++) {
      const socket = connect({ host: hostname, port: Number(port) })
      socket.on('error', () => {})
      socket.write(start)
      sockets.push(socket)
    }
  await Promise.all(sockets.map(socket => new Promise<void>(resolve => socket.write('', () => resolve()))))
  family.tried(`${HALF_OPEN} connections that go no further`, await deadness(target))
  for (const socket of sockets) socket.destroy()
}
