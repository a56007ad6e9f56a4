import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import zlib from 'node:zlib'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'
import type { EndReason } from '#shared/model.ts'
import { type Respond, startHostileServer } from '../hostile/hostile-server.ts'
import { byDrops, endless, octets, plain, redirect, resetAfter, whole } from '../hostile/responses.ts'
import { type InProcessEngine, openInProcessEngine } from '../support/in-process-engine.ts'

/** A whole crawl for each form in which robots.txt may come: what may be requested afterwards, and the message where nothing may. */

const FIRST_BYTE_MS = 400
const MAX_BODY_BYTES = 300_000
const TEXT = 'content-type: text/plain'
const CLOSES = 'User-agent: *\nDisallow: /closed\n'

interface Form {
  name: string
  robots: Respond
  /** 'open': all is requested. 'closed': all but /closed. Else the words of the crawl's last sentence. */
  expected: 'open' | 'closed' | { endReason: EndReason; words: RegExp }
}

const text = (body: string | Buffer, ...headers: string[]): Respond => whole({ headers: [TEXT, ...headers], body })
const blocked = (words: RegExp): Form['expected'] => ({ endReason: 'start-blocked', words })
const unreachable = (words: RegExp): Form['expected'] => ({ endReason: 'start-unreachable', words })
const says = (status: string): Respond => whole({ status, headers: [TEXT], body: CLOSES })
const longAs = 'a'.repeat(5_000)
const slowPattern = `Disallow: /${'*a'.repeat(500)}*b$\n`

const forms: readonly Form[] = [
  { name: 'is missing', robots: says('404 Not Found'), expected: 'open' },
  { name: 'is refused', robots: says('403 Forbidden'), expected: 'open' },
  { name: 'is gone', robots: says('410 Gone'), expected: 'open' },
  { name: 'wants a password', robots: says('401 Unauthorized'), expected: 'open' },
  {
    name: 'has a server error',
    robots: says('503 Service Unavailable'),
    expected: blocked(/could not be read \(503\)/),
  },
  { name: 'has an odd server error', robots: says('599 Odd'), expected: blocked(/could not be read \(599\)/) },
  { name: 'limits the rate', robots: says('429 Too Many Requests'), expected: blocked(/could not be read \(429\)/) },
  { name: 'is silent', robots: () => {}, expected: blocked(/No response within 0\.4 s/) },
  {
    name: 'comes by drops',
    robots: byDrops('HTTP/1.1 200 OK\r\n', 'x'),
    expected: blocked(/No response within 0\.4 s/),
  },
  { name: 'is reset', robots: resetAfter(''), expected: unreachable(/Connection closed before a response arrived/) },
  { name: 'is no HTTP', robots: octets('SSH-2.0-x\r\n'), expected: unreachable(/response is not HTTP/) },
  {
    name: 'is cut',
    robots: resetAfter(`HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n${CLOSES}`),
    expected: unreachable(/Connection closed before the page was complete/),
  },
  { name: 'is obeyed', robots: text(CLOSES), expected: 'closed' },
  { name: 'is empty', robots: text(''), expected: 'open' },
  { name: 'begins with a byte order mark', robots: text(`\ufeff${CLOSES}`), expected: 'closed' },
  { name: 'ends its lines as old Macs did', robots: text(CLOSES.replaceAll('\n', '\r')), expected: 'closed' },
  { name: 'ends its lines as Windows does', robots: text(CLOSES.replaceAll('\n', '\r\n')), expected: 'closed' },
  { name: 'is a web page', robots: plain('Not a robots.txt'), expected: 'open' },
  { name: 'is binary', robots: text(Buffer.alloc(5_000, 0xa7)), expected: 'open' },
  { name: 'has NUL octets', robots: text(`\0\0\n${CLOSES}\0`), expected: 'closed' },
  {
    name: 'never ends',
    robots: endless(`HTTP/1.1 200 OK\r\n${TEXT}\r\n\r\n${CLOSES}`, Buffer.from('# x\n'.repeat(10_000))),
    expected: 'closed',
  },
  {
    name: 'is a bomb',
    robots: text(zlib.gzipSync(CLOSES + '# x\n'.repeat(5_000_000), { level: 1 }), 'content-encoding: gzip'),
    expected: 'closed',
  },
  {
    name: 'cannot be decoded',
    robots: text(CLOSES, 'content-encoding: gzip'),
    expected: blocked(/cannot be decoded \(Content-Encoding: gzip\)/),
  },
  { name: 'redirects in a loop', robots: redirect('/robots.txt'), expected: 'open' },
  { name: 'redirects without a URL', robots: redirect(null), expected: 'open' },
  { name: 'demands a day between requests', robots: text(`${CLOSES}Crawl-delay: 86400\n`), expected: 'closed' },
  {
    name: 'demands more time than there is',
    robots: text(`${CLOSES}Crawl-delay: ${'9'.repeat(400)}\nCrawl-delay: -1\nCrawl-delay: soon\n`),
    expected: 'closed',
  },
  { name: 'has patterns made to be slow', robots: text(CLOSES + slowPattern.repeat(100)), expected: 'closed' },
  {
    name: 'has twenty thousand rules',
    robots: text(CLOSES + Array.from({ length: 20_000 }, (_, index) => `Disallow: /x${index}\n`).join('')),
    expected: 'closed',
  },
]

describe('robots.txt', () => {
  let engine: InProcessEngine
  let intruder: LoopbackServer
  let intrusions = 0

  before(async () => {
    intruder = await serveHttp((_request, response) => {
      intrusions++
      response.end(CLOSES)
    })
    engine = await openInProcessEngine({
      limits: { firstByteTimeoutMs: FIRST_BYTE_MS, totalTimeoutMs: 3 * FIRST_BYTE_MS, maxBodyBytes: MAX_BODY_BYTES },
    })
  })
  after(async () => {
    await engine[Symbol.asyncDispose]()
    await intruder[Symbol.asyncDispose]()
    assert.deepEqual(engine.logged, [])
  })

  const pages = (robots: Respond): ReadonlyMap<string, Respond> =>
    new Map([
      ['/robots.txt', robots],
      ['/', plain('Start', `<a href="/plain">1</a><a href="/closed">2</a><a href="/${longAs}">3</a>`)],
      ['/plain', plain('Plain')],
      ['/closed', plain('Closed')],
      [`/${longAs}`, plain('Long')],
    ])

  for (const { name, robots, expected } of forms) {
    test(`that ${name}`, async () => {
      await using site = await startHostileServer(pages(robots), whole({ status: '404 Not Found' }))
      const { crawl, report } = await engine.crawl({ url: `${site.origin}/` })
      const visited = report.pages.map(({ url }) => url.replace(site.origin, '').slice(0, 10))
      if (typeof expected === 'object') {
        assert.equal(crawl.endReason, expected.endReason)
        assert.match(crawl.endSentence, expected.words)
        assert.deepEqual(visited, [])
        return
      }
      assert.equal(crawl.endReason, 'finished')
      const isClosed = expected === 'closed'
      assert.deepEqual(visited.sort(), ['/', '/aaaaaaaaa', ...(isClosed ? [] : ['/closed']), '/plain'])
      const skipped = report.skipped.find(({ url }) => url === `${site.origin}/closed`)
      assert.equal(skipped?.reason, isClosed ? 'robots' : undefined)
    })
  }

  test('that redirects to a private service requests nothing there', async () => {
    await using guarded = await openInProcessEngine({
      policy: { targets: 'public', allow: ['site.test'] },
      resolve: async () => ['127.0.0.1'],
    })
    await using site = await startHostileServer(pages(redirect(`${intruder.origin}/robots.txt`)), plain('Start'))
    const { crawl } = await guarded.crawl({ url: `http://site.test:${new URL(site.origin).port}/` })
    assert.equal(
      crawl.endSentence,
      `It redirects to ${intruder.origin}/robots.txt. This address is not on the public internet. Private targets can be allowed by the operator of this server.`,
    )
    assert.deepEqual([intrusions, guarded.logged], [0, []])
  })
})
