import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type Context, Hono } from 'hono'
import { breakOff, type HttpServer, openHttpServer } from '#runtime/http-server.ts'
import { AppError } from '#shared/errors.ts'
import { createDownloads } from './downloads.ts'
import { type ErrorLog, errorResponses } from './errors.ts'
import { contentDisposition, type StreamResponse, sendStream } from './stream-response.ts'

type Body = StreamResponse['body']
type Logged = { message: string; cause: unknown }

const LONG = 'x'.repeat(100_000)

describe('a response that is made while it is sent', () => {
  let server: HttpServer
  let body: (signal: AbortSignal) => Body = () => only('')
  let logged: Logged[] = []
  const log: ErrorLog = { error: (message, { cause }) => void logged.push({ message, cause }) }
  const app = new Hono().get('/', context => send(context, body(context.req.raw.signal), breakOff))
  app.onError(errorResponses({ log, randomBytes: size => new Uint8Array(size) }))

  const deadlines = { ms: 0, pass: () => {} }
  const afterMs = (ms: number, pass: () => void) => {
    Object.assign(deadlines, { ms, pass })
    return () => Object.assign(deadlines, { ms: 0 })
  }

  function send(context: Context, sent: Body, howToBreak = breakOff) {
    const response = { mediaType: 'text/plain', fileName: 'a.txt', isDownload: true, body: sent, isLong: true } as const
    const openDownload = () => createDownloads()({ ownerId: 1, network: '192.0.2.1' })
    return sendStream(context, response, { log, breakOff: howToBreak, after: afterMs, openDownload })
  }

  before(async () => {
    server = await openHttpServer(app, { host: '127.0.0.1', port: 0 })
  })
  after(() => server.close())
  beforeEach(() => {
    logged = []
  })

  it('is whole, in UTF-8, however it is cut', async () => {
    const parts = ['ä', '😀'.repeat(40_000), '', LONG, 'end']
    body = () => each(parts)
    const response = await fetch(server.url)
    assert.equal(await response.text(), parts.join(''))
    assert.equal(response.headers.get('content-disposition'), `attachment; filename="a.txt"; filename*=UTF-8''a.txt`)
    assert.equal(response.headers.get('content-type'), 'text/plain')
  })

  it('gathers small parts into few chunks, and keeps bytes as they are', async () => {
    const sent = async (parts: Body) => {
      const local = new Hono().get('/', context => send(context, parts))
      return Array.fromAsync((await local.request('/')).body ?? [])
    }
    assert.deepEqual(
      (await sent(each(Array.from({ length: 1_000 }, () => 'y'.repeat(200))))).map(chunk => chunk.length),
      [65_600, 65_600, 65_600, 3_200],
    )
    const bytes = new Uint8Array([0, 255, 128])
    assert.deepEqual(
      (await sent(each([bytes, bytes]))).map(chunk => [...chunk]),
      [[...bytes], [...bytes]],
    )
    assert.deepEqual(await sent(each([])), [])
  })

  it('is made no faster than it is taken', async () => {
    let made = 0
    const endless = async function* () {
      for (;;) {
        made += 1
        yield LONG
      }
    }
    const local = new Hono().get('/', context => send(context, endless()))
    const reader = (await local.request('/')).body?.getReader()
    assert.equal(made, 1)
    await reader?.read()
    await reader?.read()
    assert.equal(made, 2)
    await reader?.cancel()
  })

  it('is broken off when its reader does not take a chunk in a minute, and no more of it is made', async () => {
    const ended = Promise.withResolvers<void>()
    body = async function* () {
      try {
        for (;;) yield LONG
      } finally {
        ended.resolve()
      }
    }
    const reader = get(server.url).on('error', () => {})
    const [response] = (await once(reader, 'response')) as [IncomingMessage]
    response.on('error', () => {})
    assert.equal(deadlines.ms, 60_000)
    deadlines.pass()
    await ended.promise
    assert.deepEqual(logged, [])
  })

  it('is no longer made when its reader has left, and nothing is logged', async () => {
    const ended = Promise.withResolvers<boolean>()
    body = async function* (signal) {
      try {
        for (;;) yield LONG
      } finally {
        ended.resolve(signal.aborted)
      }
    }
    const [response] = (await once(get(server.url), 'response')) as [IncomingMessage]
    await once(response, 'readable')
    response.destroy()
    assert.equal(await ended.promise, true)
    assert.deepEqual(logged, [])
  })

  it('aborts its source in the middle of a read when the reader has left', async () => {
    const left = Promise.withResolvers<void>()
    body = async function* (signal) {
      yield LONG
      await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
      left.resolve()
      throw new AppError('unavailable', 'The connection was closed.')
    }
    const [response] = (await once(get(server.url), 'response')) as [IncomingMessage]
    response.destroy()
    await left.promise
    body = () => only('still there')
    assert.equal(await (await fetch(server.url)).text(), 'still there')
    assert.deepEqual(logged, [])
  })

  const fault = new Error('secret detail')
  /** Fails once its beginning has arrived. */
  const halfway = async function* (hasArrived: Promise<unknown>) {
    yield LONG
    await hasArrived
    throw fault
  }

  it('breaks the connection off when it fails halfway, and the log says why', async () => {
    const arrived = Promise.withResolvers<void>()
    body = () => halfway(arrived.promise)
    const response = await fetch(server.url)
    assert.equal(response.status, 200)
    arrived.resolve()
    await assert.rejects(response.text(), { name: 'TypeError', message: 'terminated' })
    assert.deepEqual(logged, [{ message: 'response was aborted', cause: fault }])
  })

  it('does not come to an orderly end for clients of HTTP/1.0 either, to whom the end of the connection is the end', async () => {
    const arrived = Promise.withResolvers<void>()
    body = () => halfway(arrived.promise)
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write('GET / HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n')
    await once(socket, 'data')
    arrived.resolve()
    await assert.rejects(once(socket, 'end'), { code: 'ECONNRESET' })
  })

  it('fails without a connection, too, and does not expose why', async () => {
    const local = new Hono().get('/', context => send(context, halfway(Promise.resolve()), () => false))
    await assert.rejects((await local.request('/')).text(), { message: 'The response was aborted.' })
  })

  it('is an error like any other when it fails before anything is sent', async () => {
    body = () => failing(new AppError('not-found', 'Gone'))
    const refused = await fetch(server.url)
    assert.deepEqual([refused.status, await refused.text()], [404, 'Gone'])
    assert.equal(refused.headers.get('content-disposition'), null)
    body = () => failing(fault)
    const broken = await fetch(server.url)
    assert.equal(broken.status, 500)
    assert.doesNotMatch(await broken.text(), /secret/)
    assert.deepEqual(logged, [{ message: 'request failed', cause: fault }])
  })

  it('is not made further than its beginning for HEAD, whose headers are those of GET', async () => {
    let made = 0
    const ended = Promise.withResolvers<void>()
    body = async function* () {
      try {
        for (;;) {
          made += 1
          yield LONG
        }
      } finally {
        ended.resolve()
      }
    }
    const [head] = (await once(request(server.url, { method: 'HEAD' }).end(), 'response')) as [IncomingMessage]
    assert.equal(await text(head), '')
    await ended.promise
    assert.equal(made, 1)
    const [whole] = (await once(get(server.url), 'response')) as [IncomingMessage]
    whole.destroy()
    const { date: _, 'transfer-encoding': __, ...headers } = whole.headers
    const { date: ___, ...ofHead } = head.headers
    assert.deepEqual([head.statusCode, ofHead], [200, headers])
    body = () => failing(new AppError('not-found', 'Gone'))
    assert.equal((await fetch(server.url, { method: 'HEAD' })).status, 404)
  })
})

async function* each<Part>(parts: Iterable<Part>): AsyncGenerator<Part> {
  yield* parts
}

function only(part: string): AsyncIterable<string> {
  return each([part])
}

// biome-ignore lint/correctness/useYield: it fails before there is anything to yield.
async function* failing(error: Error): AsyncGenerator<string> {
  throw error
}

const names: [string, string, string, string][] = [
  ['a plain name', 'a-1.b_c.csv', 'a-1.b_c.csv', 'a-1.b_c.csv'],
  ['quotes and backslashes', 'a"; x="\\.csv', 'a-x-.csv', 'a%22%3B%20x%3D%22%5C.csv'],
  ['line ends', 'a\r\nSet-Cookie: x\0.csv', 'a-Set-Cookie-x-.csv', 'a%0D%0ASet-Cookie%3A%20x%00.csv'],
  ['letters of other scripts', 'größe-文.csv', 'gr-e--.csv', 'gr%C3%B6%C3%9Fe-%E6%96%87.csv'],
  ['what encodeURIComponent leaves', "a'(b)*!~.csv", 'a-b-.csv', 'a%27%28b%29%2A!~.csv'],
  ['half a character', 'a\ud800.csv', 'a-.csv', 'a%EF%BF%BD.csv'],
  ['percent signs', '%0d%0a.csv', '-0d-0a.csv', '%250d%250a.csv'],
  ['folders', '../../x', '..-..-x', '..%2F..%2Fx'],
]

describe('contentDisposition()', () => {
  for (const [what, fileName, plain, full] of names)
    it(`takes ${what}`, () => {
      const value = contentDisposition({ isDownload: true, fileName })
      assert.equal(value, `attachment; filename="${plain}"; filename*=UTF-8''${full}`)
      assert.match(value, /^[\x20-\x7e]+$/)
    })

  it('says whether the file is to be kept or shown', () =>
    assert.equal(contentDisposition({ isDownload: false, fileName: 'a' }), `inline; filename="a"; filename*=UTF-8''a`))
})
