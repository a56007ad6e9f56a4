import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, describe, type TestContext, test } from 'node:test'
import { testLimits } from '../../test/support/settings.ts'
import { Exchange, type ExchangeOptions, type ExchangeResult } from './exchange.ts'
import { createLargeBodyLanes } from './large-body-lanes.ts'
import { bodyText, failed, fetchFrom, openFetcher, responseOf, serveRaw } from './test-server.ts'

/** What a server writes that knows HTTP badly, and what becomes of it. `end` closes the connection after the text. */
const OK = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n'
const PAGE = `${OK}content-length: 4\r\n\r\npage`

const readable: [name: string, wire: string, status: number, body: string][] = [
  ['an interim 100 before the response (RFC 9110 §15.2)', `HTTP/1.1 100 Continue\r\n\r\n${PAGE}`, 200, 'page'],
  [
    'interim 102 and 103 before the response',
    `HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${PAGE}`,
    200,
    'page',
  ],
  ['fifty interim responses', `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(50)}${PAGE}`, 200, 'page'],
  [
    'a status that no RFC knows',
    `HTTP/1.1 799 Whatever\r\ncontent-type: text/html\r\ncontent-length: 4\r\n\r\npage`,
    799,
    'page',
  ],
  ['no reason phrase', `HTTP/1.1 200\r\ncontent-type: text/html\r\ncontent-length: 4\r\n\r\npage`, 200, 'page'],
  ['a body that ends with the connection', `${OK}\r\npage`, 200, 'page'],
  ['lines that end with LF alone', PAGE.replaceAll('\r', ''), 200, 'page'],
  ['a folded field', `${OK}x-policy: a;\r\n\tb\r\ncontent-length: 4\r\n\r\npage`, 200, 'page'],
  ['control octets in a field', `${OK}x-odd: \x01\x1b[0m\x7f\r\ncontent-length: 4\r\n\r\npage`, 200, 'page'],
  ['HTTP/1.0', `HTTP/1.0 200 OK\r\ncontent-type: text/html\r\n\r\npage`, 200, 'page'],
  [
    'chunks with extensions and trailers',
    `${OK}transfer-encoding: chunked\r\n\r\n4;a=b\r\npage\r\n0\r\nx: y\r\n\r\n`,
    200,
    'page',
  ],
  ['a body longer than its length', `${OK}content-length: 4\r\n\r\npage and more`, 200, 'page'],
  ['empty lines before the response', `\r\n\r\n${PAGE}`, 200, 'page'],
  ['a 204', 'HTTP/1.1 204 No Content\r\n\r\n', 204, ''],
]

const broken: [name: string, wire: string, reason: string, words: string][] = [
  ['nothing', '', 'reset', 'before a response arrived'],
  ['half a header', 'HTTP/1.1 200 OK\r\ncontent-ty', 'reset', 'before a response arrived'],
  ['an interim response and nothing more', 'HTTP/1.1 100 Continue\r\n\r\n', 'reset', 'before a response arrived'],
  ['a body shorter than its length', `${OK}content-length: 100\r\n\r\npage`, 'reset', 'before the page was complete'],
  ['a chunk that is cut', `${OK}transfer-encoding: chunked\r\n\r\n10\r\npage`, 'reset', 'before the page was complete'],
  ['no last chunk', `${OK}transfer-encoding: chunked\r\n\r\n4\r\npage\r\n`, 'reset', 'before the page was complete'],
  [
    'a chunk without size',
    `${OK}transfer-encoding: chunked\r\n\r\nzz\r\npage`,
    'not-http',
    'not framed as HTTP requires',
  ],
  ['two lengths', `${OK}content-length: 4\r\ncontent-length: 5\r\n\r\npage`, 'not-http', 'is not HTTP'],
  ['a length that is no number', `${OK}content-length: four\r\n\r\npage`, 'not-http', 'is not HTTP'],
  ['HTTP/0.9', '<html>page</html>', 'not-http', 'is not HTTP'],
  ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', 'not-http', 'is not HTTP'],
  ['a NUL in a header', `${OK}x: a\0b\r\n\r\npage`, 'not-http', 'is not HTTP'],
  ['a header without colon', `${OK}nonsense\r\n\r\npage`, 'not-http', 'is not HTTP'],
  ['a status below 100', 'HTTP/1.1 042 Low\r\n\r\npage', 'not-http', 'status below 100'],
  ['a status below 100 after an empty line', '\r\nHTTP/1.1 000 Low\r\n\r\npage', 'not-http', 'status below 100'],
  ['a status of four digits', 'HTTP/1.1 1000 High\r\n\r\npage', 'not-http', 'more than three digits'],
  ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\npage', 'not-http', 'is not HTTP'],
  [
    'an unasked 101',
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    'not-http',
    'switches protocols',
  ],
]

const fetcher = openFetcher()
after(() => fetcher[Symbol.asyncDispose]())

function sendOctetByOctet(socket: Socket, octets: Buffer): void {
  socket.setNoDelay(true)
  let position = 0
  const next = () => {
    if (position === octets.length) {
      socket.end()
      return
    }
    position += 1
    socket.write(octets.subarray(position - 1, position), () => setImmediate(next))
  }
  next()
}

describe('responses that can be read', () => {
  for (const [name, wire, status, body] of readable) {
    test(name, async () => {
      await using server = await serveRaw(socket => socket.end(wire, 'latin1'))
      const result = responseOf(await fetchFrom(fetcher, server.origin))
      assert.deepEqual([result.status, bodyText(result)], [status, body])
    })

    test(`${name}, octet by octet`, async () => {
      await using server = await serveRaw(socket => sendOctetByOctet(socket, Buffer.from(wire, 'latin1')))
      const result = responseOf(await fetchFrom(fetcher, server.origin))
      assert.deepEqual([result.status, bodyText(result)], [status, body])
    })
  }

  test('long chunk extensions are read over, as long as there is a page between them', async () => {
    const chunk = `4;${'x'.repeat(10_000)}\r\npage\r\n`
    await using server = await serveRaw(socket =>
      socket.end(`${OK}transfer-encoding: chunked\r\n\r\n${chunk.repeat(50)}0\r\n\r\n`),
    )
    assert.equal(bodyText(await fetchFrom(fetcher, server.origin)), 'page'.repeat(50))
  })

  test('the version of HTTP is reported', async () => {
    await using server = await serveRaw(socket => socket.end('HTTP/1.0 200 OK\r\n\r\npage'))
    assert.equal(responseOf(await fetchFrom(fetcher, server.origin)).httpVersion, '1.0')
  })
})

describe('responses that cannot be read', () => {
  for (const [name, wire, reason, words] of broken) {
    test(name, async () => {
      await using server = await serveRaw(socket => socket.end(wire, 'latin1'))
      const result = failed(await fetchFrom(fetcher, server.origin))
      assert.equal(result.reason, reason)
      assert.ok(result.detail.includes(words), result.detail)
    })
  }

  test('what came of a page that broke off is kept', async () => {
    await using server = await serveRaw(socket => socket.end(`${OK}content-length: 100\r\n\r\nhalf a page`))
    const { partial } = failed(await fetchFrom(fetcher, server.origin))
    assert.equal(partial?.status, 200)
    assert.equal(Buffer.from(partial?.body ?? []).toString(), 'half a page')
  })

  test('a reset before and within the response', async () => {
    await using before = await serveRaw(socket => socket.resetAndDestroy())
    assert.equal(failed(await fetchFrom(fetcher, before.origin)).reason, 'reset')
    await using within = await serveRaw(socket => {
      socket.write(`${OK}content-length: 100\r\n\r\nhalf`, () => setImmediate(() => socket.resetAndDestroy()))
    })
    assert.equal(failed(await fetchFrom(fetcher, within.origin)).reason, 'reset')
  })

  test('headers without end', async () => {
    await using server = await serveRaw(socket => {
      socket.write(OK)
      const flood = () => {
        while (!socket.destroyed && socket.write(`x-flood: ${'y'.repeat(1_000)}\r\n`));
      }
      socket.on('drain', flood)
      flood()
    })
    assert.equal(failed(await fetchFrom(fetcher, server.origin)).reason, 'headers-too-large')
  })

  test('a chunk extension without end is cut off', async () => {
    await using server = await serveRaw(socket => {
      socket.write(`${OK}transfer-encoding: chunked\r\n\r\n4\r\npage\r\n4;`)
      const block = Buffer.alloc(65_536, 'x')
      const send = () => void (socket.destroyed || socket.write(block, () => setImmediate(send)))
      send()
    })
    const result = failed(await fetchFrom(fetcher, server.origin))
    assert.deepEqual([result.reason, result.detail.includes('a chunk extension without end')], ['not-http', true])
    assert.equal(Buffer.from(result.partial?.body ?? []).toString(), 'page')
  })

  test('a flood of interim responses is cut off', async () => {
    const flood = Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000))
    await using server = await serveRaw(socket => {
      const pump = () => {
        while (!socket.destroyed && socket.write(flood));
      }
      socket.on('drain', pump)
      pump()
    })
    const result = failed(await fetchFrom(fetcher, server.origin))
    assert.equal(result.reason, 'not-http')
    assert.match(result.detail, /too many interim responses/)
  })

  test('interim responses may have four times as many octets as the headers of a response', async () => {
    const maxHeaderBytes = 4_096
    const interim = (octets: number) => {
      const line = 'HTTP/1.1 103 Early Hints\r\na: '
      return `${line}${'x'.repeat(octets - line.length)}\r\n\r\n`
    }
    const fetched = async (wire: string) => {
      await using server = await serveRaw(socket => socket.end(wire))
      await using bounded = openFetcher({ limits: { maxHeaderBytes } })
      return await fetchFrom(bounded, server.origin, { body: 'all' })
    }
    const most = interim(maxHeaderBytes / 2).repeat(8)
    assert.equal(bodyText(await fetched(most + PAGE)), 'page')
    assert.match(failed(await fetched(most + interim(40) + PAGE)).detail, /too many interim responses/)
  })

  test('a response that lay ready while this machine was busy did not come too late', async () => {
    const requested = Promise.withResolvers<void>()
    await using server = await serveRaw(socket => {
      socket.write(`${OK}\r\npage`)
      socket.end()
      requested.resolve()
    })
    await using impatient = openFetcher({ limits: { firstByteTimeoutMs: 300 } })
    const response = fetchFrom(impatient, server.origin)
    await requested.promise
    const untilMs = performance.now() + 400
    while (performance.now() < untilMs);
    assert.equal(bodyText(await response), 'page')
  })

  test('interim responses without end run into the time limit', async () => {
    await using server = await serveRaw(socket => {
      const next = () => {
        if (!socket.destroyed) socket.write('HTTP/1.1 100 Continue\r\n\r\n', () => setImmediate(next))
      }
      next()
    })
    await using impatient = openFetcher({ limits: { firstByteTimeoutMs: 50 } })
    assert.equal(failed(await fetchFrom(impatient, server.origin)).reason, 'timeout-first-byte')
  })

  test('a broken response to a probe counts once the headers are there', async () => {
    await using server = await serveRaw(socket => socket.end(`${OK}content-length: 100\r\n\r\nhalf`))
    assert.equal(responseOf(await fetchFrom(fetcher, server.origin, { body: 'none' })).status, 200)
  })
})

describe('connections that are used again', () => {
  test('one that the server closed while idle is replaced without a failure', async () => {
    await using server = await serveRaw((socket, _request, count) => {
      if (count === 1) socket.write(PAGE)
      else socket.destroy()
    })
    for (let round = 0; round < 5; round += 1) assert.equal(bodyText(await fetchFrom(fetcher, server.origin)), 'page')
    assert.equal(server.connections(), 5)
  })

  test('a body after HEAD spoils no later response', async () => {
    await using server = await serveRaw((socket, request) => {
      socket.write(PAGE)
      if (request.startsWith('HEAD')) setImmediate(() => socket.write('a late body'))
    })
    for (let round = 0; round < 5; round += 1) {
      assert.equal(responseOf(await fetchFrom(fetcher, server.origin, { method: 'HEAD' })).status, 200)
      assert.equal(bodyText(await fetchFrom(fetcher, server.origin)), 'page')
    }
  })

  test('a server that always closes is a failure, not an endless loop', async () => {
    await using server = await serveRaw(socket => socket.destroy())
    assert.equal(failed(await fetchFrom(fetcher, server.origin)).reason, 'reset')
    assert.equal(server.connections(), 1)
  })
})

describe('the timer of a request', () => {
  const rows: [name: string, remainingMs: number, delays: number[], reason: string][] = [
    ['waits for the first byte, then looks once more', 20_000, [10_000, 1], 'timeout-first-byte'],
    ['waits for what is left of the whole limit', 7_000, [7_000, 1], 'timeout-total'],
    ['still looks at the socket when nothing is left', 0, [1, 1], 'timeout-total'],
    ['still looks at the socket when redirects took longer than the limit', -5, [1, 1], 'timeout-total'],
  ]
  for (const [name, remainingMs, delays, reason] of rows) {
    test(name, async t => {
      const { armed, result } = await timedOut(t, remainingMs)
      assert.deepEqual(armed, delays)
      assert.equal(result.kind === 'failure' ? result.reason : result.kind, reason)
    })
  }
})

describe('a probe, which reads no body', () => {
  const most = testLimits.probeBodyBytes
  const rows: [name: string, method: 'GET' | 'HEAD', sent: Sent, expected: 'closed' | 'kept'][] = [
    ['closes the connection where the body is declared as too long', 'GET', { length: most + 1 }, 'closed'],
    ['reads a body of the most octets over', 'GET', { length: most, octets: most, isEnded: true }, 'kept'],
    ['closes the connection once a body got too long', 'GET', { octets: most + 1 }, 'closed'],
    ['reads a body without length over, where it ends', 'GET', { octets: most, isEnded: true }, 'kept'],
    ['waits for the end of a body no longer than a second', 'GET', { octets: 1, waitsMs: 1_000 }, 'closed'],
    ['takes no length of a response to HEAD for a body', 'HEAD', { length: most + 1, isEnded: true }, 'kept'],
  ]
  for (const [name, method, sent, expected] of rows) {
    test(name, async t => {
      const { result, isClosed } = await probed(t, method, sent)
      assert.ok(result.kind === 'response')
      assert.deepEqual([result.status, result.transferBytes, result.body.length], [200, sent.octets ?? 0, 0])
      assert.equal(isClosed, expected === 'closed')
    })
  }
})

test('an interim response is none where the connection breaks after it', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const controller = {
    aborted: false,
    paused: false,
    reason: null,
    abort() {},
    pause() {},
    resume() {},
    rawHeaders: [],
  }
  const exchange = newExchange({ method: 'GET', remainingMs: 20_000, readsBody: () => false, now: () => 0 })
  exchange.onRequestStart(controller)
  exchange.onResponseStart(controller, 103)
  exchange.onResponseError(controller, new Error('broken'))
  const result = await exchange.result
  assert.deepEqual(result.kind === 'failure' && result.partial, null)
})

interface Sent {
  /** Content-Length. */
  length?: number
  octets?: number
  isEnded?: boolean
  /** After the last octet. */
  waitsMs?: number
}

/** A response to a request that reads no body, on a clock that stands still unless it waits. */
async function probed(
  t: TestContext,
  method: 'GET' | 'HEAD',
  { length, octets = 0, isEnded = false, waitsMs }: Sent,
): Promise<{ result: ExchangeResult; isClosed: boolean }> {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let isClosed = false
  const controller = {
    ...{ aborted: false, paused: false, reason: null, pause() {}, resume() {} },
    abort() {
      isClosed = true
    },
    rawHeaders: length === undefined ? [] : ['Content-Length', String(length)].map(each => Buffer.from(each)),
  }
  const exchange = newExchange({ method, remainingMs: 20_000, readsBody: () => false, now: () => 0 })
  exchange.onRequestStart(controller)
  exchange.onResponseStart(controller, 200)
  if (octets > 0) exchange.onResponseData(controller, Buffer.alloc(octets))
  if (isEnded) exchange.onResponseEnd()
  if (waitsMs !== undefined) {
    t.mock.timers.tick(waitsMs - 1)
    assert.ok(!isClosed)
    t.mock.timers.tick(1)
  }
  assert.ok(isEnded || isClosed, 'still waits')
  return { result: await exchange.result, isClosed }
}

function newExchange(options: Pick<ExchangeOptions, 'method' | 'remainingMs' | 'readsBody' | 'now'>): Exchange {
  return new Exchange({
    url: new URL('http://site.example/'),
    limits: testLimits,
    lanes: createLargeBodyLanes(1),
    signal: new AbortController().signal,
    ...options,
  })
}

/** A request that is sent and never responded to, on a clock that jumps from timer to timer. */
async function timedOut(t: TestContext, remainingMs: number): Promise<{ armed: unknown[]; result: ExchangeResult }> {
  let nowMs = 0
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const setTimer = t.mock.method(globalThis, 'setTimeout')
  const exchange = newExchange({ method: 'GET', remainingMs, readsBody: () => true, now: () => nowMs })
  exchange.onRequestStart({ aborted: false, paused: false, reason: null, abort() {}, pause() {}, resume() {} })
  const armed: unknown[] = []
  for (let timer = setTimer.mock.calls[0]; timer; timer = setTimer.mock.calls[armed.length]) {
    const [, delayMs = 0] = timer.arguments
    armed.push(delayMs)
    nowMs += delayMs
    t.mock.timers.tick(delayMs)
  }
  return { armed, result: await exchange.result }
}
