import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCrawl } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import type { FieldValue } from '#shared/custom-fields.ts'
import { openTestApp } from '../test-app.ts'

describe('custom fields of stored pages', () => {
  it('are refused where they cannot be read', async () => {
    await using test = await openTestApp()
    const visitor = test.visitor()
    await visitor.get('/')
    const { websiteId } = await addCrawl(test.store, {
      ownerId: await visitor.ownerId(),
      url: 'https://example.com/',
      pages: [{ url: 'https://example.com/' }],
      nowMs: test.clock.nowMs,
    })
    for (const [path, body, status, message] of [
      [`/api/fields/${websiteId}`, { fields: ['Price'] }, 400, /must be lines such as “Price = .price”/],
      [`/api/fields/${websiteId}`, { fields: ['Price = //p['] }, 400, /“the end” is not expected here \(character 5\)/],
      [
        `/api/fields/${websiteId}/test`,
        { fields: ['a = p'], url: 'https://example.com/none' },
        404,
        /no HTML of this URL/,
      ],
      ['/api/fields/999/test', { fields: ['a = p'], url: 'https://example.com/' }, 404, /not found/],
    ] as const) {
      const response = await visitor.post(path, body)
      assert.equal(response.status, status)
      assert.match(await response.text(), message)
    }
  })

  it('are not read again while the crawl goes on', async () => {
    await using test = await openTestApp()
    const visitor = test.visitor()
    await visitor.get('/')
    const url = 'https://example.com/'
    const crawl = { ownerId: await visitor.ownerId(), url, pages: [{ url }], nowMs: test.clock.nowMs, isEnded: false }
    const { websiteId, crawlId } = await addCrawl(test.store, crawl)
    const response = await visitor.post(`/api/fields/${websiteId}`, { fields: ['a = p'] })
    const refusal = 'Custom fields are read again when the crawl has ended'
    assert.deepEqual([response.status, await response.text()], [409, refusal])
    const { fields } = test.store
    await fields.begin(crawlId, ['a = p'])
    assert.deepEqual(await fields.unread(crawlId, 5), [])
    assert.equal(await fields.write(crawlId, { fields: ['a = p'], pages: [] }), false)
    assert.deepEqual(await fields.progress(crawlId), { pagesRead: 1, pageCount: 1, isComplete: true })
  })

  it('are tried on one page, each line with its value or with why there is none', async context => {
    await using test = await openTestApp()
    const visitor = test.visitor()
    await visitor.get('/')
    const { websiteId } = await addCrawl(test.store, {
      ownerId: await visitor.ownerId(),
      url: 'https://example.com/',
      pages: [{ url: 'https://example.com/' }],
      nowMs: test.clock.nowMs,
    })
    let readable: readonly string[] = []
    let values: FieldValue[] | null = []
    context.mock.method(test.store.fields, 'read', async (_page: unknown, lines: readonly string[]) => {
      readable = lines
      return values
    })
    const tried = async (...fields: string[]) => {
      readable = []
      const response = await visitor.post(`/api/fields/${websiteId}/test`, { fields, url: 'https://example.com/' })
      return endpoints.testFields.response.parse(await response.json()).fields
    }
    const without = (name: string, error: string) => ({ name, text: '', number: null, error })
    const price = { name: 'Price', text: '€ 12', number: 12 }
    const notRead = 'The custom field “Broken” cannot be read. “the end” is not expected here (character 5).'
    values = [price]
    assert.deepEqual(await tried('nothing', 'Price = .price', 'Broken = //p[', 'Author = .author'), [
      without('nothing', 'A field is a name, = and a selector, such as Price = .price'),
      price,
      without('Broken', notRead),
      without('Author', 'The page is no HTML.'),
    ])
    assert.deepEqual(readable, ['Price = .price', 'Author = .author'])
    values = null
    assert.deepEqual(await tried('Price = .price'), [without('Price', 'Reading the page takes too long.')])
    values = [price]
    assert.deepEqual(await tried('Broken = //p['), [without('Broken', notRead)])
    assert.deepEqual(readable, [])
  })

  it('are read of all pages of a crawl that has ended, as many in one call as there is time for', async context => {
    await using test = await openTestApp()
    const visitor = test.visitor()
    await visitor.get('/')
    const pages = Array.from({ length: 20 }, (_, index) => ({ url: `https://example.com/${index}` }))
    const crawl = { ownerId: await visitor.ownerId(), url: 'https://example.com/0', pages, nowMs: test.clock.nowMs }
    const { websiteId } = await addCrawl(test.store, crawl)
    const read = async (field: string) => {
      const response = await visitor.post(`/api/fields/${websiteId}`, { fields: [field] })
      return await response.json()
    }
    let pageMs = 0
    context.mock.method(test.store.fields, 'read', async () => {
      test.clock.nowMs += pageMs
      return []
    })
    assert.deepEqual(await read('Title = title'), { pagesRead: 20, pageCount: 20, isComplete: true })
    pageMs = 100
    assert.deepEqual(await read('Heading = h1'), { pagesRead: 10, pageCount: 20, isComplete: false })
    pageMs = 0
    assert.deepEqual(await read('Heading = h1'), { pagesRead: 20, pageCount: 20, isComplete: true })
  })
})
