import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { MAX_STRUCTURE_PAGES } from '#shared/api/structure.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

const home = 'https://example.com/'

async function structureOf(test: TestApp, pages: Parameters<typeof addCrawl>[1]['pages']) {
  const visitor = test.visitor()
  await visitor.get('/')
  const crawl = { ownerId: await visitor.ownerId(), url: home, pages, nowMs: test.clock.nowMs }
  const { websiteId } = await addCrawl(test.store, crawl)
  const response = await visitor.get(`/api/structure/${websiteId}`)
  return endpoints.structure.response.parse(await response.json())
}

describe('GET /api/structure/{id}', () => {
  it('responds with the pages as columns of one length', async () => {
    await using test = await openTestApp()
    const structure = await structureOf(test, [
      { url: home, title: 'Home', issues: [testIssue(home)] },
      { url: `${home}a/b`, title: 'x'.repeat(200) },
      { url: `${home}a`, status: 404 },
    ])
    assert.deepEqual(
      { ...structure, crawlId: 1, titles: structure.titles.map(title => title.length) },
      {
        crawlId: 1,
        totalPages: 3,
        omittedPages: 0,
        origin: 'https://example.com',
        paths: ['/', '/a/b', '/a'],
        depths: [1, 2, 1],
        clicks: [0, 1, 1],
        statuses: [200, 200, 404],
        linkScores: [null, null, null],
        titles: [4, 80, 0],
        errors: [1, 0, 0],
        warnings: [0, 0, 0],
        infos: [0, 0, 0],
        parents: [null, 2, 0],
        links: [],
        totalLinks: 0,
      },
    )
  })

  it('cuts a large site, and says how many pages are omitted', async () => {
    await using test = await openTestApp()
    const pages = Array.from({ length: MAX_STRUCTURE_PAGES + 7 }, (_, index) => ({ url: `${home}p/${index}` }))
    const structure = await structureOf(test, pages)
    assert.deepEqual(
      [structure.totalPages, structure.omittedPages, structure.paths.length],
      [MAX_STRUCTURE_PAGES + 7, 7, MAX_STRUCTURE_PAGES],
    )
  })

  it('responds for a crawl that has no pages', async () => {
    await using test = await openTestApp()
    const structure = await structureOf(test, [])
    assert.deepEqual([structure.totalPages, structure.paths, structure.links], [0, [], []])
  })
})
