import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import type { TestVisitor } from '../test-visitor.ts'

const home = 'https://example.com/'

describe('GET /api/pages/{id}', () => {
  let test: TestApp
  let visitor: TestVisitor
  let websiteId = 0

  before(async () => {
    test = await openTestApp()
    visitor = test.visitor()
    await visitor.get('/')
    const pages = [
      { url: home, title: 'Home', issues: [testIssue(home)] },
      { url: `${home}lead`, title: 'Lead lines' },
      { url: `${home}moved`, status: 301 },
      { url: `${home}gone`, status: 404 },
      { url: `${home}broken`, status: 500 },
    ]
    const crawl = { ownerId: await visitor.ownerId(), url: home, pages, nowMs: test.clock.nowMs }
    websiteId = (await addCrawl(test.store, crawl)).websiteId
  })
  after(() => test[Symbol.asyncDispose]())

  const rows: [string, string[], number][] = [
    ['', ['', 'lead', 'moved', 'gone', 'broken'], 5],
    ['?offset=1&limit=2', ['lead', 'moved'], 5],
    ['?offset=99', [], 5],
    ['?limit=1', [''], 5],
    ['?status=2xx', ['', 'lead'], 2],
    ['?status=4xx', ['gone'], 1],
    ['?status=5xx', ['broken'], 1],
    ['?search=LEAD', ['lead'], 1],
    ['?search=lead%20lines', ['lead'], 1],
    ['?search=%25', [], 0],
    ['?url=https%3A%2F%2FEXAMPLE.com%2Fgone%23x', ['gone'], 1],
    ['?passed=true&status=2xx', ['lead'], 1],
    ['?passed=false&status=2xx', ['', 'lead'], 2],
    ['?status=&search=&limit=', ['', 'lead', 'moved', 'gone', 'broken'], 5],
  ]
  for (const [query, paths, total] of rows)
    it(`answers ${query || 'without parameters'} with ${paths.length} of ${total}`, async () => {
      const answer = await visitor.get(`/api/pages/${websiteId}${query}`)
      const pages = endpoints.listPages.answer.parse(await answer.json())
      assert.deepEqual(
        pages.map(page => page.url),
        paths.map(path => home + path),
      )
      assert.equal(answer.headers.get('x-total-count'), String(total))
    })

  const refused: [string, string][] = [
    ['status=200', 'status must be one of 2xx, 3xx, 4xx, 5xx'],
    ['limit=0', 'limit must be a whole number from 1 to 10000'],
    ['limit=10001', 'limit must be a whole number from 1 to 10000'],
    ['offset=-1', 'offset must be a whole number from 0 to 1000000000'],
    ['passed=yes', 'passed must be one of true, false'],
    ['url=gone', 'url must be an http or https address'],
  ]
  for (const [query, message] of refused)
    it(`refuses ${query}`, async () => {
      const answer = await visitor.get(`/api/pages/${websiteId}?${query}`)
      assert.deepEqual([answer.status, await answer.text()], [400, message])
    })
})
