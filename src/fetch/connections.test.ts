import assert from 'node:assert/strict'
import { createServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { after, describe, test } from 'node:test'
import { NOT_PUBLIC } from './address-guard.ts'
import { expired, otherName, testKey, valid } from './test-certificates.ts'
import { failed, fetchFrom, openFetcher, responseOf, serveHttp, serveRaw } from './test-server.ts'

const PUBLIC = '93.184.216.34'

const server = await serveHttp((request, response) => {
  const location = new URL(request.url ?? '/', 'http://x').searchParams.get('to')
  response.writeHead(location === null ? 200 : 302, location === null ? {} : { location }).end('page')
})

after(() => server[Symbol.asyncDispose]())

/** A fetcher for the public internet, where every name leads to `addresses`; only `allow` is open besides. */
function guarded(addresses: (hostname: string) => string[], allow: string[] = []) {
  const lookups: string[] = []
  const fetcher = openFetcher({
    policy: { targets: 'public', allow },
    resolve: async hostname => {
      lookups.push(hostname)
      return addresses(hostname)
    },
  })
  return { fetcher, lookups }
}

describe('a public policy', () => {
  const refused: [name: string, host: string, addresses: string[]][] = [
    ['an IPv4 literal', '127.0.0.1', []],
    ['a short IPv4 literal', '127.1', []],
    ['a hexadecimal one', '0x7f000001', []],
    ['an IPv6 literal', '[::1]', []],
    ['IPv4 within IPv6', '[::ffff:127.0.0.1]', []],
    ['a name of loopback', 'name.example', ['127.0.0.1']],
    ['a name of a public and a private address', 'name.example', [PUBLIC, '127.0.0.1']],
    ['localhost with a dot', 'localhost.', ['127.0.0.1']],
  ]
  for (const [name, host, addresses] of refused) {
    test(`refuses ${name} and requests nothing`, async () => {
      const before = server.connections()
      const { fetcher } = guarded(() => addresses)
      await using _ = fetcher
      const result = failed(await fetchFrom(fetcher, `http://${host}:${server.port}/`))
      assert.deepEqual([result.reason, result.detail, result.timing], ['address-refused', NOT_PUBLIC, null])
      assert.equal(server.connections(), before)
    })
  }

  test('refuses a redirect to a private address, with the hop', async () => {
    const { fetcher } = guarded(() => ['127.0.0.1'], [`open.example:${server.port}`])
    await using _ = fetcher
    const before = server.connections()
    const result = failed(
      await fetchFrom(fetcher, `http://open.example:${server.port}/?to=http://127.0.0.1:${server.port}/`),
    )
    assert.deepEqual([result.reason, result.hops.length], ['address-refused', 1])
    assert.equal(server.connections(), before + 1)
  })

  test('checks every response of a name anew', async () => {
    await using closing = await serveRaw(socket => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\npage'))
    const results = [['127.0.0.1'], ['127.0.0.2']]
    let nowMs = 0
    await using fetcher = openFetcher({
      policy: { targets: 'public', allow: ['127.0.0.1/32'] },
      now: () => nowMs,
      resolve: async () => results.shift() ?? [],
    })
    const url = `http://rebinding.example:${closing.port}/`
    assert.equal(responseOf(await fetchFrom(fetcher, url)).status, 200)
    nowMs += 60_000
    assert.equal(failed(await fetchFrom(fetcher, url)).reason, 'address-refused')
    assert.equal(closing.connections(), 1)
  })

  test('opens what the operator lists', async () => {
    const { fetcher } = guarded(() => ['127.0.0.1'], [`127.0.0.1:${server.port}`])
    await using _ = fetcher
    assert.equal(responseOf(await fetchFrom(fetcher, `http://127.0.0.1:${server.port}/`)).status, 200)
    assert.equal(failed(await fetchFrom(fetcher, `http://127.0.0.1:${server.port + 1}/`)).reason, 'address-refused')
  })
})

describe('names', () => {
  test('are looked up once for several connections', async () => {
    const { fetcher, lookups } = guarded(() => ['127.0.0.1'], ['name.example'])
    await using _ = fetcher
    await Promise.all(Array.from({ length: 4 }, () => fetchFrom(fetcher, `http://name.example:${server.port}/`)))
    assert.deepEqual(lookups, ['name.example'])
  })

  test('without an address are a failure in words', async () => {
    const { fetcher } = guarded(() => [])
    await using _ = fetcher
    assert.equal(failed(await fetchFrom(fetcher, 'http://name.example/')).reason, 'dns')
  })

  test('that cannot be resolved are a failure in words, resolved again the next time', async () => {
    let count = 0
    await using fetcher = openFetcher({
      resolve: () => {
        count += 1
        return Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))
      },
    })
    for (let round = 0; round < 2; round += 1) {
      const result = failed(await fetchFrom(fetcher, 'http://name.example/'))
      assert.deepEqual([result.reason, result.detail.includes('does not exist')], ['dns', true])
    }
    assert.equal(count, 2)
  })
})

test('a port where nothing listens is a failure in words', async () => {
  const closed = createTcpServer()
  await new Promise<void>(resolve => closed.listen(0, '127.0.0.1', resolve))
  const address = closed.address()
  await new Promise(resolve => closed.close(resolve))
  const port = typeof address === 'object' ? address?.port : 0
  await using fetcher = openFetcher()
  const result = failed(await fetchFrom(fetcher, `http://127.0.0.1:${port}/`))
  assert.deepEqual([result.reason, result.detail], ['refused', `Nothing responds on port ${port} of this server.`])
})

async function serveTls(certificate: string): Promise<{ port: number } & AsyncDisposable> {
  const tlsServer = createServer({ key: testKey, cert: certificate }, (_request, response) => response.end('page'))
  await new Promise<void>(resolve => tlsServer.listen(0, '127.0.0.1', resolve))
  const address = tlsServer.address()
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    async [Symbol.asyncDispose]() {
      tlsServer.closeAllConnections()
      await new Promise(resolve => tlsServer.close(resolve))
    },
  }
}

describe('TLS', () => {
  const rows: [name: string, certificate: string, trusted: string[], words: string][] = [
    ['a self-signed certificate', valid, [], 'it is self-signed'],
    ['a certificate for another name', otherName, [otherName], 'it is valid for other.example, not for 127.0.0.1'],
    ['a certificate that has expired', expired, [expired], 'it expired on 1 February 2020'],
  ]
  for (const [name, certificate, trustedCertificates, words] of rows) {
    test(`${name} is a failure in words`, async () => {
      await using tlsServer = await serveTls(certificate)
      await using fetcher = openFetcher({ trustedCertificates })
      const result = failed(await fetchFrom(fetcher, `https://127.0.0.1:${tlsServer.port}/`))
      assert.deepEqual([result.reason, result.detail], ['certificate', `Certificate not trusted: ${words}.`])
      assert.equal(result.certificate?.facts?.totalNames, 2 - Number(certificate === otherName))
    })
  }

  test('a trusted certificate is no obstacle', async () => {
    await using tlsServer = await serveTls(valid)
    await using fetcher = openFetcher({ trustedCertificates: [valid] })
    assert.equal(responseOf(await fetchFrom(fetcher, `https://localhost:${tlsServer.port}/`)).status, 200)
  })

  test('a port without TLS is a failure in words', async () => {
    await using fetcher = openFetcher()
    const result = failed(await fetchFrom(fetcher, `https://127.0.0.1:${server.port}/`))
    assert.equal(result.reason, 'tls')
  })
})
