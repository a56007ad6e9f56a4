import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseBoot, usualCrawlLimit } from './boot.ts'

test('parseBoot() reads the boot data of the document', () => {
  const boot = { maxCrawlLimit: 2_000, demoUrl: 'http://127.0.0.1:9/' }
  assert.deepEqual(parseBoot(JSON.stringify(boot)), boot)
})

for (const json of [undefined, null, '', '{', '[]', '{"maxCrawlLimit":"many","demoUrl":null}'])
  test(`parseBoot() falls back to the default limits for ${JSON.stringify(json)}`, t => {
    t.mock.method(console, 'warn', () => {})
    assert.deepEqual(parseBoot(json), { maxCrawlLimit: 500, demoUrl: null })
  })

test('usualCrawlLimit() is 100 pages, or as many as the server allows', () => {
  assert.equal(usualCrawlLimit({ maxCrawlLimit: 500 }), 100)
  assert.equal(usualCrawlLimit({ maxCrawlLimit: 40 }), 40)
})
