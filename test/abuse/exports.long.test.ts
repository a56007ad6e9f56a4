import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApp } from '#api/test-app.ts'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import { residentMegabytesOf } from '../support/process-memory.ts'

/**
 * 150 exports at once, of five visitors, while another one goes on: how long their calls take and how much memory it takes is printed and
 * not asserted, because machines differ.
 */

const VISITORS = 5
const EXPORTS_PER_VISITOR = 30
const PAGES = 2_000
const home = 'https://example.com/'

const residentMegabytes = () => Math.round(residentMegabytesOf(process.pid) ?? 0)

/** Reads a response as it comes, and keeps nothing of it. */
async function bytesOf(response: Response): Promise<number> {
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += chunk.byteLength
  return bytes
}

test('150 exports at once are all whole, while other calls go on', async context => {
  await using app = await openTestApp({ requestsPerMinute: 1e6, requestsPerMinutePerAddress: 1e6 })
  const pages = Array.from({ length: PAGES }, (_, at) => {
    const url = `${home}${at}`
    return { url, issues: [testIssue(url), testIssue(url, { checkId: 'h1-missing', message: 'Missing H1' })] }
  })
  const addVisitor = async (peer: string) => {
    const visitor = app.visitor(peer)
    await visitor.get('/')
    const { websiteId } = await addCrawl(app.store, {
      ownerId: await visitor.ownerId(),
      url: home,
      pages,
      nowMs: app.clock.nowMs,
    })
    return { visitor, websiteId }
  }
  const visitors = await Array.fromAsync({ length: VISITORS }, (_, at) => addVisitor(`192.0.2.${at + 1}`))
  const honest = await addVisitor('198.51.100.1')
  const exportOf = async ({ visitor, websiteId }: typeof honest) =>
    bytesOf(await visitor.get(`/api/export-csv/${websiteId}?format=json`))
  const alone = await exportOf(honest)
  const restMegabytes = residentMegabytes()
  let left = VISITORS * EXPORTS_PER_VISITOR
  const exports = visitors.flatMap(each =>
    Array.from({ length: EXPORTS_PER_VISITOR }, async () => {
      const bytes = await exportOf(each)
      left -= 1
      return bytes
    }),
  )
  let slowestMs = 0
  let mostMegabytes = 0
  let calls = 0
  while (left > 0) {
    const startedMs = performance.now()
    const response = await honest.visitor.get(`/api/issues/${honest.websiteId}`)
    assert.equal(response.status, 200)
    await response.body?.cancel()
    slowestMs = Math.max(slowestMs, performance.now() - startedMs)
    mostMegabytes = Math.max(mostMegabytes, residentMegabytes())
    calls += 1
    await new Promise(setImmediate)
  }
  assert.deepEqual(new Set(await Promise.all(exports)), new Set([alone]))
  context.diagnostic(`slowest of ${calls} other calls ${Math.round(slowestMs)} ms`)
  context.diagnostic(`memory at most ${mostMegabytes - restMegabytes} MB above the ${restMegabytes} MB at rest`)
})
