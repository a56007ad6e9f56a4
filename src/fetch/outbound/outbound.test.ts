import assert from 'node:assert/strict'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type Outbound, parseProxyUrl } from '#shared/outbound.ts'
import { NOT_PUBLIC } from '../address-guard.ts'
import { testKey, valid } from '../test-certificates.ts'
import { bodyText, failed, fetchFrom, type LoopbackServer, openFetcher, responseOf, serveHttp } from '../test-server.ts'
import { startHttpProxy, startSocksProxy, type TestProxy } from './test-proxies.ts'
import { openTunnel } from './tunnel.ts'

const USER = { name: 'ann', password: 'secret-password' }
const seen: string[] = []
let site: LoopbackServer
let secure: ReturnType<typeof createServer>
let securePort = 0

before(async () => {
  site = await serveHttp((incoming, outgoing) => {
    seen.push(JSON.stringify(incoming.rawHeaders))
    if (incoming.url === '/away') outgoing.writeHead(302, { location: 'http://private.test/' })
    outgoing.end(`${incoming.headers.host}${incoming.url}`)
  })
  secure = createServer({ key: testKey, cert: valid }, (incoming, outgoing) => {
    seen.push(JSON.stringify(incoming.rawHeaders))
    outgoing.end(`secure ${incoming.headers.host}${incoming.url}`)
  })
  await new Promise<void>(resolve => secure.listen(0, '127.0.0.1', resolve))
  securePort = (secure.address() as AddressInfo).port
})
after(async () => {
  await site[Symbol.asyncDispose]()
  secure.closeAllConnections()
  await new Promise(resolve => secure.close(resolve))
})

function outboundOf(url: string, user?: typeof USER): Outbound {
  const withUser = new URL(url)
  if (user) Object.assign(withUser, { username: user.name, password: user.password })
  return { proxy: parseProxyUrl(withUser.href), crawlProxies: {}, certificates: [valid] }
}

const kinds: [name: string, start: (options: { user?: typeof USER; status?: number }) => Promise<TestProxy>][] = [
  ['HTTP', startHttpProxy],
  ['HTTPS', options => startHttpProxy({ ...options, isTls: true })],
  ['SOCKS5', startSocksProxy],
]

for (const [name, start] of kinds) {
  describe(`a proxy that speaks ${name}`, () => {
    test('gets all requests, with its user, of whom servers learn nothing', async () => {
      await using proxy = await start({ user: USER })
      await using fetcher = openFetcher({
        policy: { targets: 'any', allow: [], outbound: outboundOf(proxy.url, USER) },
      })
      // Names that this machine cannot resolve: the proxy can.
      const plain = await fetchFrom(fetcher, `http://site.test:${site.port}/a?b`, { body: 'all' })
      assert.equal(bodyText(plain), `site.test:${site.port}/a?b`)
      const tls = await fetchFrom(fetcher, `https://localhost:${securePort}/c`, { body: 'all' })
      assert.equal(bodyText(tls), `secure localhost:${securePort}/c`)
      const forwarded = name === 'SOCKS5' ? `CONNECT site.test:${site.port}` : `GET http://site.test:${site.port}/a?b`
      assert.deepEqual(proxy.requested, [forwarded, `CONNECT localhost:${securePort}`])
      assert.deepEqual(
        seen.splice(0).filter(headers => /proxy|secret/i.test(headers)),
        [],
      )
    })

    test('is given addresses that were checked, where private ones are refused', async () => {
      await using proxy = await start({})
      const addresses: Record<string, string> = { 'open.test': '127.0.0.1', 'private.test': '10.0.0.1' }
      await using fetcher = openFetcher({
        policy: { targets: 'public', allow: ['open.test'], outbound: outboundOf(proxy.url) },
        resolve: async host => [addresses[host] ?? '10.0.0.2'],
      })
      const found = await fetchFrom(fetcher, `http://open.test:${site.port}/d`, { body: 'all' })
      assert.equal(bodyText(found), `open.test:${site.port}/d`)
      const refused = [
        'http://private.test/',
        'https://private.test/',
        'http://10.0.0.1/',
        'https://[::1]/',
        `http://open.test:${site.port}/away`,
      ]
      for (const url of refused) {
        const { reason, detail } = failed(await fetchFrom(fetcher, url))
        assert.deepEqual([reason, detail.endsWith(NOT_PUBLIC)], ['address-refused', true], url)
      }
      assert.deepEqual([...new Set(proxy.requested)], [`CONNECT 127.0.0.1:${site.port}`])
    })

    test('is what failed, and not the website, when it takes no user or lets nothing through', async () => {
      await using proxy = await start({ user: USER })
      await using wrong = openFetcher({
        policy: { targets: 'any', allow: [], outbound: outboundOf(proxy.url, { ...USER, password: 'wrong-secret' }) },
      })
      for (const url of [`http://localhost:${site.port}/`, `https://localhost:${securePort}/`]) {
        const { reason, detail } = failed(await fetchFrom(wrong, url))
        assert.deepEqual(
          [reason, detail],
          ['proxy', 'The proxy does not accept the user name and password of this server.'],
        )
      }
      await using closed = openFetcher({
        policy: { targets: 'any', allow: [], outbound: outboundOf('http://127.0.0.1:1') },
      })
      for (const url of ['http://site.test/', 'https://site.test/'])
        assert.equal(failed(await fetchFrom(closed, url)).detail, 'The proxy does not respond.')
    })
  })
}

describe('what a proxy says of its target', () => {
  type Row = [name: string, start: () => Promise<TestProxy>, reason: string, detail: string]
  const rows: Row[] = [
    // That it does not let the target through, or does not know CONNECT.
    ...[400, 401, 403, 405, 501].map(
      (status): Row => [
        `CONNECT with status ${status}`,
        () => startHttpProxy({ status }),
        'proxy',
        `The proxy refuses the connection (${status}).`,
      ],
    ),
    ...[404, 406, 500, 502, 504].map(
      (status): Row => [
        `CONNECT with status ${status}`,
        () => startHttpProxy({ status }),
        'connect',
        `The proxy cannot reach the server (${status}).`,
      ],
    ),
    [
      'SOCKS5 reply 2',
      () => startSocksProxy({ status: 2 }),
      'proxy',
      'The proxy refuses the connection (SOCKS5 reply 2).',
    ],
    ['SOCKS5 reply 5', () => startSocksProxy({ status: 5 }), 'connect', 'The proxy cannot reach the server.'],
    ['another protocol', () => startNoProxy('SSH-2.0-x'), 'proxy', 'The proxy does not speak SOCKS5.'],
  ]
  for (const [name, start, reason, detail] of rows)
    test(`${name} is a failure in words`, async () => {
      await using proxy = await start()
      await using fetcher = openFetcher({ policy: { targets: 'any', allow: [], outbound: outboundOf(proxy.url) } })
      const result = failed(await fetchFrom(fetcher, `https://localhost:${securePort}/`))
      assert.deepEqual([result.reason, result.detail], [reason, detail])
    })
})

test('a name that SOCKS5 cannot say is sent to no proxy, which would read its end as another message', async () => {
  await using proxy = await startSocksProxy()
  await using fetcher = openFetcher({ policy: { targets: 'any', allow: [], outbound: outboundOf(proxy.url) } })
  const result = failed(await fetchFrom(fetcher, `http://${'a.'.repeat(150)}test/`))
  assert.deepEqual([result.reason, result.detail], ['connect', 'The name of the server is too long.'])
  assert.deepEqual(proxy.requested, [])
})

for (const first of ['2', '220 ready'])
  test(`what a server sends first is not lost where it comes with the response of the proxy: ${first}`, async () => {
    await using proxy = await startTcp(socket =>
      socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n\r\n${first}`)),
    )
    const server = parseProxyUrl(`http://127.0.0.1:${proxy.port}`) ?? assert.fail()
    const socket = await openTunnel({ hostname: 'site.test', port: 25 }, { proxy: server, timeoutMs: 10_000 })
    assert.equal((await Array.fromAsync(socket)).join(''), first)
  })

test('the connection to a proxy that refuses is closed', async () => {
  const closed = Promise.withResolvers<void>()
  await using proxy = await startTcp(socket => {
    socket.once('data', () => socket.write('HTTP/1.1 403 Forbidden\r\n\r\n'))
    socket.once('close', () => closed.resolve())
  })
  const server = parseProxyUrl(`http://127.0.0.1:${proxy.port}`) ?? assert.fail()
  const opening = openTunnel({ hostname: 'site.test', port: 443 }, { proxy: server, timeoutMs: 10_000 })
  await assert.rejects(opening, /refuses the connection \(403\)/)
  await closed.promise
})

/** Begins to speak by itself. */
function startNoProxy(text: string): Promise<TestProxy> {
  return startTcp(socket => {
    socket.resume()
    socket.end(text)
  })
}

async function startTcp(onConnection: (socket: Socket) => void): Promise<TestProxy> {
  const tcp = createTcpServer(socket => {
    socket.on('error', () => {})
    onConnection(socket)
  })
  await new Promise<void>(resolve => tcp.listen(0, '127.0.0.1', resolve))
  const { port } = tcp.address() as AddressInfo
  return {
    url: `socks5://127.0.0.1:${port}`,
    port,
    requested: [],
    [Symbol.asyncDispose]: () => new Promise<void>(resolve => tcp.close(() => resolve())),
  }
}

describe('the route of a crawl', () => {
  test('is the proxy that it chooses by name, and none other when there is no such name', async () => {
    await using usual = await startHttpProxy()
    await using chosen = await startSocksProxy()
    const outbound = outboundOf(usual.url)
    const crawlProxies = { office: parseProxyUrl(chosen.url) ?? assert.fail() }
    await using fetcher = openFetcher({
      policy: { targets: 'any', allow: [], outbound: { ...outbound, crawlProxies } },
    })
    const url = `http://site.test:${site.port}/`
    for (const proxy of ['', 'office'])
      assert.equal(responseOf(await fetchFrom(fetcher, url, { route: { proxy, hostMap: [] } })).status, 200)
    for (const proxy of ['removed', 'constructor']) {
      const result = failed(await fetchFrom(fetcher, url, { route: { proxy, hostMap: [] } }))
      assert.deepEqual([result.reason, result.detail], ['proxy', `This server has no proxy with the name ${proxy}.`])
    }
    assert.deepEqual([usual.requested, chosen.requested], [[`GET ${url}`], [`CONNECT site.test:${site.port}`]])
  })

  test('leads mapped hosts to their addresses, with their names and certificates, and no other crawl there', async () => {
    await using fetcher = openFetcher({
      trustedCertificates: [valid],
      resolve: async host => Promise.reject(Object.assign(new Error(host), { code: 'ENOTFOUND' })),
    })
    const route = { proxy: '', hostMap: ['www.site.test=127.0.0.1', 'localhost=127.0.0.1'] }
    const mapped = await fetchFrom(fetcher, `http://www.site.test:${site.port}/e`, { route, body: 'all' })
    assert.equal(bodyText(mapped), `www.site.test:${site.port}/e`)
    const tls = await fetchFrom(fetcher, `https://localhost:${securePort}/`, { route })
    assert.equal(responseOf(tls).status, 200)
    const others = [undefined, { proxy: '', hostMap: [] }, { proxy: '', hostMap: ['site.test=127.0.0.1'] }]
    for (const other of others)
      assert.equal(
        failed(await fetchFrom(fetcher, `http://www.site.test:${site.port}/e`, { route: other })).reason,
        'dns',
      )
    const wrong = failed(
      await fetchFrom(fetcher, `https://www.site.test:${securePort}/`, {
        route: { ...route, hostMap: ['www.site.test=127.0.0.1'] },
      }),
    )
    assert.equal(wrong.reason, 'certificate')
  })

  test('leads to no address that is not allowed, by whatever name', async () => {
    const policy = { targets: 'public', allow: ['www.site.test', 'mail.site.test:25'] } as const
    await using fetcher = openFetcher({ policy, resolve: async () => ['127.0.0.1'] })
    const url = `http://www.site.test:${site.port}/`
    // The permission for the name is one for the addresses that DNS has.
    assert.equal(responseOf(await fetchFrom(fetcher, url)).status, 200)
    const route = { proxy: '', hostMap: ['www.site.test=127.0.0.1', 'mail.site.test=127.0.0.1'] }
    for (const each of [url, 'http://mail.site.test:25/'])
      assert.equal(failed(await fetchFrom(fetcher, each, { route })).reason, 'address-refused', each)
  })

  test('goes to a mapped address through a proxy, too', async () => {
    await using proxy = await startHttpProxy()
    await using fetcher = openFetcher({ policy: { targets: 'any', allow: [], outbound: outboundOf(proxy.url) } })
    const route = { proxy: '', hostMap: ['www.site.test=127.0.0.1'] }
    const found = await fetchFrom(fetcher, `http://www.site.test:${site.port}/f`, { route, body: 'all' })
    assert.equal(bodyText(found), `www.site.test:${site.port}/f`)
    assert.deepEqual(proxy.requested, [`CONNECT 127.0.0.1:${site.port}`])
  })
})
