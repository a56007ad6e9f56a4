import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCrawl, type TestPage, testIssue } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import type { NewIssue } from '#shared/model.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import type { TestVisitor } from '../test-visitor.ts'

const HOME = 'https://site.test/'
const STAGING = 'https://staging.test/'

interface Site {
  home?: string
  /** Paths with titles. */
  titles: Record<string, string>
  /** Of the missing titles. */
  untitled?: string[]
}

function pagesOf({ home = HOME, titles, untitled = [] }: Site): TestPage[] {
  const issueOf = (path: string): NewIssue[] => (untitled.includes(path) ? [testIssue(home + path)] : [])
  return Object.entries(titles).map(([path, title]) => ({ url: home + path, title, issues: issueOf(path) }))
}

const before: Site = { titles: { '': 'Home', a: 'A', b: 'B', gone: 'Gone' }, untitled: ['a', 'b'] }
const after: Site = { titles: { '': 'Home', a: 'Another', b: 'B', new: 'New' }, untitled: ['b', 'new'] }

async function open(test: TestApp, visitor: TestVisitor, sites: Site[]) {
  const ownerId = await visitor.ownerId()
  const ids: { websiteId: number; crawlId: number }[] = []
  for (const [index, site] of sites.entries())
    ids.push(
      await addCrawl(test.store, {
        ownerId,
        url: site.home ?? HOME,
        pages: pagesOf(site),
        passedChecks: { 'title-missing': 1 },
        nowMs: test.clock.nowMs + 10_000 * index,
      }),
    )
  return ids
}

async function visitorOf(test: TestApp): Promise<TestVisitor> {
  const visitor = test.visitor()
  await visitor.get('/')
  return visitor
}

const none = { new: 0, unchanged: 0, fixed: 0, notCrawled: 0, notChecked: 0 }

describe('GET /api/comparison/{id}', () => {
  it('counts what changed since the earlier crawl, and lists as many rows', async () => {
    await using test = await openTestApp()
    const visitor = await visitorOf(test)
    const [first, second] = await open(test, visitor, [before, after])
    const get = async (path: string) => await (await visitor.get(`/api/comparison/${second?.websiteId}${path}`)).json()
    const { comparison } = endpoints.comparison.response.parse(await get(''))
    assert.ok(comparison)
    const { earlier, later, bySeverity, checks, pages, differences, fields } = comparison
    assert.deepEqual([earlier.crawlId, later.crawlId, differences], [first?.crawlId, second?.crawlId, []])
    const errors = { ...none, new: 1, unchanged: 1, fixed: 1 }
    assert.deepEqual(bySeverity, { error: errors, warning: none, info: none })
    assert.deepEqual(checks, [{ checkId: 'title-missing', title: 'Missing title', severity: 'error', ...errors }])
    assert.deepEqual(pages, { inBoth: 3, changed: 1, added: 1, moved: 0, redirected: 0, removed: 1, notCrawled: 0 })
    assert.deepEqual(
      fields.filter(row => row.pages > 0),
      [{ field: 'title', pages: 1 }],
    )
    const issues = async (change: string) => {
      const list = endpoints.comparedIssues.response.parse(await get(`/issues?change=${change}`))
      return [list.totalCount, ...list.issues.map(({ pageUrl }) => pageUrl)]
    }
    assert.deepEqual(
      [await issues('new'), await issues('unchanged'), await issues('fixed')],
      [
        [1, `${HOME}new`],
        [1, `${HOME}b`],
        [1, `${HOME}a`],
      ],
    )
    const changed = endpoints.comparedPages.response.parse(await get('/pages?field=title'))
    assert.deepEqual(changed, {
      pages: [
        {
          change: 'changed',
          url: `${HOME}a`,
          earlierUrl: `${HOME}a`,
          statusCode: 200,
          earlierStatusCode: 200,
          redirectUrl: null,
          fields: [{ field: 'title', earlier: 'A', later: 'Another' }],
        },
      ],
      totalCount: 1,
      hasMore: false,
    })
    const removed = endpoints.comparedPages.response.parse(await get('/pages?change=removed'))
    assert.deepEqual(
      removed.pages.map(({ url, earlierUrl }) => [url, earlierUrl]),
      [[null, `${HOME}gone`]],
    )
  })

  it('has nothing to compare with in the first crawl', async () => {
    await using test = await openTestApp()
    const visitor = await visitorOf(test)
    const [only] = await open(test, visitor, [before])
    const get = async (path: string) => await visitor.get(`/api/comparison${path}`)
    const json = async (path: string) => await (await get(`/${only?.websiteId}${path}`)).json()
    assert.deepEqual(await json(''), { comparison: null })
    assert.deepEqual(await json('/issues'), { issues: [], totalCount: 0, hasMore: false })
    assert.deepEqual(await json('/pages'), { pages: [], totalCount: 0, hasMore: false })
    for (const path of [`/${only?.websiteId}/text?url=${HOME}`, `-export/${only?.websiteId}`]) {
      const response = await get(path)
      assert.deepEqual([response.status, await response.text()], [404, 'There is no crawl to compare with'])
    }
  })

  it('compares two hosts, with a path map, and names what differs first', async () => {
    await using test = await openTestApp()
    const visitor = await visitorOf(test)
    const moved: Site = { home: STAGING, titles: { '': 'Home', 'v2/a': 'A', 'v2/b': 'B' }, untitled: ['v2/b'] }
    const [live, staging] = await open(test, visitor, [before, moved])
    const query = `?with=${live?.crawlId}&paths=${encodeURIComponent('/a>/v2/a /b>/v2/b')}`
    const response = await visitor.get(`/api/comparison/${staging?.websiteId}${query}`)
    const { comparison } = endpoints.comparison.response.parse(await response.json())
    assert.deepEqual(comparison?.differences, [{ label: 'Start URL', earlier: HOME, later: STAGING }])
    assert.deepEqual(comparison?.bySeverity.error, { ...none, unchanged: 1, fixed: 1 })
    const { inBoth, added, removed } = comparison?.pages ?? {}
    assert.deepEqual([inBoth, added, removed], [3, 0, 1])
  })

  it('knows no crawl of another visitor', async () => {
    await using test = await openTestApp()
    const ann = await visitorOf(test)
    const [own] = await open(test, ann, [before])
    const bob = await visitorOf(test)
    const [other] = await open(test, bob, [{ ...after, home: STAGING }])
    for (const path of ['', '/issues', '/pages', `/text?url=${HOME}`]) {
      const query = `${path}${path.includes('?') ? '&' : '?'}with=${other?.crawlId}`
      const response = await ann.get(`/api/comparison/${own?.websiteId}${query}`)
      assert.deepEqual([response.status, await response.text()], [404, 'Crawl not found'])
    }
    assert.equal((await ann.get(`/api/comparison-export/${own?.websiteId}?with=${other?.crawlId}`)).status, 404)
  })

  for (const paths of ['/a', 'a>/b', '/a>b', '/a>/b>/c', `/${'a'.repeat(600)}>/b`])
    it(`refuses the path map ${paths.slice(0, 20)}`, async () => {
      await using test = await openTestApp()
      const visitor = await visitorOf(test)
      const [only] = await open(test, visitor, [before])
      const response = await visitor.get(`/api/comparison/${only?.websiteId}?paths=${encodeURIComponent(paths)}`)
      assert.equal(response.status, 400)
    })
})

describe('GET /api/trend/{id}', () => {
  it('has the figures of all complete crawls, the oldest first, and what changed in their settings', async () => {
    await using test = await openTestApp()
    const visitor = await visitorOf(test)
    const [first, second] = await open(test, visitor, [before, { ...after, untitled: [] }])
    const response = await visitor.get(`/api/trend/${first?.websiteId}`)
    const { crawls } = endpoints.crawlTrend.response.parse(await response.json())
    assert.deepEqual(
      crawls.map(({ startedAt: _, score, ...crawl }) => ({ ...crawl, isWhole: score === 100 })),
      [
        {
          crawlId: first?.crawlId,
          pages: 4,
          indexablePages: 4,
          issues: { error: 2, warning: 0, info: 0 },
          subjects: [{ subject: 'Titles and descriptions', issues: 2 }],
          changedSettings: [],
          isWhole: false,
        },
        {
          crawlId: second?.crawlId,
          pages: 4,
          indexablePages: 4,
          issues: { error: 0, warning: 0, info: 0 },
          subjects: [],
          changedSettings: [],
          isWhole: true,
        },
      ],
    )
  })
})

describe('comparisons at the same time', () => {
  it('of one visitor leave their turn to those of others', async () => {
    await using test = await openTestApp()
    const busy = await visitorOf(test)
    const other = await visitorOf(test)
    const [first] = await open(test, busy, [before, after])
    const [second] = await open(test, other, [before, after])
    const many = Array.from({ length: 30 }, (_, index) =>
      busy.get(`/api/comparison/${first?.websiteId}?paths=/${index}/>/`),
    )
    const response = await other.get(`/api/comparison/${second?.websiteId}`)
    const statuses = (await Promise.all(many)).map(({ status }) => status)
    assert.equal(response.status, 200)
    assert.deepEqual([...new Set(statuses)].sort(), [200, 503])
  })
})

describe('GET /api/comparison-export/{id}', () => {
  const exported = async (query: string) => {
    await using test = await openTestApp()
    const visitor = await visitorOf(test)
    const [first] = await open(test, visitor, [before, { ...after, titles: { ...after.titles, a: '=SUM(1)' } }])
    const response = await visitor.get(`/api/comparison-export/${first?.websiteId}${query}`)
    assert.equal(response.status, 200)
    return await response.text()
  }

  it('writes pages as CSV, a row for each field, in which no text is a formula', async () => {
    assert.equal(
      await exported(''),
      [
        'Change,URL,Earlier URL,Status code,Earlier status code,Redirects to,Field,Before,After',
        `changed,${HOME}a,${HOME}a,200,200,,Title,A,'=SUM(1)`,
        `added,${HOME}new,,200,,,,,`,
        `removed,,${HOME}gone,,200,,,,`,
        '',
      ].join('\r\n'),
    )
  })

  it('writes issues as CSV, without those that are unchanged', async () => {
    assert.equal(
      await exported('?part=issues'),
      [
        'Change,Severity,Check,URL,Message,Pages',
        `new,error,Missing title,${HOME}new,Missing title,1`,
        `fixed,error,Missing title,${HOME}a,Missing title,1`,
        '',
      ].join('\r\n'),
    )
  })

  it('writes the whole comparison as JSON', async () => {
    const { format, version, issues, pages, comparison } = JSON.parse(await exported('?format=json'))
    assert.deepEqual([format, version, issues.length, pages.length], ['sitesounder-comparison', 1, 2, 3])
    assert.equal(comparison.bySeverity.error.new, 1)
  })
})
