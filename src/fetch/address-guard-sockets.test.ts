import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { checkHost, NOT_PUBLIC } from './address-guard.ts'
import { bodyText, failed, fetchFrom, openFetcher, responseOf } from './test-server.ts'

/**
 * Where sockets really go when a name server responds differently each time ("DNS rebinding") or with several addresses. Two
 * servers share a port: one on the address that the policy opens, one on the address that it does not.
 */
const OPEN = '127.0.0.1'
const CLOSED = '127.0.0.2'
const policy = { targets: 'public', allow: [`${OPEN}/32`] } as const

const reached: string[] = []
let port = 0
const servers: Server[] = []

async function listen(host: string, wantedPort: number): Promise<number> {
  const server = createServer((_request, response) => {
    reached.push(host)
    response.writeHead(200, { connection: 'close' }).end(host)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(wantedPort, host, resolve)
  })
  servers.push(server)
  return (server.address() as AddressInfo).port
}

before(async () => {
  port = await listen(OPEN, 0)
  // Some systems have no second loopback address; then no server listens there, and the sockets must not get there either.
  await listen(CLOSED, port).catch((error: NodeJS.ErrnoException) => assert.equal(error.code, 'EADDRNOTAVAIL'))
})
beforeEach(() => {
  reached.length = 0
})
after(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
})

/** A name server that gives one response after the other, then the last one for ever. */
function nameServer(...results: string[][]) {
  const lookups: string[] = []
  const resolve = async (hostname: string): Promise<string[]> => {
    lookups.push(hostname)
    return results[Math.min(lookups.length, results.length) - 1] ?? []
  }
  return { lookups, resolve }
}

describe('a name that is bound anew', () => {
  test('between the form and the first connection: the connection is checked by itself', async () => {
    const { resolve } = nameServer([OPEN], [CLOSED])
    const url = `http://name.example:${port}/`
    assert.equal((await checkHost({ url, policy, resolve })).ok, true)
    await using fetcher = openFetcher({ policy, resolve })
    assert.equal(failed(await fetchFrom(fetcher, url)).reason, 'address-refused')
    assert.deepEqual(reached, [])
  })

  test('between check and connect: the socket goes to the address that was checked', async () => {
    const { lookups, resolve } = nameServer([OPEN], [CLOSED])
    await using fetcher = openFetcher({ policy, resolve })
    const url = `http://name.example:${port}/`
    assert.equal(bodyText(await fetchFrom(fetcher, url, { body: 'all' })), OPEN)
    assert.deepEqual([lookups, reached], [['name.example'], [OPEN]])
  })

  test('between two connections: each is checked anew', async () => {
    let nowMs = 0
    const { lookups, resolve } = nameServer([OPEN], [CLOSED], [OPEN])
    await using fetcher = openFetcher({ policy, resolve, now: () => nowMs })
    const url = `http://name.example:${port}/`
    const reasons: string[] = []
    for (let round = 0; round < 3; round += 1) {
      const result = await fetchFrom(fetcher, url)
      reasons.push(result.kind === 'response' ? 'response' : result.reason)
      nowMs += 3_600_000
    }
    assert.deepEqual(reasons, ['response', 'address-refused', 'response'])
    assert.deepEqual([lookups.length, reached], [3, [OPEN, OPEN]])
  })

  test('between two hops of a redirect: the second is checked anew', async () => {
    const leading = createServer((_request, response) => {
      response.writeHead(302, { location: `http://second.example:${port}/`, connection: 'close' }).end()
    })
    await new Promise<void>(resolve => leading.listen(0, OPEN, resolve))
    const leadingPort = (leading.address() as AddressInfo).port
    await using fetcher = openFetcher({
      policy,
      resolve: async hostname => [hostname === 'second.example' ? CLOSED : OPEN],
    })
    const result = failed(await fetchFrom(fetcher, `http://first.example:${leadingPort}/`))
    leading.closeAllConnections()
    await new Promise(resolve => leading.close(resolve))
    assert.deepEqual([result.reason, result.hops.length, reached], ['address-refused', 1, []])
  })
})

const mixed: [what: string, addresses: string[], isReached: boolean][] = [
  ['the open address alone', [OPEN], true],
  ['the open address twice', [OPEN, OPEN], true],
  ['an open one first, a closed one last', [OPEN, CLOSED], false],
  ['a closed one first, an open one last', [CLOSED, OPEN], false],
  ['a closed one among many', [OPEN, OPEN, CLOSED, OPEN], false],
  ['an open one and IPv6 loopback', [OPEN, '::1'], false],
  ['an open one and IPv4 within IPv6', [OPEN, '::ffff:127.0.0.2'], false],
  ['an open one and a private one', [OPEN, '10.0.0.1'], false],
  ['an open one and the unspecified one', [OPEN, '0.0.0.0'], false],
  ['an open one and no address', [OPEN, 'localhost'], false],
  ['an open one and a short form', [OPEN, '127.1'], false],
  ['an open one and nothing', [OPEN, ''], false],
]

describe('DNS responses with several addresses', () => {
  for (const [what, addresses, isReached] of mixed) {
    test(`${what}: ${isReached ? 'reached' : 'nothing is reached'}`, async () => {
      const { resolve } = nameServer(addresses)
      await using fetcher = openFetcher({ policy, resolve })
      const result = await fetchFrom(fetcher, `http://name.example:${port}/`)
      if (isReached) assert.equal(responseOf(result).status, 200)
      else assert.equal(failed(result).reason, 'address-refused')
      assert.deepEqual(reached, isReached ? [OPEN] : [])
    })
  }
})

test('an address that leads to another one: the peer is checked once the socket is open, before anything is sent', async () => {
  // Connections to the unspecified address end at loopback, which this policy does not open.
  await using fetcher = openFetcher({ policy: { targets: 'public', allow: ['0.0.0.0/32'] } })
  const result = failed(await fetchFrom(fetcher, `http://0.0.0.0:${port}/`))
  assert.deepEqual([result.reason, result.detail, reached], ['address-refused', NOT_PUBLIC, []])
})
