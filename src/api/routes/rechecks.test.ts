import assert from 'node:assert/strict'
import { it } from 'node:test'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import { crawlResultSchema } from '#shared/api/crawls.ts'
import { fixedIssuesSchema, issueChecksSchema, issueHistorySchema, recheckSchema } from '#shared/api/rechecks.ts'
import { openTestApp } from '../test-app.ts'

const URL = 'https://site.test/'

/** A website with two ended crawls that found the same, and one between them that did not. */
async function openScene() {
  const test = await openTestApp()
  const visitor = test.visitor()
  await visitor.get('/')
  const ownerId = await visitor.ownerId()
  const found = { ...testIssue(URL), checkId: 'title-missing' }
  const deep = { ...testIssue(URL), checkId: 'page-deep' }
  const crawlIds: number[] = []
  let websiteId = 0
  for (const issues of [[found], [], [found, deep]]) {
    const nowMs = test.clock.nowMs + crawlIds.length
    const page = { url: URL, issues }
    const crawl = await addCrawl(test.store, {
      ownerId,
      url: URL,
      pages: [page],
      passedChecks: { 'title-missing': 1 },
      nowMs,
    })
    websiteId = crawl.websiteId
    crawlIds.push(crawl.crawlId)
  }
  const idOf = async (crawlId: number, checkId: string) => {
    const [issue] = await test.store.reading.issues(crawlId, { checkId })
    assert.ok(issue)
    return issue.id
  }
  const [first = 0, second = 0, newest = 0] = crawlIds
  const ids = {
    old: await idOf(first, 'title-missing'),
    issue: await idOf(newest, 'title-missing'),
    deep: await idOf(newest, 'page-deep'),
  }
  const requestRecheck = (issueId: number) => visitor.post(`/api/issues/${websiteId}/check-again`, { issueId })
  const read = (part: string, query: string) => visitor.get(`/api/issues/${websiteId}/${part}${query}`)
  return { test, visitor, websiteId, ids, crawls: { first, second, newest }, requestRecheck, read }
}

it('a check again is stored once, the engine is woken, and the result is returned', async () => {
  const { test, visitor, websiteId, ids, crawls, requestRecheck, read } = await openScene()
  await using _ = test
  const { store, clock } = test
  const requested = recheckSchema.parse(await (await requestRecheck(ids.issue)).json())
  assert.deepEqual(
    [requested.state, requested.result, requested.checkedAt, test.engineCalls],
    ['waiting', null, null, ['wake']],
  )
  assert.equal(recheckSchema.parse(await (await requestRecheck(ids.issue)).json()).id, requested.id)
  const claim = await store.rechecks.claim('test', clock.nowMs, 1_000)
  assert.ok(claim)
  const report = { result: 'fixed', sentence: 'It is fixed.' } as const
  const cause = { kind: 'fixed', checkedAtMs: clock.nowMs } as const
  const { crawlId, issueId } = claim
  await store.issues.suppress({ crawlId, issueIds: [issueId], cause, nowMs: clock.nowMs })
  await store.rechecks.finish(claim, { ok: true, report, nowMs: clock.nowMs })
  const returned = issueChecksSchema.parse(await (await read('checks', `?issue=${ids.issue}`)).json())
  assert.deepEqual([returned.canCheckAgain, returned.note, returned.checks.length], [true, '', 1])
  const { id, state, result, sentence, checkedAt } = returned.checks[0] ?? requested
  const nowIso = new Date(clock.nowMs).toISOString()
  assert.deepEqual([id, state, result, sentence, checkedAt], [requested.id, 'done', 'fixed', 'It is fixed.', nowIso])
  assert.equal((await requestRecheck(ids.issue)).status, 404, 'it is closed')
  const { fixed, totalCount } = fixedIssuesSchema.parse(await (await read('fixed', '')).json())
  assert.deepEqual(
    [totalCount, fixed.map(each => [each.id, each.title, each.checkedAt])],
    [1, [[ids.issue, 'Missing title', nowIso]]],
  )
  const { fixedCount } = crawlResultSchema.parse(await (await visitor.get(`/api/crawl/${websiteId}`)).json())
  assert.equal(fixedCount, 1)
  const history = issueHistorySchema.parse(await (await read('history', `?issue=${ids.issue}`)).json())
  assert.deepEqual(
    history.crawls.map(each => [each.crawlId, each.state, each.suppressed]),
    [
      [crawls.newest, 'found', 'fixed'],
      [crawls.second, 'not-found', null],
      [crawls.first, 'found', null],
    ],
  )
  assert.deepEqual([history.firstSeen, history.checks.length], [history.crawls[2]?.startedAt, 1])
})

it('only issues of the newest crawl are checked again, and only where that can tell', async () => {
  const { test, ids, crawls, requestRecheck, read } = await openScene()
  await using _ = test
  const refused = await requestRecheck(ids.deep)
  assert.deepEqual([refused.status, await refused.text()], [409, 'Only a whole crawl can check this.'])
  const returned = issueChecksSchema.parse(await (await read('checks', `?issue=${ids.deep}`)).json())
  const note = 'Only a whole crawl can check this.'
  assert.deepEqual(returned, { canCheckAgain: false, note, pageCount: null, checks: [] })
  for (const issueId of [ids.old, 4_711]) assert.equal((await requestRecheck(issueId)).status, 404)
  assert.equal((await read('checks', `?issue=${ids.old}`)).status, 404)
  assert.equal((await read('history', `?issue=${ids.old}&crawl=${crawls.first}`)).status, 200)
  const ofOld = issueChecksSchema.parse(await (await read('checks', `?issue=${ids.old}&crawl=${crawls.first}`)).json())
  assert.deepEqual([ofOld.canCheckAgain, ofOld.note], [false, 'Only issues of the newest crawl can be checked again.'])
  const bare = await read('history', '')
  assert.deepEqual([bare.status, await bare.text()], [400, 'The issue is required'])
})

it('no owner keeps more than five waiting, or checks a website that is being crawled', async () => {
  const { test, visitor, websiteId, requestRecheck, read } = await openScene()
  await using _ = test
  const issues = Array.from({ length: 6 }, (_each, index) => ({
    ...testIssue(`${URL}${index}`),
    checkId: 'title-missing',
  }))
  const ownerId = await visitor.ownerId()
  const pages = [{ url: URL, issues }]
  const { crawlId } = await addCrawl(test.store, { ownerId, url: URL, pages, nowMs: test.clock.nowMs + 9 })
  const statuses: number[] = []
  for (const { id } of await test.store.reading.issues(crawlId, { limit: 6 }))
    statuses.push((await requestRecheck(id)).status)
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  const running = await addCrawl(test.store, { ownerId, url: URL, pages, nowMs: test.clock.nowMs + 10, isEnded: false })
  assert.equal(running.websiteId, websiteId)
  assert.equal((await requestRecheck(1)).status, 409)
  const [issue] = await test.store.reading.issues(crawlId, { limit: 1 })
  const returned = issueChecksSchema.parse(await (await read('checks', `?issue=${issue?.id}&crawl=${crawlId}`)).json())
  const note = 'The website is being crawled: its issues can be checked again when that has ended.'
  assert.deepEqual([returned.canCheckAgain, returned.note], [false, note])
})
