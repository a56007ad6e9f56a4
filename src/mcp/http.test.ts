import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { testIssue } from '#shared/api/test-issue.ts'
import { defaultCrawlOptions, publicOptions } from '#shared/crawl-options.ts'
import { type McpApi, mcpApi } from './api.ts'
import { mcpResponder } from './http.ts'

/** The tools by messages of the protocol, over an API that responds as the test says. */

const BASE = 'http://localhost'
const NONCE = '00'.repeat(16)

interface Stage {
  /** Method and path with the query, and the body where there is one. */
  requests: [call: string, body?: unknown][]
  logged: [event: string, cause: unknown][]
  post(message: object | string, headers?: Record<string, string>): Promise<Response>
  /** What a tool responds with, its data parsed. */
  call(name: string, args: object, headers?: Record<string, string>): Promise<ToolReply>
}

interface ToolReply {
  isError: boolean
  about: string
  data: unknown[]
  /** Messages of notifications/progress. */
  progress: string[]
}

function stage(
  responses: Record<string, unknown>,
  { api, onRequest = () => {} }: { api?: McpApi; onRequest?: () => void } = {},
): Stage {
  const respond = mcpResponder()
  const requests: Stage['requests'] = []
  const logged: Stage['logged'] = []
  const own = mcpApi({
    server: new URL(BASE),
    headers: new Headers(),
    send: async request => {
      const { pathname, search } = new URL(request.url)
      const body = await request.text()
      const call = `${request.method} ${pathname}`
      requests.push(body === '' ? [call + search] : [call + search, JSON.parse(body)])
      onRequest()
      return Response.json(responses[call] ?? null)
    },
  })
  const deps = {
    api: api ?? own,
    randomBytes: (size: number) => new Uint8Array(size),
    log: (event: string, cause: unknown) => void logged.push([event, cause]),
  }
  const post: Stage['post'] = (message, headers = {}) => {
    const request = new Request(`${BASE}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
        ...headers,
      },
      body: typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message }),
    })
    return respond(request, deps)
  }
  return {
    requests,
    logged,
    post,
    async call(name, args, headers) {
      const params = { name, arguments: args, _meta: { progressToken: 'p' } }
      const response = await post({ id: 1, method: 'tools/call', params }, headers)
      const messages = [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(([, json = '']) => JSON.parse(json))
      const { isError = false, content } = messages.at(-1).result
      const lines: string[] = (content[1]?.text ?? '').split('\n')
      assert.ok(lines.length === 1 || (lines[1] === `BEGIN DATA ${NONCE}` && lines.at(-1) === `END DATA ${NONCE}`))
      return {
        isError,
        about: content[0].text,
        data: lines.slice(2, -1).map(line => JSON.parse(line)),
        progress: messages.slice(0, -1).map(({ params: { message } }) => message),
      }
    },
  }
}

const crawl: CrawlResultResponse = {
  websiteId: 7,
  crawlId: 40,
  url: 'https://a.test/',
  lastCrawled: null,
  endedAt: null,
  pagesCrawled: 3,
  pagesChecked: 3,
  pagesFound: 9,
  status: 'crawling',
  phase: 'visiting',
  linkCheck: null,
  urlsToRetry: 0,
  crawlsBefore: 0,
  crawlLimit: 50,
  endReason: null,
  endSentence: '',
  notes: [],
  errorCount: 1,
  warningCount: 2,
  infoCount: 0,
  passedCount: 1,
  overview: { totalPages: 3, errors: 0, redirects: 0, duplicates: 0 },
  issueDistribution: { brokenLinks: 0, metaIssues: 0, redirects: 0, duplicates: 0, other: 0 },
  health: null,
  scores: [],
  change: null,
  statusCounts: {},
  indexabilityCounts: {},
  depthCounts: [],
  skippedCounts: [],
  issueTypes: [],
  pageSpeedSample: null,
  options: publicOptions({ ...defaultCrawlOptions, exclude: ['/admin'] }),
  crawls: [],
}
const started = { websiteId: 7, crawlId: 40, isStarted: true }
const running =
  'Crawl 40 of website 7 is not complete (crawling): 1 errors, 2 warnings and 0 infos on 3 pages so far. Call status again.'

describe('audit and status', () => {
  test('say how far a crawl is that goes on', async () => {
    const { call, requests } = stage({ 'POST /api/crawl': started, 'GET /api/crawl/7': crawl })
    const reply = await call('audit', { url: 'https://a.test/', pageLimit: 50, waitSeconds: 0 })
    assert.deepEqual([reply.isError, reply.about, reply.progress], [false, running, []])
    assert.deepEqual(requests, [
      ['POST /api/crawl', { url: 'https://a.test/', crawlLimit: 50 }],
      ['GET /api/crawl/7?crawl=40'],
    ])
    assert.equal((await call('status', { websiteId: 7 })).about, running)
    assert.deepEqual(requests.at(-1), ['GET /api/crawl/7'])
  })

  test('say what a complete crawl has found, without a health score where it read no page', async () => {
    const { call } = stage({ 'GET /api/crawl/7': { ...crawl, status: 'complete' } })
    assert.equal(
      (await call('status', { websiteId: 7, crawlId: 40 })).about,
      'Crawl 40 of website 7 is complete: no health score, 1 errors, 2 warnings and 0 infos on 3 pages. top_fixes says what to fix first.',
    )
  })

  test('repeat the newest crawl of a website with its options, but for those that are named', async () => {
    const { call, requests } = stage({ 'POST /api/crawl': started, 'GET /api/crawl/7': crawl })
    await call('audit', { websiteId: 7, include: ['/blog'], waitSeconds: 0 })
    assert.deepEqual(requests[0], ['GET /api/crawl/7'])
    const [request, body] = requests[1] ?? []
    assert.equal(request, 'POST /api/crawl')
    const { url, websiteId, crawlLimit, include, exclude } = Object(body)
    assert.deepEqual([url, websiteId, crawlLimit, include, exclude], ['https://a.test/', 7, 50, ['/blog'], ['/admin']])
  })

  const refusals: [name: string, args: object, message: string][] = [
    ['neither', {}, 'Name the url to crawl, or the websiteId of a website to crawl again.'],
    [
      'both',
      { url: 'https://a.test/', websiteId: 7 },
      'Name the url to crawl, or the websiteId of a website to crawl again.',
    ],
    [
      'a list of URLs',
      { websiteId: 7 },
      'The newest crawl was one of a list of URLs, which is not kept: name the url.',
    ],
  ]
  for (const [name, args, message] of refusals)
    test(`refuse ${name}`, async () => {
      const { call, requests } = stage({
        'GET /api/crawl/7': { ...crawl, options: { ...crawl.options, isListOnly: true } },
      })
      const refused = { isError: true, about: 'This was refused or failed.', data: [{ message }], progress: [] }
      assert.deepEqual(await call('audit', args), refused)
      assert.ok(requests.every(([request]) => request !== 'POST /api/crawl'))
    })

  test('stop the crawl of a call that its client cancels by a message of the same session and key', async () => {
    const session = { 'mcp-session-id': 's', authorization: 'Bearer a' }
    const cancel = (headers: Record<string, string>, requestId = 1) =>
      scene.post({ method: 'notifications/cancelled', params: { requestId } }, headers)
    const polled = Promise.withResolvers<void>()
    const scene = stage(
      { 'POST /api/crawl': started, 'GET /api/crawl/7': crawl, 'POST /api/crawl/7/stop': { message: '' } },
      { onRequest: () => scene.requests.length === 2 && polled.resolve() },
    )
    const called = scene.post(
      {
        id: 1,
        method: 'tools/call',
        params: { name: 'audit', arguments: { url: 'https://a.test/' }, _meta: { progressToken: 'p' } },
      },
      session,
    )
    await polled.promise
    await cancel({ ...session, authorization: 'Bearer b' })
    await cancel({ ...session, 'mcp-session-id': 't' })
    await cancel(session, 2)
    assert.equal(scene.requests.length, 2)
    await cancel(session)
    assert.match(await (await called).text(), /"progress":3,"total":50,"message":"3 of at most 50 pages"/)
    assert.deepEqual(scene.requests.slice(2), [['GET /api/crawl/7?crawl=40'], ['POST /api/crawl/7/stop']])
  })
})

describe('findings', () => {
  test('of the crawl before, and pages that changed, are listed with where the next ones begin', async () => {
    const { call, requests } = stage({
      'GET /api/changes/7/pages': { urls: ['https://a.test/b'], totalCount: 3, hasMore: true },
      'GET /api/changes/7/issues': { issues: [testIssue({ id: 5 })], totalCount: 1, hasMore: false },
    })
    const pages = {
      isError: false,
      about: 'Pages that changed. Rows 2 to 2 of 3. For the next ones, call again with offset 2.',
      data: [{ url: 'https://a.test/b' }],
      progress: [],
    }
    assert.deepEqual(await call('compare', { websiteId: 7, list: 'pages-added', offset: 1 }), pages)
    assert.deepEqual(await call('compare', { websiteId: 7, list: 'pages-removed', offset: 1 }), pages)
    const row = {
      id: 5,
      check: 'title-missing',
      severity: 'error',
      message: 'Missing title',
      url: 'https://a.example/',
      pages: 1,
    }
    assert.deepEqual(await call('compare', { websiteId: 7, crawlId: 40, list: 'fixed' }), {
      isError: false,
      about: 'Findings of the crawl before that this one does not have. Rows 1 to 1 of 1.',
      data: [row],
      progress: [],
    })
    const parametersOf = ([request]: [string, unknown?]) => new URL(request.slice('GET '.length), BASE).searchParams
    assert.deepEqual(
      requests.map(parametersOf).map(sent => [sent.get('change'), sent.get('offset'), sent.get('crawl')]),
      [
        ['added', '1', null],
        ['removed', '1', null],
        ['fixed', '0', '40'],
      ],
    )
  })

  test('have further pages from one on', async () => {
    const { call, requests } = stage({
      'GET /api/issues/7/pages': { urls: ['https://a.test/c'], totalCount: 90, hasMore: false },
    })
    const reply = await call('finding', { websiteId: 7, issueId: 5, pagesAfter: 'https://a.test/b' })
    assert.equal(reply.about, 'Further pages that finding 5 affects, of 90 in all.')
    assert.deepEqual(reply.data, [{ urls: ['https://a.test/c'], totalCount: 90, hasMore: false }])
    assert.match(requests[0]?.[0] ?? '', /^GET \/api\/issues\/7\/pages\?issue=5&after=https%3A%2F%2Fa\.test%2Fb&limit=/)
  })

  test('of own checks have the words of these as data, and those of the catalogue before it', async () => {
    for (const [checkId, words] of [
      ['own:price', 'A finding of a check that a user has written.'],
      ['title-missing', 'Missing\nWhy it matters: Why\nHow to fix it: Fix'],
    ] as const) {
      const issue = testIssue({ id: 5, checkId, title: 'Missing', why: 'Why', fix: 'Fix' })
      const { call } = stage({
        'GET /api/issues/7': { issues: [issue], totalCount: 1, hasMore: false, currentPage: 1, pageCount: 1 },
        'GET /api/issues/7/checks': { canCheckAgain: checkId !== 'own:price', note: '', pageCount: null, checks: [] },
      })
      const { about, data } = await call('finding', { websiteId: 7, issueId: 5 })
      const next =
        checkId === 'own:price'
          ? 'Only a crawl of the whole website can check it again: call audit.'
          : 'When it is fixed, call check_again.'
      assert.equal(about, `${words}\n${next}`)
      assert.equal('why' in Object(data[0]), checkId === 'own:price')
    }
  })

  test('are muted by a check, a pattern, or both, and not by neither', async () => {
    const settings = { mutes: [], checks: [], thresholds: [] }
    const { call, requests } = stage({ 'POST /api/websites/7/mutes': { muteId: 3, settings } })
    const refused = await call('mute', { websiteId: 7, reason: 'Known' })
    assert.deepEqual(refused.data, [{ message: 'Name the check, a URL pattern, or both.' }])
    await call('mute', { websiteId: 7, reason: 'Known', check: 'title-missing' })
    await call('mute', { websiteId: 7, reason: 'Known', urlPattern: '/old/*' })
    assert.deepEqual(
      requests.map(([, body]) => body),
      [
        { checkId: 'title-missing', pattern: null, reason: 'Known' },
        { checkId: null, pattern: '/old/*', reason: 'Known' },
      ],
    )
  })
})

describe('mcpResponder()', () => {
  test('gives a session to a client of 2025 as it begins, and refuses what is no JSON', async () => {
    const { post, logged } = stage({})
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const begun = await post({ id: 1, method: 'initialize', params })
    assert.deepEqual([begun.status, begun.headers.get('mcp-session-id')], [200, NONCE])
    const listed = await post({ id: 2, method: 'tools/list' })
    assert.equal(listed.headers.get('mcp-session-id'), null)
    await Promise.all([begun.text(), listed.text()])
    const refused = await post('{')
    assert.deepEqual([refused.status, logged], [400, []])
  })

  test('says nothing of an internal error but that there was one, and logs its cause', async () => {
    const cause = new TypeError('a secret of the server')
    const fails = async () => {
      throw cause
    }
    const { call, logged } = stage({}, { api: { call: fails, open: fails } })
    assert.deepEqual(await call('status', { websiteId: 7 }), {
      isError: true,
      about: 'This was refused or failed.',
      data: [{ message: 'Internal error. Its cause is in the log of the server.' }],
      progress: [],
    })
    assert.deepEqual(logged, [['the tool status failed', cause]])
  })
})
