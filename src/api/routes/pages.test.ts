import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { pageColumnIds } from '#shared/page-columns.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import type { TestVisitor } from '../test-visitor.ts'

const home = 'https://example.com/'

describe('GET /api/not-crawled/{id}', () => {
  it('responds with the URLs that were found and not crawled, with the reason', async () => {
    await using test = await openTestApp()
    const visitor = test.visitor()
    await visitor.get('/')
    const skipped = { [`${home}a`]: 'robots', [`${home}b`]: 'excluded', 'https://other.test/': 'scope' } as const
    const crawl = {
      ownerId: await visitor.ownerId(),
      url: home,
      pages: [{ url: home }],
      skipped,
      nowMs: test.clock.nowMs,
    }
    const { websiteId } = await addCrawl(test.store, crawl)
    const listed = async (query: string) => {
      const response = await visitor.get(`/api/not-crawled/${websiteId}${query}`)
      const urls = endpoints.listNotCrawled.response.parse(await response.json())
      return [response.headers.get('x-total-count'), ...urls.map(({ url, reason }) => `${reason} ${url}`)]
    }
    const [robots, excluded, scope] = [`robots ${home}a`, `excluded ${home}b`, 'scope https://other.test/']
    const all = await listed('')
    assert.deepEqual([all[0], all.slice(1).sort()], ['3', [excluded, robots, scope]])
    assert.deepEqual(await listed('?reason=robots'), ['1', robots])
    assert.deepEqual(await listed('?offset=1&limit=1'), ['3', all[2]])
    const found = await visitor.get(`/api/not-crawled/${websiteId}?reason=robots`)
    assert.deepEqual(await found.json(), [
      {
        url: `${home}a`,
        reason: 'robots',
        rule: null,
        kinds: ['anchor'],
        depth: 1,
        isInSitemap: false,
        statusCode: null,
        foundOn: home,
      },
    ])
  })
})

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
    ['?status=none', [], 0],
    ['?depth=0', [''], 1],
    ['?depth=1&limit=1', ['lead'], 4],
    ['?depth=-1', [], 0],
    ['?kind=ok', ['', 'lead'], 2],
    ['?kind=titles&passed=true', ['lead'], 1],
    ['?sort=url', ['', 'broken', 'gone', 'lead', 'moved'], 5],
    ['?sort=url&order=descending&offset=1&limit=2', ['lead', 'gone'], 5],
    ['?sort=url&kind=ok&order=descending', ['lead', ''], 2],
    ['?sort=status&order=descending&limit=3', ['broken', 'gone', 'moved'], 5],
    ['?sort=status&search=o', ['', 'lead', 'moved', 'gone', 'broken'], 5],
    ['?status=&search=&limit=', ['', 'lead', 'moved', 'gone', 'broken'], 5],
  ]
  for (const [query, paths, total] of rows)
    it(`responds to ${query || 'no parameters'} with ${paths.length} of ${total}`, async () => {
      const response = await visitor.get(`/api/pages/${websiteId}${query}`)
      const pages = endpoints.listPages.response.parse(await response.json())
      assert.deepEqual(
        pages.map(page => page.url),
        paths.map(path => home + path),
      )
      assert.equal(response.headers.get('x-total-count'), String(total))
    })

  const refused: [string, string][] = [
    ['status=200', 'status must be one of 2xx, 3xx, 4xx, 5xx, none'],
    ['limit=0', 'limit must be a whole number from 1 to 10000'],
    ['limit=10001', 'limit must be a whole number from 1 to 10000'],
    ['offset=-1', 'offset must be a whole number from 0 to 1000000000'],
    ['issues=1,x', 'issues must be a whole number from 1 to 999999999999999'],
    ['perIssue=21', 'perIssue must be a whole number from 1 to 20'],
    ['depth=-2', 'depth must be a whole number from -1 to 1000000000'],
    ['depth=-0', 'depth must be a whole number from -1 to 1000000000'],
    ['sort=bytes', `sort must be one of ${pageColumnIds.join(', ')}, or field. and the name of a custom field`],
    ['filters=words:under', 'filters must be conditions such as words:under:1000;title:contains:oak'],
    ['kind=good', 'kind must be one of ok, redirects, titles, descriptions'],
    ['passed=yes', 'passed must be one of true, false'],
    ['url=gone', 'url must be an http or https URL'],
  ]
  it('responds with the first pages that issues name, in the order of the list', async () => {
    const named = (...paths: string[]) => paths.map(path => home + path)
    const issues = [
      testIssue(home, {
        type: 'duplicate',
        details: { duplicateUrls: named('gone', '', 'moved', 'late'), evidence: [] },
      }),
      testIssue(home, { details: { affectedUrls: named('lead'), evidence: [] } }),
    ]
    const pages = named('', 'lead', 'moved', 'gone', 'late').map(url => ({ url, issues: url === home ? issues : [] }))
    const crawl = { ownerId: await visitor.ownerId(), url: `${home}issues`, pages, nowMs: test.clock.nowMs + 1 }
    const { websiteId: id, crawlId } = await addCrawl(test.store, crawl)
    const [first, second] = await test.store.reading.issues(crawlId, {})
    assert.ok(first && second)
    const pathsOf = async (website: number, query: string) => {
      const response = await visitor.get(`/api/pages/${website}?${query}`)
      const pages = endpoints.listPages.response.parse(await response.json()).map(page => page.url.slice(home.length))
      assert.equal(response.headers.get('x-total-count'), String(pages.length))
      return pages
    }
    const duplicateId = first.type === 'duplicate' ? first.id : second.id
    const both = `issues=${first.id},${second.id}`
    // Three of each where the query does not say how many.
    assert.deepEqual(await pathsOf(id, both), ['', 'lead', 'moved', 'gone'])
    assert.deepEqual(await pathsOf(id, `${both}&perIssue=2`), ['', 'lead', 'gone'])
    assert.deepEqual(await pathsOf(id, `issues=${duplicateId}&perIssue=1`), [''])
    assert.deepEqual(await pathsOf(id, 'issues=999999'), [])
    const ofDuplicate = `issue=${duplicateId}`
    assert.deepEqual(await pathsOf(id, ofDuplicate), ['', 'moved', 'gone', 'late'])
    assert.deepEqual(await pathsOf(id, `${ofDuplicate}&sort=url&order=descending`), ['moved', 'late', 'gone', ''])
    assert.deepEqual(await pathsOf(id, `${ofDuplicate}&search=mov`), ['moved'])
    assert.deepEqual(await pathsOf(id, 'issue=999999'), [])
    assert.deepEqual(await pathsOf(websiteId, ofDuplicate), [])
    // The same URLs are pages of the other website, too, but its issues are not named.
    assert.deepEqual(await pathsOf(websiteId, both), [])
  })

  for (const [query, message] of refused)
    it(`refuses ${query}`, async () => {
      const response = await visitor.get(`/api/pages/${websiteId}?${query}`)
      assert.deepEqual([response.status, await response.text()], [400, message])
    })
})
