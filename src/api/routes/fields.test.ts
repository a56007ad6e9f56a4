import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCrawl } from '#report/test-crawl.ts'
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
})
