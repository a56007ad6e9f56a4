import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { createAddressGuard } from '#fetch/address-guard.ts'
import type { Route } from '#fetch/outbound/route.ts'
import { startHttpProxy, startSocksProxy } from '#fetch/outbound/test-proxies.ts'
import { serveHttp, serveRaw } from '#fetch/test-server.ts'
import { parseProxyUrl } from '#shared/outbound.ts'
import { openGuardedProxy } from './guarded-proxy.ts'
import { createTargetGuard } from './guarded-targets.ts'

const SECRET = `Basic ${Buffer.from('user:secret').toString('base64')}`

/** A proxy to the public internet, where `open.test` counts as public and every name leads to this machine. */
async function openProxy(
  options: { maxBytes?: number; resolve?: (hostname: string) => Promise<string[]>; route?: Route } = {},
) {
  const guard = createAddressGuard({ targets: 'public', allow: ['open.test'] })
  const resolve = options.resolve ?? (async (hostname: string) => (hostname === 'unknown.test' ? [] : ['127.0.0.1']))
  return await openGuardedProxy({
    targetGuard: createTargetGuard({ guard, resolve, ...(options.route && { route: options.route }) }),
    username: 'user',
    password: 'secret',
    maxBytes: options.maxBytes ?? 1_000_000,
    maxConnections: 16,
    connectTimeoutMs: 2_000,
  })
}

interface SentRequest {
  url: string
  secret?: string | undefined
  method?: string
  body?: string
  headers?: Record<string, string>
}

/** Status and text of a response; null when the connection broke. */
async function send(port: number, { url, secret = SECRET, method = 'GET', body = '', headers = {} }: SentRequest) {
  const given = { host: new URL(url).host, 'proxy-authorization': secret, ...headers }
  const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers: given })
  outgoing.end(body)
  return await new Promise<{ status: number | undefined; text: string } | null>(resolve => {
    outgoing.on('error', () => resolve(null))
    outgoing.on('response', response => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode, text }))
      response.on('error', () => resolve(null))
    })
  })
}

/** What comes back when a tunnel is requested and `sent` is written at once. */
async function tunnel(port: number, authority: string, { secret = SECRET, sent = '' } = {}): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part
  })
  socket.on('error', () => {})
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\nproxy-authorization: ${secret}\r\n\r\n${sent}`)
  await once(socket, 'close')
  return text
}

describe('the proxy of a measurement', () => {
  test('hands a request on as it is, its own headers excepted', async () => {
    const seen: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders; body: string }[] =
      []
    await using server = await serveHttp((incoming, outgoing) => {
      let body = ''
      incoming.setEncoding('utf8').on('data', (part: string) => {
        body += part
      })
      incoming.on('end', () => {
        seen.push({ method: incoming.method, url: incoming.url, headers: incoming.headers, body })
        outgoing.writeHead(201, { 'x-response': 'yes', 'keep-alive': 'timeout=1' }).end('made')
      })
    })
    const proxy = await openProxy()
    const url = `http://open.test:${server.port}/a?b=c`
    const headers = { 'x-sent': 'yes', connection: 'keep-alive, x-private', 'x-private': 'secret' }
    const response = await send(proxy.port, {
      url,
      method: 'POST',
      body: 'told',
      headers: { ...headers, 'content-length': '4' },
    })
    await proxy.close()
    assert.deepEqual(response, { status: 201, text: 'made' })
    const [request] = seen
    assert.deepEqual([request?.method, request?.url, request?.body], ['POST', '/a?b=c', 'told'])
    assert.equal(request?.headers.host, `open.test:${server.port}`)
    assert.equal(request?.headers['x-sent'], 'yes')
    for (const name of ['proxy-authorization', 'x-private']) assert.equal(request?.headers[name], undefined)
  })

  test('opens a tunnel, and takes along what comes with the request for it', async () => {
    await using server = await serveRaw((socket, request) => socket.end(`heard ${request}`))
    const proxy = await openProxy()
    const text = await tunnel(proxy.port, `open.test:${server.port}`, { sent: 'words\r\n\r\n' })
    await proxy.close()
    assert.equal(text, 'HTTP/1.1 200 OK\r\n\r\nheard words')
  })

  for (const secret of ['', 'Basic wrong', `Basic ${Buffer.from('user:').toString('base64')}`]) {
    test(`does nothing for a client that sends ${secret || 'nothing'}`, async () => {
      await using server = await serveHttp((_incoming, outgoing) => void outgoing.end())
      const proxy = await openProxy()
      const response = await send(proxy.port, { url: `http://open.test:${server.port}/`, secret })
      const tunnelled = await tunnel(proxy.port, `open.test:${server.port}`, { secret })
      const greeted = await send(proxy.port, { url: proxy.greetingUrl, secret })
      await proxy.close()
      assert.deepEqual([response?.status, greeted?.status, server.connections()], [407, 407, 0])
      assert.match(tunnelled, /^HTTP\/1\.1 407 /)
    })
  }

  const refused: [host: string, trouble: string][] = [
    ['127.0.0.1', 'refused'],
    ['[::1]', 'refused'],
    ['[::ffff:127.0.0.1]', 'refused'],
    ['0x7f000001', 'refused'],
    ['2130706433', 'refused'],
    ['localhost', 'refused'],
    ['closed.test', 'refused'],
    ['closed.test.', 'refused'],
    ['unknown.test', 'unknown'],
  ]
  for (const [host, trouble] of refused) {
    test(`refuses requests to ${host}`, async () => {
      await using server = await serveHttp((_incoming, outgoing) => void outgoing.end())
      const proxy = await openProxy()
      const response = await send(proxy.port, { url: `http://${host}:${server.port}/` })
      const tunnelled = await tunnel(proxy.port, `${host}:${server.port}`)
      const troubles = [...proxy.troubles.values()]
      await proxy.close()
      assert.deepEqual([response, server.connections()], [null, 0])
      assert.match(tunnelled, /^HTTP\/1\.1 403 /)
      assert.deepEqual([...new Set(troubles)], [trouble])
    })
  }

  for (const authority of [
    'open.test',
    'open.test:',
    'open.test:99999',
    'a@open.test:80',
    '/x:80',
    'open.test:80/x',
    '',
  ]) {
    test(`opens no tunnel to “${authority}”`, async () => {
      const proxy = await openProxy()
      const text = await tunnel(proxy.port, authority)
      await proxy.close()
      assert.match(text, /^HTTP\/1\.1 40[03] /)
    })
  }

  test('connects to no port that browsers refuse, and not to itself', async () => {
    const proxy = await openGuardedProxy({
      targetGuard: createTargetGuard({
        guard: createAddressGuard({ targets: 'any', allow: [] }),
        resolve: async () => ['127.0.0.1'],
      }),
      username: 'user',
      password: 'secret',
      maxBytes: 1_000,
      maxConnections: 4,
      connectTimeoutMs: 1_000,
    })
    const urls = [`http://open.test:25/`, `http://127.0.0.1:${proxy.port}/`, `http://localhost:${proxy.port}/`]
    const responses = await Promise.all(urls.map(url => send(proxy.port, { url })))
    const troubles = [...proxy.troubles.values()]
    await proxy.close()
    assert.deepEqual(
      [responses, troubles],
      [
        [null, null, null],
        ['refused', 'refused', 'refused'],
      ],
    )
  })

  test('connects to the addresses that were checked, whatever the name leads to by then', async () => {
    await using server = await serveHttp((_incoming, outgoing) => void outgoing.end('page'))
    const resolved = [['127.0.0.1'], ['10.0.0.1']]
    let lookups = 0
    const proxy = await openProxy({ resolve: async () => resolved[Math.min(lookups++, 1)] ?? [] })
    const response = await send(proxy.port, { url: `http://open.test:${server.port}/` })
    await proxy.close()
    assert.deepEqual([response?.text, lookups], ['page', 1])
  })

  test('cuts off what is more than a measurement may have', async () => {
    await using server = await serveHttp((_incoming, outgoing) => void outgoing.end('x'.repeat(100_000)))
    const proxy = await openProxy({ maxBytes: 50_000 })
    assert.equal(await send(proxy.port, { url: `http://open.test:${server.port}/` }), null)
    assert.equal(proxy.isExhausted(), true)
    await proxy.close()
  })

  test('says of a port where nothing responds that it is unreachable', async () => {
    const closed = await serveHttp(() => {})
    const { port } = closed
    await closed[Symbol.asyncDispose]()
    const proxy = await openProxy()
    assert.equal(await send(proxy.port, { url: `http://open.test:${port}/` }), null)
    assert.deepEqual([...proxy.troubles], [[`open.test:${port}`, 'unreachable']])
    await proxy.close()
  })
})

describe('with a route', () => {
  for (const [name, start] of [
    ['an HTTP proxy', startHttpProxy],
    ['a SOCKS5 proxy', startSocksProxy],
  ] as const)
    test(`everything goes through ${name}, to addresses that were checked`, async () => {
      await using server = await serveHttp((incoming, outgoing) => void outgoing.end(`at ${incoming.headers.host}`))
      await using next = await start({ user: { name: 'ann', password: 'secret-password' } })
      const proxy = parseProxyUrl(next.url.replace('//', '//ann:secret-password@'))
      const opened = await openProxy({ route: { proxy, hosts: new Map(), certificates: [] } })
      try {
        const url = `http://open.test:${server.port}/a`
        assert.deepEqual(await send(opened.port, { url }), { status: 200, text: `at open.test:${server.port}` })
        const sent = `GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`
        assert.match(await tunnel(opened.port, `open.test:${server.port}`, { sent }), /at x$/)
        assert.equal(await send(opened.port, { url: `http://closed.test:${server.port}/` }), null)
        assert.match(await tunnel(opened.port, `closed.test:${server.port}`), /^HTTP\/1.1 403/)
        assert.deepEqual([...new Set(next.requested)], [`CONNECT 127.0.0.1:${server.port}`])
        assert.equal(next.requested.length, 2)
      } finally {
        await opened.close()
      }
    })

  test('mapped hosts are at their addresses', async () => {
    await using server = await serveHttp((incoming, outgoing) => void outgoing.end(`at ${incoming.headers.host}`))
    const hosts = new Map([
      ['site.test', '127.0.0.1'],
      ['open.test', '127.0.0.1'],
    ])
    const opened = await openProxy({ route: { proxy: null, hosts, certificates: [] } })
    try {
      // Only names are open here, and the permission for a name is none for the address that it is mapped to.
      for (const host of ['site.test', 'open.test'])
        assert.equal(await send(opened.port, { url: `http://${host}:${server.port}/` }), null)
    } finally {
      await opened.close()
    }
  })
})
