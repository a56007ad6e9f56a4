import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { DISTINCT_TYPE_SCAN_CAP } from '#shared/constants.ts'
import { openTestApp } from '../test-app.ts'

const home = 'https://example.com/'

test('the types of a list are counted over all of its issues, not over the first of them', async () => {
  await using app = await openTestApp()
  const visitor = app.visitor()
  await visitor.get('/')
  const first = Array.from({ length: DISTINCT_TYPE_SCAN_CAP }, () => testIssue(home, { type: 'broken_link' }))
  const last = testIssue(home, { type: 'redirect', severity: 'info' })
  const ownerId = await visitor.ownerId()
  const pages = [{ url: home, issues: [...first, last] }]
  const { websiteId } = await addCrawl(app.store, { ownerId, url: home, pages, nowMs: app.clock.nowMs })
  const crawl = endpoints.crawlResult.response.parse(await (await visitor.get(`/api/crawl/${websiteId}`)).json())
  assert.deepEqual(Object.fromEntries(crawl.issueTypes.map(({ type, count }) => [type, count])), {
    broken_link: DISTINCT_TYPE_SCAN_CAP,
    redirect: 1,
  })
})
