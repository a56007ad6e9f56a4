import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { hostMatcher } from '#shared/site-hosts.ts'
import { readVisits } from './read-visits.ts'
import { UnreadableFileError } from './text-lines.ts'

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const TIME = '10/Oct/2026:13:55:36 +0200'
const TIME_MS = Date.UTC(2026, 9, 10, 11, 55, 36)

const site = {
  origin: 'https://example.com',
  isOwnHost: hostMatcher('example.com'),
  knownQueries: new Set(['https://example.com/list?page=2']),
}
const reading = { site, limits: { maxBytes: 1e9, maxRatio: 200 } }

async function* bytes(...parts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part
}

const read = (text: string | Uint8Array, options: { format?: string; column?: string } = {}) =>
  readVisits([bytes(text)], { ...reading, ...options })

const combined = (target: string, { agent = BROWSER, status = 200, address = '192.0.2.7' } = {}) =>
  `${address} - jane [${TIME}] "GET ${target} HTTP/1.1" ${status} 512 "https://other.example/?secret=1" "${agent}"`

interface Requested {
  ip: string
  path: string
  status: number
  agent: string
}

function jsonLines(row: (request: Requested) => object): string {
  const requests = [
    { ip: '66.249.66.1', path: '/', status: 301, agent: GOOGLEBOT },
    { ip: '192.0.2.7', path: '/a?q=jane', status: 200, agent: BROWSER },
  ]
  return requests.map(request => `${JSON.stringify(row(request))}\n`).join('')
}

/** What every format says of the same two requests. */
async function assertSame(text: string, options: { format?: string } = {}): Promise<void> {
  const { summary, urls } = await read(text, options)
  assert.equal(summary.kind, 'logs')
  assert.equal(summary.counted, 2)
  assert.equal(summary.unreadable, 0)
  assert.deepEqual(urls.map(({ url, people }) => [url, people]).sort(), [
    ['https://example.com/', 0],
    ['https://example.com/a?q', 1],
  ])
  const home = urls.find(({ url }) => url.endsWith('/'))
  assert.deepEqual(home?.bots, { googlebot: { requests: 1, verified: 1, outside: 0, lastMs: TIME_MS } })
  assert.deepEqual(home.statuses, [[301, 1]])
}

describe('access logs', () => {
  const encoded = encodeURIComponent(GOOGLEBOT)
  const w3c = '2026-10-10 11:55:36'
  const formats: [string, string, { format?: string }?][] = [
    [
      'combined',
      `${combined('/', { agent: GOOGLEBOT, status: 301, address: '66.249.66.1' })}\n${combined('/a?q=jane@example.com')}\n`,
    ],
    [
      'combined with host',
      `www.example.com:443 ${combined('/', { agent: GOOGLEBOT, status: 301, address: '66.249.66.1' })}\n`
        .replaceAll('www.', '')
        .concat(`example.com:443 ${combined('/a?q=jane')}\n`),
    ],
    [
      'W3C extended, as IIS writes it',
      `#Software: Microsoft Internet Information Services 10.0\n#Fields: date time cs-method cs-uri-stem cs-uri-query c-ip cs(User-Agent) sc-status\n` +
        `${w3c} GET / - 66.249.66.1 ${GOOGLEBOT.replaceAll(' ', '+')} 301\n${w3c} GET /a q=jane 192.0.2.7 ${BROWSER.replaceAll(' ', '+')} 200\n`,
    ],
    [
      'W3C extended, as CloudFront writes it',
      `#Version: 1.0\n#Fields: date time x-edge-location c-ip cs-method cs(Host) cs-uri-stem sc-status cs(User-Agent) cs-uri-query x-host-header\n` +
        `${w3c.replace(' ', '\t')}\tFRA50\t66.249.66.1\tGET\td1.cloudfront.net\t/\t301\t${encoded}\t-\texample.com\n` +
        `${w3c.replace(' ', '\t')}\tFRA50\t192.0.2.7\tGET\td1.cloudfront.net\t/a\t200\t${encodeURIComponent(BROWSER)}\tq=jane\texample.com\n`,
    ],
    [
      'JSON lines, as CloudFront writes them',
      `${JSON.stringify({ 'timestamp(ms)': String(TIME_MS), 'c-ip': '66.249.66.1', 'cs-method': 'GET', 'cs-uri-stem': '/', 'sc-status': '301', 'cs(User-Agent)': encoded })}\n` +
        `${JSON.stringify({ 'timestamp(ms)': String(TIME_MS), 'c-ip': '192.0.2.7', 'cs-method': 'GET', 'cs-uri-stem': '/a', 'cs-uri-query': 'q=x', 'sc-status': '200', 'cs(User-Agent)': BROWSER })}\n`,
    ],
    [
      'JSON lines, as Caddy writes them',
      jsonLines(({ ip, path, status, agent }) => ({
        level: 'info',
        ts: TIME_MS / 1_000,
        msg: 'handled request',
        request: {
          remote_ip: '10.0.0.1',
          client_ip: ip,
          method: 'GET',
          host: 'example.com',
          uri: path,
          headers: { Accept: ['*/*'], 'User-Agent': [agent] },
        },
        status,
        resp_headers: { Date: ['Sat, 10 Oct 2026 11:55:36 GMT'], Status: ['200 OK'], Server: ['Caddy'] },
      })),
    ],
    [
      'JSON lines, as Traefik writes them',
      jsonLines(({ ip, path, status, agent }) => ({
        ClientHost: ip,
        DownstreamStatus: status,
        RequestHost: 'example.com',
        RequestMethod: 'GET',
        RequestPath: path,
        RequestScheme: 'https',
        ServiceURL: { Scheme: 'http', Host: '172.18.0.2:80', Path: '' },
        StartUTC: '2026-10-10T11:55:36Z',
        level: 'info',
        'request_User-Agent': agent,
        time: '2026-10-10T11:55:36Z',
      })),
    ],
    [
      'JSON lines with `time` and a request line',
      jsonLines(({ ip, path, status, agent }) => ({
        time: '2026-10-10T13:55:36+02:00',
        remote_addr: ip,
        request: `GET ${path} HTTP/1.1`,
        status: String(status),
        http_user_agent: agent,
      })),
    ],
    [
      'JSON lines, as load balancers of Google write them',
      jsonLines(({ ip, path, status, agent }) => ({
        httpRequest: {
          requestMethod: 'GET',
          requestUrl: `https://example.com${path}`,
          status,
          userAgent: agent,
          remoteIp: ip,
        },
        timestamp: '2026-10-10T11:55:36Z',
      })),
    ],
    ...['2026-10-10T11:55:36Z', TIME_MS / 1_000, TIME_MS * 1_000_000].map((time): [string, string] => [
      `JSON lines, as Cloudflare writes them, with the time ${time}`,
      jsonLines(({ ip, path, status, agent }) => ({
        ClientIP: ip,
        ClientRequestHost: 'example.com',
        ClientRequestMethod: 'GET',
        ClientRequestScheme: 'https',
        ClientRequestURI: path,
        ClientRequestUserAgent: agent,
        EdgeResponseStatus: status,
        EdgeStartTimestamp: time,
      })),
    ]),
    [
      'a log_format of nginx',
      `66.249.66.1|2026-10-10T13:55:36+02:00|GET|/|301|0.003|${GOOGLEBOT}\n192.0.2.7|2026-10-10T13:55:36+02:00|GET|/a?q=1|200|0.003|${BROWSER}\n`,
      {
        format: `log_format main '$remote_addr|$time_iso8601|$request_method|'\n  '$request_uri|$status|$request_time|$http_user_agent';`,
      },
    ],
    [
      'a LogFormat of Apache',
      `66.249.66.1 [${TIME}] 301 "GET / HTTP/2.0" "${GOOGLEBOT}" 12\n192.0.2.7 [${TIME}] 200 "GET /a?q=\\"x\\" HTTP/2.0" "${BROWSER}" 9\n`,
      { format: String.raw`%h %t %>s \"%r\" \"%{User-Agent}i\" %D` },
    ],
  ]
  for (const [name, text, options] of formats) it(`are read in the format ${name}`, () => assertSame(text, options))

  it('are read packed, in pieces of any size, and several together', async () => {
    const text = formats[0]?.[1] ?? ''
    await assertSame(text.replaceAll('\n', '\r\n'))
    for (const packed of [gzipSync(text), zstdCompressSync(text)])
      await readVisits([bytes(...[...packed].map(byte => Uint8Array.of(byte)))], reading)
    const both = await readVisits([bytes(gzipSync(text)), bytes(text)], reading)
    assert.equal(both.summary.counted, 4)
  })

  it('keep nothing about a person', async () => {
    const lines = [
      combined('/a?email=jane@example.com&page=2', { address: '203.0.113.77' }),
      combined('/list?page=2'),
      combined('/list?page=3&jane%40example.com'),
    ]
    const stored = JSON.stringify(await read(lines.join('\n')))
    for (const secret of ['203.0.113.77', 'jane', 'other.example', 'secret', 'Firefox'])
      assert.doesNotMatch(stored, new RegExp(secret), secret)
    // A query that the crawl knows stays.
    assert.match(stored, /list\?page=2"/)
    assert.match(stored, /a\?email&page"/)
    assert.match(stored, /list\?page"/)
  })

  it('say who only claims to be a bot', async () => {
    const lines = [
      combined('/', { agent: GOOGLEBOT, address: '203.0.113.9' }),
      combined('/', { agent: 'Mozilla/5.0 (compatible; YandexBot/3.0)' }),
      combined('/', { agent: 'ClaudeBot/1.0', address: '203.0.113.9' }),
      combined('/', { agent: GOOGLEBOT, address: '2001:4860:4801:10::1' }),
      combined('/', { agent: 'curl/8.5.0' }),
    ]
    const { summary } = await read(lines.join('\n'))
    const bots = Object.fromEntries(
      summary.bots.map(({ id, requests, verified, outside }) => [id, [requests, verified, outside]]),
    )
    assert.deepEqual(bots, { googlebot: [2, 1, 1], yandexbot: [1, 0, 0], claudebot: [1, 0, 0], other: [1, 0, 0] })
  })

  it('count what is sent to browsers as visits, and no other host', async () => {
    const lines = [
      combined('/a'),
      combined('/a', { status: 304 }),
      combined('/a', { status: 404 }),
      combined('http://elsewhere.example/a'),
      combined('//a'),
      combined('/caf\\xC3\\xA9'),
    ]
    const { summary, urls } = await read(lines.join('\n'))
    assert.equal(summary.otherHosts, 1)
    assert.equal(summary.people, 5)
    const visited = urls.map(({ url, people }) => [url, people])
    assert.deepEqual(visited, [
      ['https://example.com/a', 2],
      ['https://example.com//a', 1],
      ['https://example.com/caf%C3%A9', 1],
    ])
  })
})

describe('hostile files', () => {
  const refused = (text: string | Uint8Array, form: RegExp) =>
    assert.rejects(read(text), (error: unknown) => error instanceof UnreadableFileError && form.test(error.message))

  it('are refused with a sentence', async () => {
    await refused('', /No line/)
    await refused('\u0000\u0001\u0002', /No line/)
    await refused('<html><body>Not found</body></html>', /No line/)
    await refused(Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), /archive/)
    await refused(gzipSync('x').subarray(0, 12), /damaged/)
    await refused(combined('http://elsewhere.example/'), /other hosts/)
    await refused(gzipSync(Buffer.alloc(70 * 1024 * 1024)), /times its size/)
    await assert.rejects(
      readVisits([bytes(combined('/'))], { ...reading, limits: { maxBytes: 10, maxRatio: 200 } }),
      /more than 0 MB/,
    )
    await assert.rejects(read(combined('/'), { format: '$nothing' }), /must have the request/)
    await assert.rejects(
      read(combined('/'), { format: '$status|$request|' }),
      /No line of the file has the given format/,
    )
    await assert.rejects(readVisits([bytes(combined('/')), bytes('Page,Views\n/a,1\n')], reading), /one at a time/)
  })

  it('with lines of any length are held no longer than a limit', async () => {
    const long = 'x'.repeat(300_000)
    const { summary } = await readVisits(
      [bytes(`${combined('/')}\n`, long, long, long, `\n${combined('/b')}\n${combined(`/${long}`)}\n`)],
      reading,
    )
    assert.equal(summary.counted, 2)
    assert.equal(summary.unreadable, 2)
  })

  it('with endlessly many URLs are cut, and say how much', async () => {
    const lines = Array.from({ length: 66_000 }, (_, index) => combined(`/${index % 6 === 0 ? 'home' : index}`))
    const { summary, urls } = await read(lines.join('\n'))
    assert.equal(urls.length, 50_000)
    assert.equal(urls.find(({ url }) => url.endsWith('/home'))?.people, 11_000)
    assert.equal(summary.further + urls.reduce((sum, { people }) => sum + people, 0), 66_000)
  })
})

describe('exports', () => {
  const search: [string, string][] = [
    ['English', 'Top pages,Clicks,Impressions,CTR,Position\nhttps://example.com/a,"1,234","56,789",2.17%,7.95\n'],
    ['German', 'Häufigste Seiten;Klicks;Impressionen;CTR;Position\nhttps://example.com/a;1.234;56.789;2,17 %;7,95\n'],
    [
      'French',
      'Pages les plus populaires\tClics\tImpressions\tCTR\tPosition\nhttps://example.com/a\t1 234\t56 789\t2,17 %\t7,95\n',
    ],
    ['Japanese', '上位のページ,クリック数,表示回数,CTR,掲載順位\nhttps://example.com/a,1234,56789,2.17%,7.95\n'],
  ]
  for (const [language, text] of search)
    it(`of Search Console are read in ${language}`, async () => {
      const { summary, urls } = await read(`\uFEFF${text}`)
      assert.equal(summary.kind, 'search')
      assert.deepEqual([summary.counted, summary.unreadable], [1, 0])
      const [row] = urls
      assert.equal(row?.clicks, 1_234)
      assert.equal(row.impressions, 56_789)
      assert.equal(Math.round((row.weightedPosition / row.impressions) * 100), 795)
    })

  it('have rows of several lines', async () => {
    const { summary, urls } = await read('Page,Title,Views\n/a,"of two\nlines",5\n')
    assert.deepEqual([summary.counted, summary.unreadable, urls.map(({ sessions }) => sessions)], [1, 0, [5]])
  })

  it('in UTF-16 are read, as spreadsheet programs write them', async () => {
    const { urls } = await read(Buffer.from(`\uFEFF${search[2]?.[1]}`, 'utf16le'))
    assert.equal(urls[0]?.clicks, 1_234)
  })

  it('of analytics are read by the column that is recognised or chosen', async () => {
    const text = '# ----\n# All users\n\nPage path,Views,Active users\n/a?utm_source=x,"1,200",300\n"/b,""c""",7,5\n'
    const recognised = await read(text)
    assert.equal(recognised.summary.kind, 'analytics')
    assert.deepEqual(
      recognised.urls.map(({ url, sessions }) => [url, sessions]),
      [
        ['https://example.com/a?utm_source', 1_200],
        ['https://example.com/b,%22c%22', 7],
      ],
    )
    const chosen = await read(text, { column: 'active users' })
    assert.equal(chosen.urls[0]?.sessions, 300)
    await assert.rejects(read(text, { column: 'Revenue' }), UnreadableFileError)
  })

  it('may quote a cell that is empty', async () => {
    const { urls } = await read('Page path,Title,Views\n/a,"",7\n/b,"""Bread""",5\n/c,"",3\n')
    assert.deepEqual(
      urls.map(({ url, sessions }) => [url, sessions]),
      [
        ['https://example.com/a', 7],
        ['https://example.com/b', 5],
        ['https://example.com/c', 3],
      ],
    )
  })
})
