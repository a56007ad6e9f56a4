import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageCheck } from '#checks/check.ts'
import { titleTooLong } from '#checks/titles/title-too-long.ts'
import type { FetchRequest, FetchResult } from '#fetch/fetch.ts'
import { parseRobots } from '../robots/robots.ts'
import { createPageWorker } from './page-worker.ts'
import { testVisitJob } from './test-visit-job.ts'
import type { FromPageWorker } from './worker-messages.ts'

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

/** A worker whose fetches are answered by hand. */
function bench(checks: readonly PageCheck[] = []) {
  const posted: FromPageWorker[] = []
  const fetches: { request: FetchRequest; answer(result: FetchResult): void; fail(error: Error): void }[] = []
  const receive = createPageWorker({
    fetcher: {
      fetch: request =>
        new Promise((answer, fail) => {
          fetches.push({ request, answer, fail })
        }),
      async [Symbol.asyncDispose]() {},
    },
    now: () => 1_000,
    checks,
    onReading: () => {},
    robotsToken: 'sitesounder',
    post: message => posted.push(message),
  })
  const settle = () => new Promise<void>(resolve => setImmediate(resolve))
  return { posted, fetches, receive, settle }
}

describe('a page worker', () => {
  it('visits many at once and answers each as it is done', async () => {
    const { receive, fetches, posted, settle } = bench()
    receive({ kind: 'visit', job: testVisitJob() })
    receive({ kind: 'visit', job: testVisitJob({ urlId: 2, url: 'http://site.test/b' }) })
    assert.equal(fetches.length, 2)
    fetches[1]?.answer(refused('http://site.test/b'))
    await settle()
    assert.deepEqual(
      posted.map(message => message.kind === 'record' && message.packed.urlId),
      [2],
    )
  })

  it('judges the pages of a crawl by its thresholds until that is over', async () => {
    const { receive, fetches, posted, settle } = bench([titleTooLong])
    const issuesOf = async (crawlId: number) => {
      receive({ kind: 'visit', job: testVisitJob({ crawlId }) })
      fetches.at(-1)?.answer(htmlPage('A title of thirty characters..'))
      await settle()
      const message = posted.at(-1)
      return message?.kind === 'record' ? message.packed.issues.map(issue => issue.message) : []
    }
    receive({
      kind: 'thresholds',
      crawlId: 1,
      thresholds: [{ checkId: 'title-too-long', name: 'maxWidth', value: 25 }],
    })
    assert.deepEqual(await issuesOf(1), ['Long title (more than 25 characters)'])
    assert.deepEqual(await issuesOf(2), [])
    receive({ kind: 'forget', crawlId: 1 })
    assert.deepEqual(await issuesOf(1), [])
  })

  it('says of a fault of ours which URL it was, and goes on with the others', async () => {
    const { receive, fetches, posted, settle } = bench()
    receive({ kind: 'visit', job: testVisitJob() })
    receive({ kind: 'visit', job: testVisitJob({ urlId: 2 }) })
    fetches[0]?.fail(new Error('a fault of ours'))
    fetches[1]?.answer(refused(URL_A))
    await settle()
    assert.deepEqual(
      posted.map(message => message.kind),
      ['crash', 'record'],
    )
    const [crash] = posted
    assert.ok(crash?.kind === 'crash' && crash.urlId === 1 && crash.message.includes('a fault of ours'))
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
    const ask = (crawlId: number) => {
      receive({ kind: 'visit', job: testVisitJob({ crawlId }) })
      return fetches.at(-1)?.request.mayFollow?.('http://site.test/private')
    }
    const robots = parseRobots(new TextEncoder().encode('User-agent: *\nDisallow: /private'))
    receive({ kind: 'robots', crawlId: 1, origin: 'http://site.test', known: { robots, unreadable: null } })
    assert.deepEqual([ask(1), ask(2)], [false, true])
    receive({ kind: 'forget', crawlId: 1 })
    assert.equal(ask(1), true)
  })
})
