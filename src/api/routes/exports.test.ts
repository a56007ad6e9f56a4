import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import Papa from 'papaparse'
import { addCrawl, type TestPage, testIssue } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import type { TestVisitor } from '../test-visitor.ts'

const home = 'https://example.com/'

/** Longer than a batch of an export: home with issues of three kinds, then pages of every class, some without an issue. */
const pages: TestPage[] = [
  {
    url: home,
    issues: [
      testIssue(home, { checkId: 'alt', type: 'missing_alt_tags', severity: 'warning', message: 'Missing alt tag' }),
      testIssue(home, {
        checkId: 'redirect-chain',
        type: 'redirect',
        severity: 'info',
        message: '=HYPERLINK("https://evil.test/")',
        details: { sourceUrl: `${home}source`, affectedUrls: [`${home}page-3`], evidence: [] },
      }),
    ],
  },
  ...Array.from({ length: 620 }, (_, index) => ({
    url: `${home}page-${index}`,
    status: index % 10 === 4 ? 404 : 200,
    issues: index % 3 === 0 ? [] : [testIssue(`${home}page-${index}`, { checkId: 'gone', type: 'broken_link' })],
  })),
]

const ISSUE_COUNT = pages.flatMap(page => page.issues ?? []).length

describe('GET /api/export-csv/{id}', () => {
  let test: TestApp
  let visitor: TestVisitor
  let websiteId = 0
  /** Of one page. */
  let earlierId = 0

  before(async () => {
    test = await openTestApp()
    visitor = test.visitor()
    await visitor.get('/')
    const crawl = { ownerId: await visitor.ownerId(), url: home, nowMs: test.clock.nowMs }
    earlierId = (await addCrawl(test.store, { ...crawl, pages: [{ url: home, issues: [testIssue(home)] }] })).crawlId
    websiteId = (await addCrawl(test.store, { ...crawl, pages, nowMs: test.clock.nowMs + 1_000 })).websiteId
  })
  after(() => test[Symbol.asyncDispose]())

  const send = (query: string) => visitor.get(`/api/export-csv/${websiteId}?${query}`)
  const textOf = async (query: string) => {
    const response = await send(query)
    const text = await response.text()
    assert.equal(response.status, 200, text)
    return text
  }
  const rowsOf = async (query: string) =>
    Papa.parse<Record<string, string>>(await textOf(query), { header: true, skipEmptyLines: true }).data

  const NAME = 'sitesounder-example.com'
  const DAY = '2026-01-02'
  const files: [string, string, string, RegExp][] = [
    ['', 'text/csv; charset=utf-8', `${NAME}-issues-${DAY}.csv`, /^Severity,Type/],
    ['format=csv&part=report', 'text/csv; charset=utf-8', `${NAME}-report-${DAY}.csv`, /^Severity,Type/],
    ['part=pages', 'text/csv; charset=utf-8', `${NAME}-pages-${DAY}.csv`, /^Number,URL,/],
    [
      'part=affected-pages&severity=error',
      'text/csv; charset=utf-8',
      `${NAME}-affected-pages-${DAY}.csv`,
      /^Severity,.*,Affected page\r\n/,
    ],
    [
      'format=xlsx&part=pages&columns=url,title&status=4xx',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      `${NAME}-pages-${DAY}.xlsx`,
      /^PK/,
    ],
    ['part=not-crawled&reason=robots', 'text/csv; charset=utf-8', `${NAME}-not-crawled-${DAY}.csv`, /^URL,.*\r\n$/],
    ['part=links', 'text/csv; charset=utf-8', `${NAME}-links-${DAY}.csv`, /^Source,/],
    ['part=images', 'text/csv; charset=utf-8', `${NAME}-images-${DAY}.csv`, /^Page,/],
    ['format=json', 'application/json; charset=utf-8', `${NAME}-report-${DAY}.json`, /"sitesounder-report"/],
    ['format=json&part=links', 'application/json; charset=utf-8', `${NAME}-links-${DAY}.json`, /"sitesounder-links"/],
    ['format=junit', 'application/xml; charset=utf-8', `${NAME}-issues-${DAY}.junit.xml`, /^<\?xml.*\n<testsuites>/],
    ['format=sarif&part=issues', 'application/sarif+json; charset=utf-8', `${NAME}-issues-${DAY}.sarif`, /"2\.1\.0"/],
  ]
  for (const [query, mediaType, fileName, beginning] of files)
    it(`responds to ?${query} with a file to keep`, async () => {
      const response = await send(query)
      const text = await response.text()
      assert.equal(response.status, 200, text)
      const { headers } = response
      assert.equal(headers.get('content-type'), mediaType)
      assert.equal(
        headers.get('content-disposition'),
        `attachment; filename="${fileName}"; filename*=UTF-8''${fileName}`,
      )
      assert.deepEqual([headers.get('cache-control'), headers.get('x-content-type-options')], ['no-store', 'nosniff'])
      assert.match(text, beginning)
    })

  const issueQueries = [
    '',
    'severity=error',
    'type=redirect,missing_alt_tags',
    'check=gone',
    'category=redirects',
    `url=${encodeURIComponent(`${home}page-3`)}`,
    'search=PAGE-1',
    'severity=error&search=page-2&type=broken_link&category=brokenLinks&check=gone',
    'search=nowhere',
  ]
  for (const query of issueQueries)
    it(`gives the issues that the list shows with ?${query}, in its order`, async () => {
      const response = await visitor.get(`/api/issues/${websiteId}?limit=1000&${query}`)
      const { issues } = endpoints.listIssues.response.parse(await response.json())
      assert.ok(query === '' || issues.length < ISSUE_COUNT, 'the filter lets less through')
      const expected = issues.map(({ severity, message, pageUrl }) => [severity, message, pageUrl])
      const exported = JSON.parse(await textOf(`format=json&part=issues&${query}`))
      assert.deepEqual(
        exported.issues.map((each: Record<string, string>) => [each.severity, each.message, each.pageUrl]),
        expected,
      )
      const rows = await rowsOf(query)
      assert.deepEqual(
        rows.map(row => [row.Severity, row.Page]),
        expected.map(([severity, , pageUrl]) => [severity, pageUrl]),
      )
      assert.equal(rows.length === 0, query === 'search=nowhere')
    })

  it('has the columns and the pages that were chosen, in JSON as in CSV', async () => {
    const query = 'part=pages&columns=status,url&ids=3,1,9&sort=url&order=descending'
    const { format, pages: listed } = JSON.parse(await textOf(`format=json&${query}`))
    assert.equal(format, 'sitesounder-page-columns')
    assert.deepEqual(listed, [
      { status: 200, url: `${home}page-7` },
      { status: 200, url: `${home}page-1` },
      { status: 200, url: home },
    ])
    assert.deepEqual(
      await rowsOf(query),
      listed.map((row: { status: number; url: string }) => ({ Status: String(row.status), URL: row.url })),
    )
  })

  for (const query of ['', 'status=4xx', 'search=PAGE-1', `url=${encodeURIComponent(home)}`, 'passed=true'])
    it(`gives the pages that the list shows with ?${query}, in its order`, async () => {
      const response = await visitor.get(`/api/pages/${websiteId}?${query}`)
      const urls = endpoints.listPages.response.parse(await response.json()).map(page => page.url)
      assert.ok(urls.length > 0 && (query === '' || urls.length < pages.length))
      assert.deepEqual(
        (await rowsOf(`part=pages&${query}`)).map(row => row.URL),
        urls,
      )
    })

  it('begins CSV with a byte order mark when requested', async () => {
    const bytesOf = async (query: string) => Buffer.from(await (await send(query)).arrayBuffer())
    const [plain, marked] = [await bytesOf('search=page-1'), await bytesOf('bom=true&search=page-1')]
    assert.deepEqual(marked, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), plain]))
  })

  it('guards the formulas of hostile pages', async () =>
    assert.equal((await rowsOf('type=redirect'))[0]?.Message, `'=HYPERLINK("https://evil.test/")`))

  it('gives an earlier crawl when it is named', async () => {
    assert.equal((await rowsOf(`crawl=${earlierId}`)).length, 1)
    assert.equal((await rowsOf(`crawl=${earlierId}&part=pages`)).length, 1)
  })

  const refused: [string, number, string][] = [
    ['format=xml', 400, 'format must be one of csv, xlsx, json, junit, sarif'],
    ['format=github', 400, 'format must be one of csv, xlsx, json, junit, sarif'],
    [
      'part=everything',
      400,
      'part must be one of report, issues, affected-pages, pages, not-crawled, languages, links, images, muted, tickets, visits',
    ],
    ['severity=fatal', 400, 'severity must be one of error, warning, info'],
    ['bom=1', 400, 'bom must be one of true, false'],
    ['format=sarif&part=pages', 400, 'part must be issues with format=sarif'],
    ['format=junit&part=report', 400, 'part must be issues with format=junit'],
    ['format=junit&severity=error', 400, 'severity has no effect on this export'],
    ['format=json&search=x', 400, 'search has no effect on this export'],
    ['part=pages&severity=error', 400, 'severity has no effect on this export'],
    ['part=links&url=https://example.com/', 400, 'url has no effect on this export'],
    ['status=4xx', 400, 'status has no effect on this export'],
    ['crawl=x', 400, 'crawl must be a whole number from 1 to 999999999999999'],
    ['crawl=4711', 404, 'Crawl not found'],
  ]
  for (const [query, status, text] of refused)
    it(`responds with ${status} to ?${query}`, async () => {
      const response = await send(query)
      assert.deepEqual([response.status, await response.text()], [status, text])
      assert.equal(response.headers.get('content-disposition'), null)
    })

  it('lets others be served while it is read', async () => {
    const response = await send('part=pages')
    const order: string[] = []
    const reading = response.text().then(() => order.push('export'))
    await visitor.get('/api/session').then(() => order.push('session'))
    await reading
    assert.deepEqual(order, ['session', 'export'])
  })

  it('reads nothing more once the connection has closed, and holds nothing of the database', async () => {
    const leaving = new AbortController()
    const headers = { cookie: visitor.cookie }
    const response = await test.app.request(`/api/export-csv/${websiteId}?part=pages`, {
      headers,
      signal: leaving.signal,
    })
    leaving.abort()
    await assert.rejects(response.text(), { message: 'The response was aborted.' })
    assert.deepEqual(test.logged, [])
    await test.visitor().get('/')
  })

  for (const query of [
    'part=pages&format=json',
    'part=issues&format=json',
    'format=json',
    'format=sarif',
    'format=junit',
  ])
    it(`does not end in good order when the crawl is cleared meanwhile: ?${query}`, async () => {
      const other = test.visitor()
      await other.get('/')
      const crawl = { ownerId: await other.ownerId(), url: home, pages, nowMs: test.clock.nowMs }
      const cleared = await addCrawl(test.store, crawl)
      const response = await other.get(`/api/export-csv/${cleared.websiteId}?${query}`)
      await other.post(`/api/crawl/${cleared.websiteId}/clear`)
      await assert.rejects(response.text(), { message: 'The response was aborted.' })
      assert.match(String(test.logged.pop()?.cause), /cleared while it was being exported/)
    })
})
