import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { pageChecks } from '#checks/page-checks.ts'
import { checkPage } from '#checks/run-page-checks.ts'
import { SharedCauses } from '#checks/shared-causes.ts'
import { sitePages } from '#demo-site/site.ts'
import type { FetchResult } from '#fetch/fetch.ts'
import type { PageRecord } from '#shared/page-record.ts'
import { extractFacts } from './stored-page.ts'
import { testVisitJob } from './test-visit-job.ts'
import { type VisitDeps, visit } from './visit.ts'
import type { VisitJob } from './worker-messages.ts'

type Response = Extract<FetchResult, { kind: 'response' }>

const HTML = `<!doctype html><html lang="en"><head><title>Tides</title></head><body><img src="/logo.png">
  <main><h1>Tides</h1><a href="/boats">Boats</a></main></body></html>`

const whole: Response = {
  kind: 'response',
  url: testVisitJob().url,
  status: 200,
  httpVersion: '1.1',
  headers: [
    ['server', 'nginx'],
    ['date', 'Mon, 23 Nov 2026 10:00:00 GMT'],
    ['content-type', 'text/html; charset=utf-8'],
    ['etag', '"a"'],
    ['vary', 'Accept-Encoding'],
    ['expires', 'Mon, 23 Nov 2026 11:00:00 GMT'],
    ['x-request-id', 'a1'],
  ],
  body: new TextEncoder().encode(HTML),
  transferBytes: 300,
  isTruncated: false,
  hops: [],
  timing: { ttfbMs: 10, totalMs: 20 },
}
const notModified: Response = {
  ...whole,
  status: 304,
  headers: [
    ['server', 'nginx'],
    ['date', 'Tue, 24 Nov 2026 10:00:00 GMT'],
    ['etag', '"a"'],
    ['expires', 'Tue, 24 Nov 2026 11:00:00 GMT'],
    ['x-request-id', 'b2'],
  ],
  body: new Uint8Array(),
  transferBytes: 0,
  timing: { ttfbMs: 5, totalMs: 6 },
}

interface Visited {
  response?: Response | undefined
  job?: Partial<VisitJob> | undefined
  deps?: Partial<VisitDeps> | undefined
}

/** One visit, and whether its page was checked. */
async function visited({ response = whole, job, deps }: Visited): Promise<{ record: PageRecord; isRead: boolean }> {
  let isRead = false
  const record = await visit(
    testVisitJob(job),
    {
      fetcher: { fetch: async () => response },
      now: () => 1_000,
      checks: pageChecks,
      resultBasis: 'basis',
      refusesHop: () => null,
      render: () => Promise.reject(new Error('nothing is rendered')),
      onReading: of => {
        isRead ||= of !== null
      },
      reportCheckError: (_id, _url, error) => assert.fail(String(error)),
      ...deps,
    },
    new AbortController().signal,
  )
  return { record, isRead }
}

const storedIn = ({ facts }: PageRecord) => {
  assert.ok(facts)
  return { page: facts.page, isCompared: false }
}
/** What the crawl after stores of it, without what differs with each response. */
const lasting = ({
  attempts: _,
  ttfbMs: _t,
  totalMs: _ms,
  receivedBytes: _b,
  isUnchanged: _u,
  facts,
  ...rest
}: PageRecord) => ({
  ...rest,
  facts: facts && { ...facts, page: facts.page.result },
})

describe('the result of a page', () => {
  it('is taken over where the server says that the page has not changed', async () => {
    const first = await visited({})
    assert.ok(first.isRead)
    const second = await visited({
      response: notModified,
      job: { earlier: storedIn(first.record), urlId: 8, number: 3 },
    })
    assert.equal(second.isRead, false)
    assert.equal(second.record.isUnchanged, true)
    assert.deepEqual(lasting(second.record), lasting({ ...first.record, urlId: 8, number: 3 }))
    assert.deepEqual([second.record.ttfbMs, second.record.totalMs, second.record.receivedBytes], [5, 6, 0])
    const third = await visited({ response: notModified, job: { earlier: storedIn(second.record) } })
    assert.deepEqual([third.isRead, third.record.found], [false, first.record.found])
  })

  const others: Record<string, Visited> = {
    'other options, or another program': { deps: { resultBasis: 'other' } },
    'another crawl depth': { job: { depth: 2 } },
    'another header field in the 304': {
      response: { ...notModified, headers: [...notModified.headers, ['x-robots-tag', 'noindex']] },
    },
    'the likeness wanted that shows traps': { job: { needsLikeness: true } },
  }
  for (const [name, { job, response = notModified, deps }] of Object.entries(others))
    it(`is not taken over with ${name}: the stored page is read`, async () => {
      const first = await visited({})
      const second = await visited({ response, deps, job: { ...job, earlier: storedIn(first.record) } })
      assert.deepEqual([second.isRead, second.record.isUnchanged], [true, true])
    })

  const unkept: Record<string, Visited> = {
    'without a validator': { response: { ...whole, headers: [['content-type', 'text/html']] } },
    'that is cut': { response: { ...whole, isTruncated: true } },
  }
  for (const [name, page] of Object.entries(unkept))
    it(`is not kept of a page ${name}`, async () => {
      const { record } = await visited(page)
      assert.equal(record.facts?.page.result, null)
    })

  it('that lacks the description of a shared cause is taken over once other pages have described it', async () => {
    const shared = new SharedCauses()
    let { record: last } = await visited({ deps: { sharedCauses: shared } })
    for (let count = 0; count < 4; count++) last = (await visited({ deps: { sharedCauses: shared } })).record
    assert.ok(last.causes.some(({ keys, describedCount }) => keys.length > describedCount))
    const again = new SharedCauses()
    const areRead: boolean[] = []
    for (let count = 0; count < 5; count++) {
      const earlier = storedIn(last)
      areRead.push((await visited({ response: notModified, job: { earlier }, deps: { sharedCauses: again } })).isRead)
    }
    assert.deepEqual(areRead, [true, true, true, false, false])
  })
})

test('no page check reads the times of a response, which differ with every crawl', async () => {
  const read = new Set<string>()
  for (const { path, status, headers, body } of sitePages) {
    const input = {
      ...{ url: `http://site.test${path}`, depth: 1, isSeed: false, isPrivateHost: false, status, httpVersion: '1.1' },
      ...{ headers: Object.entries(headers), body: Buffer.from(body), transferBytes: 1, isTruncated: false },
      ...{ ttfbMs: 1, totalMs: 2, attempts: [] },
    }
    const facts = extractFacts({ input, rendered: null })
    const response = new Proxy(facts.response, {
      get(target, name, receiver) {
        read.add(String(name))
        return Reflect.get(target, name, receiver)
      },
    })
    checkPage({ ...facts, response }, pageChecks, (id, error) => assert.fail(`${id}: ${error}`))
  }
  assert.ok(read.has('status'))
  assert.deepEqual([read.has('ttfbMs'), read.has('totalMs')], [false, false])
})
