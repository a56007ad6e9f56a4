import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import type { NewIssue } from '#shared/model.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import type { TestVisitor } from '../test-visitor.ts'

const home = 'https://example.com/'
const manyPages = Array.from({ length: 120 }, (_, index) => `${home}page-${index}`)

/** 120 broken links, two pages with image issues, a redirect that touches other pages. */
const pages: { url: string; issues: NewIssue[] }[] = [
  {
    url: home,
    issues: [
      testIssue(home, { checkId: 'alt', type: 'missing_alt_tags', severity: 'warning', message: 'Missing alt tag' }),
      testIssue(home, {
        checkId: 'redirect-chain',
        type: 'redirect',
        severity: 'info',
        message: 'Redirect chain',
        details: { sourceUrl: `${home}source`, affectedUrls: [`${home}touched`], evidence: [] },
      }),
    ],
  },
  {
    url: `${home}img`,
    issues: [testIssue(`${home}img`, { checkId: 'img', type: 'image_issues', severity: 'warning' })],
  },
  ...manyPages.map(url => ({
    url,
    issues: [testIssue(url, { checkId: 'gone', type: 'broken_link', message: 'Broken link' })],
  })),
]

describe('GET /api/issues/{id}', () => {
  let test: TestApp
  let visitor: TestVisitor
  let websiteId = 0

  before(async () => {
    test = await openTestApp()
    visitor = test.visitor()
    await visitor.get('/')
    const crawl = { ownerId: await visitor.ownerId(), url: home, pages, nowMs: test.clock.nowMs }
    websiteId = (await addCrawl(test.store, crawl)).websiteId
  })
  after(() => test[Symbol.asyncDispose]())

  const list = async (query: string) =>
    endpoints.listIssues.response.parse(await (await visitor.get(`/api/issues/${websiteId}?${query}`)).json())

  /** query, issues in the response, totalCount, hasMore, currentPage, pageCount */
  const parts: [string, number, number, boolean, number, number][] = [
    ['', 50, 123, true, 1, 3],
    ['initial=true', 50, 123, true, 1, 3],
    ['offset=50&limit=50', 50, 123, true, 2, 3],
    ['offset=100&limit=50', 23, 123, false, 3, 3],
    ['offset=73&limit=50', 50, 123, false, 2, 3],
    ['page=1', 50, 123, true, 1, 3],
    ['page=3', 23, 123, false, 3, 3],
    ['page=4', 0, 123, false, 4, 3],
    ['page=2&limit=100', 23, 123, false, 2, 2],
    ['offset=100000', 0, 123, false, 2001, 3],
    ['limit=1000', 123, 123, false, 1, 1],
    ['severity=error', 50, 120, true, 1, 3],
    ['severity=info', 1, 1, false, 1, 1],
    ['type=image_issues,alt_tag_issues,missing_alt_tags', 2, 2, false, 1, 1],
    ['type=broken_link&severity=warning', 0, 0, false, 1, 0],
    ['category=redirects', 1, 1, false, 1, 1],
    ['category=other', 2, 2, false, 1, 1],
    ['check=gone&limit=10', 10, 120, true, 1, 12],
    ['check=no-such-check', 0, 0, false, 1, 0],
    ['check=gone&reach=one&limit=10', 10, 120, true, 1, 12],
    ['check=gone&reach=several', 0, 0, false, 1, 0],
    ['ids=999999', 0, 0, false, 1, 0],
    ['search=REDIRECT', 1, 1, false, 1, 1],
    ['search=page-11', 11, 11, false, 1, 1],
    [`url=${encodeURIComponent(home)}`, 2, 2, false, 1, 1],
    [`url=${encodeURIComponent(`${home}source`)}`, 1, 1, false, 1, 1],
    [`url=${encodeURIComponent(`${home}touched`)}`, 1, 1, false, 1, 1],
    [`url=${encodeURIComponent(home)}&severity=warning&search=alt`, 1, 1, false, 1, 1],
    [`url=${encodeURIComponent('https://example.com')}&type=redirect`, 1, 1, false, 1, 1],
  ]
  for (const [query, length, totalCount, hasMore, currentPage, pageCount] of parts)
    it(`responds to "${query}" with ${length} of ${totalCount}`, async () => {
      const response = await list(query)
      assert.deepEqual(
        { ...response, issues: response.issues.length },
        { issues: length, totalCount, hasMore, currentPage, pageCount },
      )
    })

  it('gives every issue once over its parts, worst first', async () => {
    const responses = await Promise.all(['page=1', 'page=2', 'page=3'].map(list))
    const issues = responses.flatMap(response => response.issues)
    assert.equal(new Set(issues.map(issue => issue.id)).size, 123)
    const severities = issues.map(issue => issue.severity)
    assert.deepEqual(severities, [...Array(120).fill('error'), 'warning', 'warning', 'info'])
  })

  it('names the source under which an issue is shown', async () => {
    const [issue] = (await list('type=redirect')).issues
    assert.deepEqual([issue?.sourceUrl, issue?.formattedSourceUrl], [`${home}source`, '/source'])
    assert.equal(issue?.websiteId, websiteId)
  })

  const refused: [string, string][] = [
    ['page=0', 'page must be a whole number from 1 to 1000000'],
    ['page=-1', 'page must be a whole number from 1 to 1000000'],
    ['page=two', 'page must be a whole number from 1 to 1000000'],
    ['limit=1001', 'limit must be a whole number from 1 to 1000'],
    ['offset=1.5', 'offset must be a whole number from 0 to 1000000000'],
    ['page=1&offset=0', 'Give page or offset, not both'],
    ['initial=maybe', 'initial must be one of true, false'],
    ['severity=fatal', 'severity must be one of error, warning, info'],
    ['category=constructor', 'category must be one of brokenLinks, redirects, duplicates, metaIssues, other'],
    ['url=//', 'url must be an http or https URL'],
    ['crawl=x', 'crawl must be a whole number from 1 to 999999999999999'],
  ]
  for (const [query, message] of refused)
    it(`refuses ${query}`, async () => {
      const response = await visitor.get(`/api/issues/${websiteId}?${query}`)
      assert.deepEqual([response.status, await response.text()], [400, message])
    })

  it('refuses an unknown type', async () => {
    const response = await visitor.get(`/api/issues/${websiteId}?type=image_issues,nonsense`)
    assert.equal(response.status, 400)
    assert.match(await response.text(), /^type must be one of broken_link, /)
  })
})

describe('GET /api/checks/{id}', () => {
  it('has a row for each check of the crawl that is named, else of the newest', async () => {
    await using test = await openTestApp()
    const visitor = test.visitor()
    await visitor.get('/')
    const ownerId = await visitor.ownerId()
    const first = await addCrawl(test.store, { ownerId, url: home, pages, nowMs: test.clock.nowMs })
    const running = { ownerId, url: home, pages, isEnded: false, nowMs: test.clock.nowMs + 10_000 }
    const { websiteId } = await addCrawl(test.store, running)
    const rows = async (query: string) =>
      endpoints.crawlChecks.response.parse(await (await visitor.get(`/api/checks/${websiteId}${query}`)).json())
    const ended = await rows(`?crawl=${first.crawlId}`)
    assert.deepEqual(
      ended.slice(0, 4).map(({ id, issueCount }) => [id, issueCount]),
      [
        ['gone', 120],
        ['alt', 1],
        ['img', 1],
        ['redirect-chain', 1],
      ],
    )
    const broken = {
      id: 'gone',
      title: 'Broken link',
      type: 'broken_link',
      subject: 'Links',
      severity: 'error',
      issueCount: 120,
      bySeverity: { error: 120, warning: 0, info: 0 },
      pageCount: 120,
      pagesChecked: 120,
      notChecked: [],
      taken: 9.9,
      gain: 9.9,
      isSubjectAtCap: false,
      clicks: null,
      change: null,
    }
    assert.deepEqual(ended[0], broken)
    const [goesOn] = await rows('')
    assert.deepEqual(goesOn, { ...broken, taken: null, gain: null })
  })
})
