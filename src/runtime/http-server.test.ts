import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { Hono } from 'hono'
import { SettingError } from '#settings/setting.ts'
import { openHttpServer, peerAddress, portError } from './http-server.ts'

const STALLED_AFTER_MS = 200

describe('openHttpServer()', () => {
  async function withServer(host: string, work: (url: string) => Promise<void>) {
    const app = new Hono().get('/', context => context.text(peerAddress(context) ?? ''))
    const server = await openHttpServer(app, { host, port: 0 })
    try {
      await work(server.url)
    } finally {
      await server.close()
    }
  }

  it('returns the IP address of the peer, whatever the headers say', () =>
    withServer('127.0.0.1', async url => {
      const response = await fetch(url, { headers: { 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1' } })
      assert.equal(await response.text(), '127.0.0.1')
    }))

  it('refuses headers of more than 16 KiB', () =>
    withServer('127.0.0.1', async url => {
      const status = async (bytes: number) => (await fetch(url, { headers: { 'x-long': 'a'.repeat(bytes) } })).status
      assert.deepEqual([await status(15_000), await status(17_000)], [200, 431])
    }))

  it('says in one sentence that a port is taken', () =>
    withServer('127.0.0.1', async url => {
      const port = Number(new URL(url).port)
      await assert.rejects(
        openHttpServer(new Hono(), { host: '127.0.0.1', port }),
        /^Error: Port \d+ on .* already in use/,
      )
    }))

  it('cuts off a request that does not arrive in time, unless it brings a file', async () => {
    const app = new Hono().post('*', async context => context.text(String((await context.req.text()).length)))
    const server = await openHttpServer(app, { host: '127.0.0.1', port: 0, requestTimeoutMs: 50 })
    const begin = (path: string) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\na`)
      const received = socket
        .setEncoding('utf8')
        .toArray()
        .then(
          parts => parts.join(''),
          () => '',
        )
      return { socket, received }
    }
    try {
      const upload = begin('/api/websites/1/visits')
      assert.equal(await begin('/api/crawl').received, '')
      upload.socket.write('b')
      assert.match(await upload.received, /^HTTP\/1\.1 200/)
    } finally {
      await server.close()
    }
  })

  /** A stream without end, and whether its source was stopped. */
  async function withEndless(work: (server: { port: number; isEnded: Promise<void> }) => Promise<void>) {
    const ended = Promise.withResolvers<void>()
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull: controller => controller.enqueue(new Uint8Array(64 * 1024)),
        cancel: () => ended.resolve(),
      })
    const quiet = Promise.withResolvers<void>()
    const app = new Hono()
      .get('/endless', context => context.body(endless()))
      .get('/late', async context => {
        await quiet.promise
        return context.text('at last')
      })
      .get('/now', context => {
        quiet.resolve()
        return context.text('now')
      })
    const server = await openHttpServer(app, { host: '127.0.0.1', port: 0, stalledAfterMs: STALLED_AFTER_MS })
    try {
      await work({ port: Number(new URL(server.url).port), isEnded: ended.promise })
    } finally {
      await server.close()
    }
  }

  it('cuts off a client that never reads a stream, so that it ends, and lets a response take longer than that', () =>
    withEndless(async ({ port, isEnded }) => {
      const late = fetch(`http://127.0.0.1:${port}/late`)
      const reader = connect(port, '127.0.0.1')
      const gone = Promise.withResolvers<void>()
      reader.on('error', () => {}).on('close', () => gone.resolve())
      reader.pause().write('GET /endless HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
      await isEnded
      // What lies in the buffers on the way is read before the end is seen.
      reader.resume()
      await gone.promise
      assert.equal(await (await fetch(`http://127.0.0.1:${port}/now`)).text(), 'now')
      assert.equal(await (await late).text(), 'at last')
    }))
})

describe('portError()', () => {
  const notHere = 'a.test is not an IP address or name of this machine: choose another with HOST.'
  const sentences: [code: string, sentence: string][] = [
    ['EADDRINUSE', 'Port 80 on a.test is already in use: stop what uses it, or choose another with PORT.'],
    ['EACCES', 'Port 80 may not be opened by this user: choose one from 1024 up.'],
    ['EADDRNOTAVAIL', notHere],
    ['ENOTFOUND', notHere],
  ]
  const errorOf = (code: string) => Object.assign(new Error('listen'), { code })
  for (const [code, sentence] of sentences)
    it(`is a sentence for the operator: ${code}`, () =>
      assert.deepEqual(portError(errorOf(code), { host: 'a.test', port: 80 }), new SettingError(sentence)))

  it('is the error itself where nothing is known of it', () => {
    const error = errorOf('EMFILE')
    assert.equal(portError(error, { host: 'a.test', port: 80 }), error)
  })
})
