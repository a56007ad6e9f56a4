import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { MAX_VISIT_IMPORTS } from '#shared/visits.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import type { TestVisitor } from '../test-visitor.ts'

const SITE = 'https://example.test'
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1)'

const line = (target: string, { agent = 'Firefox', status = 200, address = '192.0.2.1' } = {}) =>
  `${address} - - [10/Oct/2026:13:55:36 +0000] "GET ${target} HTTP/1.1" ${status} 5 "-" "${agent}"\n`

const LOG =
  line('/') +
  line('/a', { agent: GOOGLEBOT, address: '66.249.66.1' }) +
  line('/a', { agent: GOOGLEBOT, status: 404 }) +
  line('/secret') +
  line('/=cmd') +
  line('/list?q=jane', { agent: GOOGLEBOT, address: '66.249.66.1' })
const SEARCH = `Page,Clicks,Impressions,CTR,Position\n${SITE}/a,40,900,4.4%,3.5\n${SITE}/,2,10,20%,1\n`

describe('visits', () => {
  let test: TestApp
  let ann: TestVisitor
  let websiteId = 0
  before(async () => {
    test = await openTestApp({ maxUploadBytes: 100_000 })
    await test.addAccount('ann')
    ann = test.visitor()
    await ann.signIn('ann')
    const pages = [{ url: `${SITE}/` }, { url: `${SITE}/a`, issues: [testIssue(`${SITE}/a`)] }, { url: `${SITE}/b` }]
    const crawl = { ownerId: await ann.ownerId(), url: `${SITE}/`, pages, nowMs: test.clock.nowMs }
    websiteId = (await addCrawl(test.store, crawl)).websiteId
  })
  after(() => test[Symbol.asyncDispose]())

  const upload = (body: string | Uint8Array, query = '', visitor = ann) =>
    visitor.post(`/api/websites/${websiteId}/visits${query}`, body)
  const overview = async () => endpoints.visits.response.parse(await (await ann.get(`/api/visits/${websiteId}`)).json())
  const rows = async (query = '') => {
    const response = await ann.get(`/api/visit-urls/${websiteId}${query}`)
    const found = endpoints.listVisits.response.parse(await response.json())
    assert.equal(response.headers.get('x-total-count'), String(found.length))
    return found
  }

  it('are none before a file is added', async () => {
    const { imports, totals, pages, bots } = await overview()
    assert.deepEqual([imports, totals, pages, bots], [[], null, null, []])
    assert.deepEqual(await rows(), [])
    const [page] = endpoints.listPages.response.parse(await (await ann.get(`/api/pages/${websiteId}`)).json())
    assert.equal(page?.visits, null)
  })

  it('come from an access log, joined to the crawl', async () => {
    const response = await upload(gzipSync(LOG), '?name=..%2Faccess.log')
    assert.equal(response.status, 200, await response.clone().text())
    const added = endpoints.addVisits.response.parse(await response.json())
    assert.equal(added.name, 'access.log')
    const { totals, pages, bots, people } = await overview()
    assert.deepEqual(totals?.lists, { all: 5, unlinked: 2, waste: 2, status: 0 })
    assert.equal(totals.waste.error, 1)
    assert.equal(totals.waste.parameters, 1)
    assert.deepEqual(pages, { neverVisited: 2, neverByBots: 2 })
    assert.equal(people, 3)
    assert.deepEqual(
      bots.map(({ id, requests, verified, outside }) => [id, requests, verified, outside]),
      [['googlebot', 3, 2, 1]],
    )
    assert.deepEqual(
      (await rows('?list=unlinked&sort=url')).map(({ url }) => url),
      [`${SITE}/=cmd`, `${SITE}/secret`],
    )
    const unlinked = async (order: string) =>
      (await rows(`?list=unlinked&sort=url&order=${order}`)).map(({ url }) => url.replace(SITE, ''))
    assert.deepEqual(await unlinked('ascending'), ['/=cmd', '/secret'])
    assert.deepEqual(await unlinked('descending'), ['/secret', '/=cmd'])
    assert.equal((await rows('?bot=googlebot')).length, 2)
    assert.equal((await rows('?bot=bingbot')).length, 0)
    assert.equal((await rows('?waste=parameters'))[0]?.url, `${SITE}/list?q`)
  })

  it('stand in the pages list and beside the checks', async () => {
    assert.equal((await upload(SEARCH)).status, 200)
    const response = await ann.get(`/api/pages/${websiteId}?sort=clicks&order=descending`)
    const listed = endpoints.listPages.response.parse(await response.json())
    assert.deepEqual(
      listed.map(({ url, clicks, visits, botRequests, lastBotVisit }) => [
        url,
        clicks,
        visits,
        botRequests,
        lastBotVisit,
      ]),
      [
        [`${SITE}/a`, 40, 0, 2, '2026-10-10'],
        [`${SITE}/`, 2, 1, 0, null],
        [`${SITE}/b`, 0, 0, 0, null],
      ],
    )
    const checks = endpoints.crawlChecks.response.parse(await (await ann.get(`/api/checks/${websiteId}`)).json())
    assert.deepEqual(
      checks.filter(({ clicks }) => clicks !== 0).map(({ id, clicks }) => [id, clicks]),
      [[testIssue(SITE).checkId, 40]],
    )
  })

  it('leave as a table in which no cell is a formula', async () => {
    const csv = await (await ann.get(`/api/export-csv/${websiteId}?part=visits&list=unlinked`)).text()
    assert.match(csv, /^URL,Page of the crawl,Clicks/)
    assert.match(csv, /https:\/\/example\.test\/secret/)
    const json = await (await ann.get(`/api/export-csv/${websiteId}?part=visits&format=json`)).text()
    assert.equal(JSON.parse(json).visits.length, 5)
    assert.equal((await ann.get(`/api/export-csv/${websiteId}?part=pages&bot=googlebot`)).status, 400)
  })

  it('are refused with a reason', async () => {
    const visitor = test.visitor()
    await visitor.get('/')
    assert.equal((await upload(LOG, '', visitor)).status, 404)
    const expect = async (status: number, body: string | Uint8Array, query = '') =>
      assert.equal((await upload(body, query)).status, status)
    await expect(422, 'nothing of use')
    await expect(422, '')
    await expect(422, LOG, '?format=%24nothing')
    await expect(422, gzipSync(Buffer.alloc(70 * 1024 * 1024)))
    await expect(413, 'x'.repeat(100_001))
    assert.deepEqual(test.logged, [])
  })

  it('that arrive slowly keep no other user waiting', async () => {
    await test.addAccount('bob')
    const bob = test.visitor('192.0.2.2')
    await bob.signIn('bob')
    const own = await addCrawl(test.store, {
      ownerId: await bob.ownerId(),
      url: `${SITE}/`,
      pages: [{ url: `${SITE}/` }],
      nowMs: test.clock.nowMs,
    })
    const ending = new AbortController()
    const areRefused = Promise.withResolvers<void>()
    let refused = 0
    const slow = Array.from({ length: 8 }, async () => {
      const body = new ReadableStream({
        start: controller => ending.signal.addEventListener('abort', () => controller.close()),
      })
      const init = { method: 'POST', headers: { cookie: ann.cookie }, body, duplex: 'half' as const }
      const { status } = await test.app.request(`/api/websites/${websiteId}/visits`, init)
      if (status === 503 && ++refused === 4) areRefused.resolve()
      return status
    })
    assert.equal((await bob.post(`/api/websites/${own.websiteId}/visits`, LOG)).status, 200)
    // Those that are not yet read then would be read to their end.
    await areRefused.promise
    ending.abort()
    assert.deepEqual((await Promise.all(slow)).sort(), [422, 422, 422, 422, 503, 503, 503, 503])
  })

  it('of visitors without an account are not kept', async () => {
    const visitor = test.visitor()
    await visitor.get('/')
    const own = await addCrawl(test.store, {
      ownerId: await visitor.ownerId(),
      url: `${SITE}/`,
      pages: [{ url: `${SITE}/` }],
      nowMs: test.clock.nowMs,
    })
    const response = await visitor.post(`/api/websites/${own.websiteId}/visits`, LOG)
    assert.equal(response.status, 401)
  })

  it('are deleted with their figures, and at most so many are kept', async () => {
    const { imports } = await overview()
    for (const { id } of imports)
      assert.equal((await ann.post(`/api/websites/${websiteId}/visits/remove?file=${id}`)).status, 200)
    assert.equal((await ann.post(`/api/websites/${websiteId}/visits/remove?file=1`)).status, 404)
    assert.equal((await overview()).totals, null)
    assert.deepEqual(await rows(), [])
    const [page] = endpoints.listPages.response.parse(await (await ann.get(`/api/pages/${websiteId}`)).json())
    assert.deepEqual([page?.visits, page?.clicks, page?.botRequests], [null, null, null])
    for (let count = 0; count < MAX_VISIT_IMPORTS; count += 1) assert.equal((await upload(LOG)).status, 200)
    assert.equal((await upload(LOG)).status, 409)
  })
})
