import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'
import type { PageCheck } from '#checks/check.ts'
import { titleTooLong } from '#checks/titles/title-too-long.ts'
import type { Fetcher, FetchRequest, FetchResult } from '#fetch/fetch.ts'
import { type LoopbackServer, openFetcher, serveHttp } from '#fetch/test-server.ts'
import type { RenderedPage } from '#shared/rendering.ts'
import type { StoredPage } from '#shared/stored-page.ts'
import { parseRobots } from '../robots/robots.ts'
import { createPageWorker } from './page-worker.ts'
import { testVisitJob } from './test-visit-job.ts'
import { type VisitDeps, visit } from './visit.ts'
import type { FromPageWorker, VisitJob } from './worker-messages.ts'

const URL_A = testVisitJob().url

const refused = (url: string): FetchResult => ({
  kind: 'failure',
  url,
  reason: 'refused',
  detail: '',
  hops: [],
  timing: null,
})

const htmlPage = (title: string): FetchResult => ({
  kind: 'response',
  url: URL_A,
  status: 200,
  httpVersion: '1.1',
  headers: [['content-type', 'text/html; charset=utf-8']],
  body: new TextEncoder().encode(`<!doctype html><html lang="en"><title>${title}</title><p>Text</p>`),
  transferBytes: 100,
  isTruncated: false,
  hops: [],
  timing: { ttfbMs: 1, totalMs: 2 },
})

/** A worker whose fetches are resolved by hand. */
function bench(checks: readonly PageCheck[] = []) {
  const posted: FromPageWorker[] = []
  const fetches: { request: FetchRequest; response(result: FetchResult): void; fail(error: Error): void }[] = []
  const receive = createPageWorker({
    fetcher: {
      fetch: request =>
        new Promise((response, fail) => {
          fetches.push({ request, response, fail })
        }),
    },
    now: () => 1_000,
    checks,
    onReading: () => {},
    robotsToken: 'sitesounder',
    program: 'tests',
    post: message => posted.push(message),
  })
  const turn = () => new Promise<void>(resolve => setImmediate(resolve))
  return { posted, fetches, receive, turn }
}

describe('a page worker', () => {
  it('visits many at once and posts each record as it is done', async () => {
    const { receive, fetches, posted, turn } = bench()
    receive({ kind: 'visit', job: testVisitJob() })
    receive({ kind: 'visit', job: testVisitJob({ urlId: 2, url: 'http://site.test/b' }) })
    assert.equal(fetches.length, 2)
    fetches[1]?.response(refused('http://site.test/b'))
    await turn()
    assert.deepEqual(
      posted.map(message => message.kind === 'record' && message.packed.urlId),
      [2],
    )
  })

  it('passes a page with a large body on, and keeps its place in memory until that is read', async () => {
    const { receive, fetches, posted, turn } = bench()
    const released: string[] = []
    receive({ kind: 'visit', job: testVisitJob() })
    fetches[0]?.request.onLargeBody?.(() => released.push('released'))
    fetches[0]?.response(htmlPage('Large'))
    await turn()
    const passedOn = posted.flatMap(message => (message.kind === 'large-page' ? [message.page] : []))
    assert.deepEqual([posted.length, passedOn.length, released], [1, 1, []])
    const { crawlId, urlId } = testVisitJob()
    receive({ kind: 'large-page-read', crawlId, urlId })
    await turn()
    assert.deepEqual([posted.length, released], [1, ['released']])
  })

  it('reads a page that another thread has fetched as if it had fetched it', async () => {
    const [fetching, reading] = [bench([titleTooLong]), bench([titleTooLong])]
    fetching.receive({ kind: 'visit', job: testVisitJob() })
    fetching.fetches[0]?.response(htmlPage('Title'))
    await fetching.turn()
    const response = htmlPage('Title')
    assert.ok(response.kind === 'response')
    const [message] = fetching.posted
    assert.ok(message?.kind === 'record')
    const { attempts } = message.packed
    reading.receive({ kind: 'read', page: { job: testVisitJob(), response, attempts, rendered: null } })
    assert.deepEqual(reading.posted, fetching.posted)
  })

  it('checks the pages of a crawl by its thresholds until that is over', async () => {
    const { receive, fetches, posted, turn } = bench([titleTooLong])
    const issuesOf = async (crawlId: number) => {
      receive({ kind: 'visit', job: testVisitJob({ crawlId }) })
      fetches.at(-1)?.response(htmlPage('A title of thirty characters..'))
      await turn()
      const message = posted.at(-1)
      return message?.kind === 'record' ? message.packed.issues.map(issue => issue.message) : []
    }
    receive({
      kind: 'options',
      crawlId: 1,
      options: {
        thresholds: [{ checkId: 'title-too-long', name: 'maxWidth', value: 25 }],
        exclude: [],
        userAgent: '',
        requiredTexts: [],
        unwantedTexts: [],
        fields: [],
        hostMap: [],
        proxy: '',
        reusesUnchanged: false,
      },
      credentials: null,
    })
    assert.deepEqual(await issuesOf(1), ['Long title (more than 25 characters)'])
    assert.deepEqual(await issuesOf(2), [])
    receive({ kind: 'forget', crawlId: 1 })
    assert.deepEqual(await issuesOf(1), [])
  })

  it('keeps and takes no results of pages in a crawl with own checks, which read the facts of each page', async () => {
    const page = htmlPage('Kept')
    assert.ok(page.kind === 'response')
    const whole: FetchResult = { ...page, headers: [...page.headers, ['etag', '"a"']] }
    const notModified: FetchResult = { ...whole, status: 304, headers: [['etag', '"a"']], body: new Uint8Array() }
    const { receive, fetches, posted, turn } = bench([titleTooLong])
    const crawl = async (crawlId: number, hasOwnChecks: boolean, earlier?: StoredPage) => {
      const none = { thresholds: [], exclude: [], userAgent: '', requiredTexts: [], unwantedTexts: [], fields: [] }
      const options = { ...none, hostMap: [], proxy: '', reusesUnchanged: true, hasOwnChecks }
      receive({ kind: 'options', crawlId, options, credentials: null })
      receive({
        kind: 'visit',
        job: testVisitJob({ crawlId, ...(earlier && { earlier: { page: earlier, isCompared: false } }) }),
      })
      fetches.at(-1)?.response(earlier ? notModified : whole)
      await turn()
      const message = posted.at(-1)
      assert.ok(message?.kind === 'record' && message.packed.facts)
      const { facts, wholeFacts, isUnchanged } = message.packed
      return { stored: facts.page, hasWholeFacts: wholeFacts !== undefined, isUnchanged }
    }
    const first = await crawl(1, false)
    assert.ok(first.stored.result)
    const second = await crawl(2, true, first.stored)
    assert.deepEqual([second.isUnchanged, second.hasWholeFacts, second.stored.result], [true, true, null])
    const third = await crawl(3, false, first.stored)
    assert.deepEqual([third.isUnchanged, third.stored.result], [true, first.stored.result])
  })

  it('sends the user agent of a crawl to its site alone', () => {
    const { receive, fetches } = bench()
    receive({
      kind: 'options',
      crawlId: 1,
      options: {
        exclude: [],
        userAgent: 'Sitesounder, of Ann',
        requiredTexts: [],
        unwantedTexts: [],
        fields: [],
        hostMap: [],
        proxy: '',
        reusesUnchanged: false,
      },
      credentials: null,
    })
    const sent = (job: Partial<VisitJob>, url: string) => {
      receive({ kind: 'visit', job: testVisitJob({ crawlId: 1, ...job }) })
      return fetches.at(-1)?.request.userAgentFor?.(url) ?? null
    }
    const shop = 'http://shop.site.test/'
    assert.deepEqual(
      [
        sent({}, 'http://site.test/b'),
        sent({}, shop),
        sent({ siteHosts: ['site.test', '*.site.test'] }, shop),
        sent({ scope: 'external' }, 'http://site.test/b'),
        sent({ crawlId: 2 }, 'http://site.test/b'),
      ],
      ['Sitesounder, of Ann', null, 'Sitesounder, of Ann', null, null],
    )
  })

  it('follows no redirect to what the rules of a crawl exclude, until that is over', () => {
    const { receive, fetches } = bench()
    const refusals = () =>
      [1, 2].map(crawlId => {
        receive({ kind: 'visit', job: testVisitJob({ crawlId }) })
        return fetches.at(-1)?.request.refusesHop?.('http://site.test/b/c')
      })
    receive({
      kind: 'options',
      crawlId: 1,
      options: {
        exclude: ['/b'],
        userAgent: '',
        requiredTexts: [],
        unwantedTexts: [],
        fields: [],
        hostMap: [],
        proxy: '',
        reusesUnchanged: false,
      },
      credentials: null,
    })
    assert.deepEqual(refusals(), ['excluded', null])
    receive({ kind: 'forget', crawlId: 1 })
    assert.deepEqual(refusals(), [null, null])
  })

  it('reports the URL of an internal error, and goes on with the others', async () => {
    const { receive, fetches, posted, turn } = bench()
    receive({ kind: 'visit', job: testVisitJob() })
    receive({ kind: 'visit', job: testVisitJob({ urlId: 2 }) })
    fetches[0]?.fail(new Error('an internal error'))
    fetches[1]?.response(refused(URL_A))
    await turn()
    assert.deepEqual(
      posted.map(message => message.kind),
      ['crash', 'record'],
    )
    const [crash] = posted
    assert.ok(crash?.kind === 'crash' && crash.urlId === 1 && crash.message.includes('an internal error'))
  })

  it('breaks off what is under way of one crawl alone, and visits for it again later', () => {
    const { receive, fetches } = bench()
    receive({ kind: 'visit', job: testVisitJob() })
    receive({ kind: 'visit', job: testVisitJob({ crawlId: 2 }) })
    receive({ kind: 'abort', crawlId: 1 })
    receive({ kind: 'visit', job: testVisitJob({ urlId: 2 }) })
    assert.deepEqual(
      fetches.map(({ request }) => request.signal.aborted),
      [true, false, false],
    )
  })

  it("follows redirects as the crawl's robots.txt files allow, and forgets those with the crawl", () => {
    const { receive, fetches } = bench()
    const refusal = (crawlId: number) => {
      receive({ kind: 'visit', job: testVisitJob({ crawlId }) })
      return fetches.at(-1)?.request.refusesHop?.('http://site.test/private')
    }
    const robots = parseRobots(new TextEncoder().encode('User-agent: *\nDisallow: /private'))
    receive({ kind: 'robots', crawlId: 1, origin: 'http://site.test', known: { robots, unreadable: null } })
    assert.deepEqual([refusal(1), refusal(2)], ['robots', null])
    receive({ kind: 'forget', crawlId: 1 })
    assert.equal(refusal(1), null)
  })
})

const PAGE =
  '<!doctype html><html lang="en"><title>A page</title><a href="/next">Next</a><img src="/i.png" alt=""></html>'

const routes: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
  '/page': html(200),
  '/gone': html(404),
  '/file': response => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
  '/moved': response => response.writeHead(301, { location: '/moved-again' }).end(),
  '/moved-again': response => response.writeHead(302, { location: '/page' }).end(),
  '/closed': response => response.writeHead(302, { location: '/private' }).end(),
  '/to-itself': response => response.writeHead(301, { location: '/to-itself' }).end(),
  '/busy': response => response.writeHead(503, { 'retry-after': '7' }).end(),
  '/hangs-up': (_response, request) => request.socket.destroy(),
  '/half': (response, request) => {
    const half = PAGE.replace('</html>', ' '.repeat(600))
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': half.length + 1 })
    response.write(half, () => request.socket.end())
  },
}

function html(status: number) {
  return (response: ServerResponse) => response.writeHead(status, { 'content-type': 'text/html' }).end(PAGE)
}

let server: LoopbackServer
let fetcher: Fetcher
let methods: string[] = []
before(async () => {
  server = await serveHttp((request, response) => {
    methods.push(request.method ?? '')
    routes[request.url ?? '']?.(response, request)
  })
  fetcher = openFetcher()
})
after(async () => {
  await fetcher[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

function visitPath(path: string, job: Partial<VisitJob> = {}, deps: Partial<VisitDeps> = {}) {
  methods = []
  const requested: VisitJob = {
    crawlId: 3,
    urlId: 8,
    url: server.origin + path,
    mode: 'visit',
    scope: 'internal',
    number: 4,
    depth: 1,
    isSeed: false,
    isPrivateHost: true,
    attempts: [],
    ...job,
  }
  const all: VisitDeps = {
    fetcher,
    now: () => 9_000,
    checks: [],
    refusesHop: (_job, url) => (url.endsWith('/private') ? 'robots' : null),
    onReading: () => {},
    render: () => Promise.reject(new Error('no test here renders')),
    reportCheckError: () => {},
    ...deps,
  }
  return visit(requested, all, new AbortController().signal)
}

const at = (path: string) => server.origin + path

describe('visit()', () => {
  it('reads a page: what it names, and what the checks find on it', async () => {
    const reading: (number | null)[] = []
    const result = await visitPath('/page', {}, { onReading: job => reading.push(job?.urlId ?? null) })
    assert.deepEqual(
      [result.crawlId, result.urlId, result.isHtml, result.isPage, result.isCounted],
      [3, 8, true, true, true],
    )
    assert.equal(result.facts?.columns.title, 'A page')
    assert.deepEqual(
      result.found.map(({ url, isFollowed }) => [url, isFollowed]),
      [
        [at('/next'), true],
        [at('/i.png'), false],
      ],
    )
    assert.deepEqual(result.attempts, [{ atMs: 9_000, method: 'GET', status: 200, failure: null }])
    assert.deepEqual(reading, [8, null])
  })

  const rendered: [name: string, page: RenderedPage, isUnrendered: true | undefined, title: string][] = [
    [
      'that was rendered',
      {
        ok: true,
        html: Buffer.from(PAGE.replace('A page', 'Drawn')),
        isTruncated: false,
        isCut: false,
        redirectUrl: null,
        loadedBytes: 40_000,
      },
      undefined,
      'Drawn',
    ],
    ['that could not be', { ok: false, why: 'its tab crashed', loadedBytes: 40_000 }, true, 'A page'],
  ]
  for (const [name, page, isUnrendered, title] of rendered)
    it(`weighs a page ${name} with what its scripts loaded`, async () => {
      const result = await visitPath('/page', { isRendered: true }, { render: async () => page })
      assert.equal(result.receivedBytes, PAGE.length + 40_000)
      assert.deepEqual([result.isUnrendered, result.facts?.columns.title], [isUnrendered, title])
    })

  it('requests a page that breaks off once more, and then reads what had arrived', async () => {
    const first = await visitPath('/half')
    assert.deepEqual([first.failure, first.facts, first.isCounted], ['reset', null, false])
    const { attempts } = first
    const last = await visitPath('/half', { attempts, isRendered: true })
    assert.deepEqual([last.status, last.failure], [200, null])
    assert.deepEqual([last.facts?.columns.title, last.facts?.columns.isEligible], ['A page', false])
    assert.deepEqual(
      last.found.map(({ url }) => url),
      [at('/next'), at('/i.png')],
    )
    assert.deepEqual(
      last.attempts.map(({ status, failure }) => [status, failure]),
      [
        [null, 'reset'],
        [null, 'reset'],
      ],
    )
    // A browser would request what is missing, and wait.
    assert.equal(last.isUnrendered, true)
  })

  const unread: Record<
    string,
    { path: string; status: number | null; isHtml: boolean; isPage?: false; found: string[] }
  > = {
    'an error page': { path: '/gone', status: 404, isHtml: true, found: [] },
    'a file': { path: '/file', status: 200, isHtml: false, isPage: false, found: [] },
    // The page at the end is visited under its own URL.
    'a redirect': { path: '/moved', status: 200, isHtml: false, found: ['/moved-again'] },
    'a redirect to itself': { path: '/to-itself', status: null, isHtml: false, found: [] },
    'a redirect that robots.txt closes': { path: '/closed', status: null, isHtml: false, found: ['/private'] },
    'a connection that breaks off': { path: '/hangs-up', status: null, isHtml: false, found: [] },
  }
  for (const [name, { path, status, isHtml, isPage = true, found }] of Object.entries(unread))
    it(`does not read ${name}`, async () => {
      const result = await visitPath(path)
      assert.equal(result.status, status)
      assert.equal(result.facts, null)
      assert.deepEqual([result.isPage, result.isCounted, result.checkResults, result.issues], [isPage, false, null, []])
      if (path !== '/moved') assert.equal(result.isHtml, isHtml)
      assert.deepEqual(
        result.found.map(({ url }) => url),
        found.map(at),
      )
    })

  it('names where the redirects of the start page end: that decides what the site is', async () => {
    const { found } = await visitPath('/moved', { isSeed: true })
    assert.deepEqual(
      found.map(({ url }) => url),
      [at('/page')],
    )
  })

  const probes: [name: string, isHeadEnough: boolean, attempts: number, method: string][] = [
    ['a file with HEAD first', true, 0, 'HEAD'],
    ['a file with GET at the second attempt', true, 1, 'GET'],
    ['a page with GET at once', false, 0, 'GET'],
  ]
  for (const [name, isHeadEnough, attempts, method] of probes)
    it(`probes ${name}, and reads nothing`, async () => {
      const earlier = Array.from({ length: attempts }, () => ({
        atMs: 1,
        method: 'HEAD' as const,
        status: 404,
        failure: null,
      }))
      const record = await visitPath('/page', { mode: 'probe', isHeadEnough, attempts: earlier })
      assert.deepEqual(methods, [method])
      assert.deepEqual([record.facts, record.found.length, record.attempts.length], [null, 0, attempts + 1])
      assert.deepEqual([record.isPage, record.isCounted], [false, false])
    })

  it('names no target of a redirect that it only probes', async () => {
    assert.deepEqual((await visitPath('/moved', { mode: 'probe' })).found, [])
  })

  it('reads the Retry-After of a busy server', async () => {
    assert.equal((await visitPath('/busy')).retryAfterMs, 7_000)
  })

  it('reports a check that throws, and goes on', async () => {
    const broken: PageCheck = {
      id: 'broken',
      type: 'meta_issue',
      severity: 'error',
      applies: 'html-ok',
      title: 'x',
      passedTitle: 'x',
      why: 'x',
      fix: 'x',
      example: { before: 'x', after: 'y' },
      sources: [],
      check() {
        throw new Error('an internal error')
      },
    }
    const reported: string[] = []
    const { facts, checkResults } = await visitPath(
      '/page',
      {},
      { checks: [broken], reportCheckError: (checkId, url) => reported.push(`${checkId} ${url}`) },
    )
    assert.deepEqual(reported, [`broken ${at('/page')}`])
    assert.ok(facts)
    assert.deepEqual(checkResults?.failed, [])
  })
})
