import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addCrawl, type TestPage, testIssue } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import type { TestVisitor } from '../test-visitor.ts'

const HOME = 'https://site.test/'
const CHECKS = ['title-missing', 'h1-missing']

const page = (path: string, ...checkIds: string[]): TestPage => ({
  url: HOME + path,
  issues: checkIds.map(checkId =>
    testIssue(HOME + path, { checkId, severity: checkId === 'h1-missing' ? 'warning' : 'error' }),
  ),
})

describe('what changed since the crawl before', () => {
  let test: TestApp
  let visitor: TestVisitor
  let websiteId = 0
  const crawlIds: number[] = []

  before(async () => {
    test = await openTestApp()
    visitor = test.visitor()
    await visitor.get('/')
    const crawls = [
      [page('', ...CHECKS), page('a', 'title-missing'), page('b', 'title-missing'), page('gone')],
      [page(''), page('a'), page('b', 'title-missing'), page('new-1', 'h1-missing'), page('new-2')],
    ]
    for (const pages of crawls) {
      const nowMs = test.clock.nowMs + 10_000 * crawlIds.length
      const passedChecks = Object.fromEntries(CHECKS.map(checkId => [checkId, 1]))
      const crawl = { ownerId: await visitor.ownerId(), url: HOME, pages, passedChecks, nowMs }
      const started = await addCrawl(test.store, crawl)
      websiteId = started.websiteId
      crawlIds.push(started.crawlId)
    }
  })
  after(() => test[Symbol.asyncDispose]())

  const get = async (path: string) => await (await visitor.get(`/api/changes/${websiteId}${path}`)).json()

  it('is counted by severity, and for pages', async () => {
    const none = { new: 0, unchanged: 0, fixed: 0, notCrawled: 0, notChecked: 0 }
    assert.deepEqual(await get(''), {
      change: {
        earlierCrawl: { id: crawlIds[0], startedAt: new Date(test.clock.nowMs).toISOString() },
        bySeverity: {
          error: { ...none, unchanged: 1, fixed: 2 },
          warning: { ...none, new: 1, fixed: 1 },
          info: none,
        },
        pages: { added: 2, moved: 0, redirected: 0, removed: 1, notCrawled: 0 },
      },
    })
  })

  const issues: [query: string, found: string[], totalCount: number, hasMore: boolean][] = [
    ['', ['error ', 'error a', 'warning '], 3, false],
    ['?change=fixed&limit=2', ['error ', 'error a'], 3, true],
    ['?offset=1&limit=2', ['error a', 'warning '], 3, false],
    ['?offset=3', [], 3, false],
    ['?severity=warning', ['warning '], 1, false],
    ['?check=title-missing&limit=1', ['error '], 2, true],
    ['?check=title-missing&severity=warning', [], 0, false],
    ['?change=not-checked', [], 0, false],
  ]
  for (const [query, found, totalCount, hasMore] of issues)
    it(`are ${totalCount} findings of /issues${query}`, async () => {
      const list = endpoints.absentIssues.response.parse(await get(`/issues${query}`))
      const rows = list.issues.map(({ severity, pageUrl }) => `${severity} ${pageUrl.replace(HOME, '')}`)
      assert.deepEqual([rows, list.totalCount, list.hasMore], [found, totalCount, hasMore])
    })

  const pages: [query: string, urls: string[], totalCount: number, hasMore: boolean][] = [
    ['', ['new-1', 'new-2'], 2, false],
    ['?limit=1', ['new-1'], 2, true],
    ['?offset=1&limit=1', ['new-2'], 2, false],
    ['?change=removed', ['gone'], 1, false],
    ['?change=moved', [], 0, false],
  ]
  for (const [query, urls, totalCount, hasMore] of pages)
    it(`are ${totalCount} pages of /pages${query}`, async () =>
      assert.deepEqual(await get(`/pages${query}`), { urls: urls.map(path => HOME + path), totalCount, hasMore }))

  it('is nothing in the first crawl', async () => {
    const query = `?crawl=${crawlIds[0]}`
    assert.deepEqual(await get(query), { change: null })
    assert.deepEqual(await get(`/issues${query}`), { issues: [], totalCount: 0, hasMore: false })
    assert.deepEqual(await get(`/pages${query}`), { urls: [], totalCount: 0, hasMore: false })
  })
})
