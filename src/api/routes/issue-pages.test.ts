import assert from 'node:assert/strict'
import { it } from 'node:test'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import { issuePagesSchema } from '#shared/api/issues.ts'
import { openTestApp } from '../test-app.ts'

const URL = 'https://site.test/'

it('the pages of an issue come part by part, each after the last URL of the one before', async () => {
  await using test = await openTestApp()
  const visitor = test.visitor()
  await visitor.get('/')
  const affectedUrls = ['b', 'c', 'a'].map(path => URL + path)
  const issue = testIssue(URL, { details: { affectedUrls, evidence: [] }, affectedCount: 3 })
  const { websiteId, crawlId } = await addCrawl(test.store, {
    ownerId: await visitor.ownerId(),
    url: URL,
    pages: [{ url: URL, issues: [issue] }],
    nowMs: test.clock.nowMs,
  })
  const [stored] = await test.store.reading.issues(crawlId, {})
  assert.ok(stored)
  const request = (query: string) => visitor.get(`/api/issues/${websiteId}/pages${query}`)
  const read = async (query: string) =>
    issuePagesSchema.parse(await (await request(`?issue=${stored.id}&${query}`)).json())

  assert.deepEqual(await read('limit=2'), { urls: affectedUrls.slice(0, 2), totalCount: 3, hasMore: true })
  const after = encodeURIComponent(affectedUrls[1] ?? '')
  assert.deepEqual(await read(`limit=2&after=${after}`), { urls: affectedUrls.slice(2), totalCount: 3, hasMore: false })
  assert.deepEqual(await read(''), { urls: affectedUrls, totalCount: 3, hasMore: false })
  assert.deepEqual(await read(`after=${URL}elsewhere`), { urls: [], totalCount: 3, hasMore: false })

  const statuses = await Promise.all(
    ['', `?issue=${stored.id + 1}`, `?issue=${stored.id}&limit=0`].map(async query => (await request(query)).status),
  )
  assert.deepEqual(statuses, [400, 404, 400])
})
