import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { streamXlsxRows } from 'hucre/xlsx'
import * as z from 'zod/mini'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { MAX_SEGMENTS } from '#shared/segments.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import type { TestVisitor } from '../test-visitor.ts'

const home = 'https://example.com/'

describe('segments of a website', () => {
  let test: TestApp
  let visitor: TestVisitor
  let websiteId = 0
  let crawlIds: number[] = []

  const crawlWith = async (paths: readonly string[]) => {
    const pages = paths.map(path => ({
      url: home + path,
      title: path,
      ...(path.endsWith('bad') && { issues: [testIssue(home + path)] }),
    }))
    const crawl = await addCrawl(test.store, {
      ownerId: await visitor.ownerId(),
      url: home,
      pages,
      nowMs: test.clock.nowMs,
    })
    websiteId = crawl.websiteId
    crawlIds = [...crawlIds, crawl.crawlId]
  }
  const set = (segments: unknown) => visitor.post(`/api/websites/${websiteId}/segments`, { segments })
  const figures = async (query = '') => {
    const response = await visitor.get(`/api/segments/${websiteId}${query}`)
    return endpoints.segmentFigures.response.parse(await response.json()).segments
  }

  before(async () => {
    test = await openTestApp()
    visitor = test.visitor()
    await visitor.get('/')
    await crawlWith(['', 'blog/a', 'shop/a'])
    await crawlWith(['', 'blog/a', 'blog/b-bad', 'blog/c', 'shop/a'])
  })
  after(() => test[Symbol.asyncDispose]())

  const blog = { name: 'Blog', conditions: 'url:contains:/blog/' }

  it('are none at first, and stay as they were sent', async () => {
    assert.deepEqual(await figures(), [])
    assert.deepEqual(await (await set([blog, { name: ' Shop ', conditions: 'url:contains:/shop/' }])).json(), {
      segments: [blog, { name: 'Shop', conditions: 'url:contains:/shop/' }],
    })
    const response = await visitor.get(`/api/websites/${websiteId}/segments`)
    assert.equal(endpoints.websiteSegments.response.parse(await response.json()).segments.length, 2)
  })

  it('have the figures of each crawl, also of one before they were there', async () => {
    await set([blog])
    const [of] = await figures()
    assert.deepEqual([of?.name, of?.pages, of?.passed, of?.withErrors], ['Blog', 3, 2, 1])
    assert.deepEqual(
      of?.trend.map(({ crawlId, pages, withErrors }) => [crawlId, pages, withErrors]),
      [
        [crawlIds[0], 1, 0],
        [crawlIds[1], 3, 1],
      ],
    )
    const [before] = await figures(`?crawl=${crawlIds[0]}`)
    assert.deepEqual([before?.pages, before?.trend.length], [1, 1])
  })

  it('have the score of their pages alone, and the checks that take most of it', async () => {
    await set([blog, { name: 'Shop', conditions: 'url:contains:/shop/' }, { name: 'None', conditions: 'depth:over:9' }])
    const [of, shop, none] = await figures()
    assert.deepEqual([shop?.score, shop?.checks, none?.score], [100, [], null])
    assert.ok(of?.score && of.score < 100)
    assert.deepEqual(
      of.trend.map(({ score }) => score),
      [100, of.score],
    )
    assert.deepEqual(
      of.checks.map(({ checkId, issueCount }) => [checkId, issueCount]),
      [[testIssue(home).checkId, 1]],
    )
  })

  it('filter the pages list and its files, with the other filters; each figure is the length of its list', async () => {
    await set([blog])
    const [of] = await figures()
    const count = async (query: string) => {
      const response = await visitor.get(`/api/pages/${websiteId}?segment=Blog${query}`)
      return Number(response.headers.get('x-total-count'))
    }
    assert.deepEqual(
      [of?.pages, of?.passed, of?.withErrors, of?.withWarnings],
      [
        await count(''),
        await count('&passed=true'),
        await count('&filters=errors:over:0'),
        await count('&filters=warnings:over:0'),
      ],
    )
    assert.equal(await count('&filters=url:contains:/c'), 1)
    const file = await visitor.get(`/api/export-csv/${websiteId}?part=pages&segment=Blog`)
    assert.equal((await file.text()).trim().split('\r\n').length, 4)
  })

  it('that are not there are refused', async () => {
    assert.equal((await visitor.get(`/api/pages/${websiteId}?segment=None`)).status, 400)
    for (const path of ['issues', 'checks']) {
      const response = await visitor.get(`/api/${path}/${websiteId}?segment=None`)
      assert.deepEqual([response.status, await response.text()], [400, 'The website has no such segment'])
    }
    assert.equal((await visitor.get(`/api/export-csv/${websiteId}?part=links&segment=Blog`)).status, 400)
  })

  it('filter the issues, their files and the results of the checks', async () => {
    await set([blog, { name: 'Shop', conditions: 'url:contains:/shop/' }])
    const [of] = await figures()
    const list = async (query: string) => {
      const response = await visitor.get(`/api/issues/${websiteId}?${query}`)
      return endpoints.listIssues.response.parse(await response.json())
    }
    const { issues, totalCount } = await list('segment=Blog')
    assert.deepEqual(
      [totalCount, ...issues.map(({ pageUrl, affectedCount, segmentCount }) => [pageUrl, affectedCount, segmentCount])],
      [1, [`${home}blog/b-bad`, 1, 1]],
    )
    assert.equal((await list('segment=Shop')).totalCount, 0)
    assert.equal((await list('')).issues[0]?.segmentCount, undefined)
    const rows = async (query: string) => {
      const response = await visitor.get(`/api/checks/${websiteId}${query}`)
      return endpoints.crawlChecks.response.parse(await response.json())
    }
    const [first, ...others] = await rows('?segment=Blog')
    assert.deepEqual(
      [first?.id, first?.issueCount, first?.pageCount, first?.pagesChecked, first?.change, first?.clicks],
      [testIssue(home).checkId, 1, 1, null, null, null],
    )
    // As by the score of the segment.
    assert.equal(Math.round(100 - (first?.gain ?? 0)), of?.score)
    assert.ok(others.every(({ issueCount, pageCount, gain }) => issueCount === 0 && pageCount === 0 && gain === 0))
    assert.ok((await rows('?segment=Shop')).every(({ issueCount }) => issueCount === 0))
    for (const part of ['issues', 'affected-pages', 'tickets'])
      for (const [name, count] of [
        ['Blog', 1],
        ['Shop', 0],
      ] as const) {
        const file = await visitor.get(`/api/export-csv/${websiteId}?part=${part}&segment=${name}&format=json`)
        const lists = Object.values(z.record(z.string(), z.unknown()).parse(await file.json())).filter(Array.isArray)
        assert.deepEqual(
          lists.map(({ length }) => length),
          [count],
          `${part} of ${name}`,
        )
      }
  })

  it('count the pages of an issue in their files as the list does', async () => {
    const url = 'https://shared.example.com/'
    const paths = ['shop/a', 'blog/a', 'blog/b', 'shop/b']
    const affectedUrls = paths.map(path => url + path)
    const issue = testIssue(`${url}shop/a`, { affectedCount: 4, details: { affectedUrls, evidence: [] } })
    const shared = await addCrawl(test.store, {
      ownerId: await visitor.ownerId(),
      url,
      pages: ['', ...paths].map(path => ({ url: url + path, ...(path === 'shop/a' && { issues: [issue] }) })),
      nowMs: test.clock.nowMs,
    })
    await visitor.post(`/api/websites/${shared.websiteId}/segments`, { segments: [blog] })
    const file = async (query: string) => {
      const response = await visitor.get(`/api/export-csv/${shared.websiteId}?${query}`)
      assert.equal(response.status, 200)
      return response
    }
    const lines = async (query: string) => (await (await file(query)).text()).trim().split('\r\n').slice(1)
    const counted = async (query: string, list: string, key: string) => {
      const values = z.record(z.string(), z.unknown()).parse(await (await file(`format=json&${query}`)).json())
      return z
        .array(z.record(z.string(), z.unknown()))
        .parse(values[list])
        .map(entry => entry[key])
    }
    for (const [query, pages] of [
      ['', 4],
      ['&segment=Blog', 2],
    ] as const) {
      assert.match((await lines(`part=issues${query}`))[0] ?? '', new RegExp(`,${pages},`))
      assert.deepEqual(await counted(`part=issues${query}`, 'issues', 'affectedCount'), [pages])
      assert.deepEqual(await counted(`part=tickets${query}`, 'tickets', 'pages'), [pages])
      assert.equal((await lines(`part=affected-pages${query}`)).length, pages)
      const sheet = Buffer.from(await (await file(`part=issues&format=xlsx${query}`)).arrayBuffer())
      const rows = await Array.fromAsync(streamXlsxRows(sheet), ({ values }) => values)
      assert.equal(rows[1]?.[rows[0]?.indexOf('Affected pages') ?? -1], pages)
    }
    const [description] = await counted('part=tickets&segment=Blog', 'tickets', 'description')
    assert.match(String(description), /\n\n.*blog\/a\n.*blog\/b\n\n/)
  })

  for (const [name, segments] of [
    ['no list', 'Blog'],
    ['a segment without a name', [{ name: ' ', conditions: 'depth:is:1' }]],
    ['a name that is too long', [{ name: 'x'.repeat(61), conditions: 'depth:is:1' }]],
    ['no conditions', [{ name: 'All', conditions: '' }]],
    ['conditions that are none', [{ name: 'All', conditions: 'sql:is:1' }]],
    ['two of one name', [blog, blog]],
    ['too many', Array.from({ length: MAX_SEGMENTS + 1 }, (_, index) => ({ ...blog, name: `Blog ${index}` }))],
  ] as const)
    it(`are refused for ${name}`, async () => assert.equal((await set(segments)).status, 400))
})
