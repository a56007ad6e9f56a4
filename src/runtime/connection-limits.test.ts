import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { Hono } from 'hono'
import { openHttpServer } from './http-server.ts'

interface Limits {
  maxConnections?: number
  maxConnectionsPerNetwork?: number
  isTrustedProxy?: (address: string) => boolean
}

interface Bench {
  port: number
  url: string
  /** Opens a connection and sends a text on it. */
  open(text?: string): Promise<Socket>
  /** Lets the request of `/held` be responded to. */
  release(): void
  /** Resolves once a request has reached `/held`. */
  held: Promise<void>
}

async function withServer(limits: Limits, work: (bench: Bench) => Promise<void>): Promise<void> {
  const released = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const app = new Hono()
    .onError((_error, context) => context.text('the body broke off', 400))
    .get('/', context => context.text('here'))
    .post('/', async context => context.text(await context.req.text()))
    .get('/held', async context => {
      held.resolve()
      await released.promise
      return context.text('released')
    })
  const server = await openHttpServer(app, { host: '127.0.0.1', port: 0, ...limits })
  const port = Number(new URL(server.url).port)
  const sockets: Socket[] = []
  async function open(text = '') {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    await once(socket, 'connect')
    socket.resume().write(text)
    return socket
  }
  try {
    await work({ port, url: server.url, open, release: released.resolve, held: held.promise })
  } finally {
    released.resolve()
    for (const socket of sockets) socket.destroy()
    await server.close()
  }
}

const closed = (socket: Socket) => (socket.closed ? Promise.resolve() : once(socket, 'close'))

async function get(url: string): Promise<string> {
  const response = await fetch(url, { headers: { connection: 'close' } })
  return response.text()
}

const kinds: [what: string, text: string][] = [
  ['send nothing', ''],
  ['stop within the head of a request', 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n'],
  ['stop within the body of a request', 'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\nhalf'],
  ['are kept alive', 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'],
]

describe('limitConnections()', () => {
  for (const [limit, limits] of [
    ['of their network', { maxConnectionsPerNetwork: 3 }],
    ['of all', { maxConnections: 3 }],
    ['of all, from a trusted proxy', { maxConnections: 3, maxConnectionsPerNetwork: 1, isTrustedProxy: () => true }],
  ] as const) {
    for (const [what, text] of kinds) {
      it(`closes connections that ${what} for new ones, the oldest first, at the limit ${limit}`, () =>
        withServer(limits, async ({ open, url }) => {
          const first = await open(text)
          if (text.endsWith('\r\n\r\n')) await once(first, 'data')
          const others = [await open(text), await open(text)]
          assert.equal(await get(url), 'here')
          await closed(first)
          assert.deepEqual(
            others.map(socket => socket.closed),
            [false, false],
          )
        }))
    }
  }

  it('closes no connection whose request is being responded to, and refuses new ones instead', () =>
    withServer({ maxConnections: 1 }, async ({ open, url, held, release }) => {
      const busy = await open('GET /held HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
      await held
      await assert.rejects(get(url))
      release()
      const [response] = await once(busy, 'data')
      assert.match(String(response), /^HTTP\/1.1 200/)
    }))

  it('has room again when connections have ended', () =>
    withServer({ maxConnections: 1, maxConnectionsPerNetwork: 1 }, async ({ url }) => {
      for (let time = 0; time < 3; time++) assert.equal(await get(url), 'here')
    }))

  it('lets 2,100 idle connections shut no one out', () =>
    withServer({ maxConnections: 200 }, async ({ open, url }) => {
      for (let batch = 0; batch < 21; batch++) await Promise.all(Array.from({ length: 100 }, () => open()))
      assert.equal(await get(url), 'here')
    }))
})
