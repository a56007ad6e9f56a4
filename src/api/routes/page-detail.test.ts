import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { imageWith } from '#checks/test-facts.ts'
import { addCrawl } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import type { TestVisitor } from '../test-visitor.ts'

const home = 'https://example.com/'

describe('one page of a crawl', () => {
  let test: TestApp
  let visitor: TestVisitor
  let websiteId = 0

  before(async () => {
    test = await openTestApp()
    visitor = test.visitor()
    await visitor.get('/')
    const pages = [
      {
        url: home,
        title: 'Home',
        facts: {
          metaDescriptions: [{ text: 'All of it.', line: 4 }],
          images: [imageWith({ src: `${home}gone` }), imageWith({ src: null }), imageWith({ src: `${home}unknown` })],
        },
      },
      { url: `${home}blog/`, title: 'Blog' },
      { url: `${home}gone`, status: 404 },
    ]
    const crawl = { ownerId: await visitor.ownerId(), url: home, pages, nowMs: test.clock.nowMs }
    websiteId = (await addCrawl(test.store, crawl)).websiteId
  })
  after(() => test[Symbol.asyncDispose]())

  const detail = async (url: string) => {
    const response = await visitor.get(`/api/page/${websiteId}?url=${encodeURIComponent(url)}`)
    return endpoints.pageDetail.response.parse(await response.json())
  }

  it('GET /api/page/{id} responds with its row and its facts', async () => {
    const { page, facts, indexability, near } = await detail(`${home}#top`)
    assert.deepEqual([page?.url, page?.title, facts?.metaDescription], [home, 'Home', 'All of it.'])
    assert.deepEqual([indexability?.isIndexable, near], [true, []])
  })

  it('has what came of the files of its images', async () => {
    const { facts } = await detail(home)
    assert.deepEqual(
      facts?.images.items.map(({ src, statusCode }) => [src, statusCode]),
      [
        [`${home}gone`, 404],
        [null, null],
        [`${home}unknown`, null],
      ],
    )
  })

  it('has no facts where there was no HTML', async () => {
    const { page, facts, response, indexability } = await detail(`${home}gone`)
    assert.deepEqual([page?.statusCode, facts, response?.statusCode], [404, null, 404])
    assert.equal(indexability?.isIndexable, false)
  })

  it('offers near URLs for one that the crawl has not met', async () => {
    const { page, response, near } = await detail(`${home}blog`)
    assert.deepEqual([page, response], [null, null])
    assert.equal(near[0]?.url, `${home}blog/`)
  })

  const refused: [string, string][] = [
    ['page/{id}', 'URL is required'],
    ['page/{id}?url=x', 'url must be an http or https URL'],
    ['page-links/{id}', 'URL is required'],
    ['page-links/{id}?url=https://a.test/&direction=up', 'direction must be one of in, out'],
    ['page-links/{id}?url=https://a.test/&group=x', 'group must be one of pages, files, all'],
    ['page-links/{id}?url=https://a.test/&limit=101', 'limit must be a whole number from 1 to 100'],
  ]
  for (const [url, message] of refused)
    it(`refuses /api/${url}`, async () => {
      const response = await visitor.get(`/api/${url.replace('{id}', String(websiteId))}`)
      assert.deepEqual([response.status, await response.text()], [400, message])
    })
})
