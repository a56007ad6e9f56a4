import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type OpenStore, startTestCrawl, testIssue } from './test-crawl.ts'

export function findingReachContract(open: OpenStore): void {
  describe('how far findings reach', () => {
    it('is summed up by check and severity, host-wide issues apart', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      assert.deepEqual(await store.reading.findingReach(crawl.crawlId), [])
      const own = (path: string, severity: 'error' | 'warning') => testIssue({ path, checkId: 'alt', severity })
      await crawl.commit([
        { path: '/', number: 1, issues: [own('/', 'warning'), own('/', 'error')] },
        {
          path: '/a',
          number: 2,
          issues: [own('/a', 'warning'), testIssue({ path: '/a', checkId: 'a', severity: 'info' })],
        },
      ])
      const site = (affectedCount: number, isHostWide: boolean) =>
        testIssue({ checkId: 'link', severity: 'error', affectedCount, isHostWide })
      await store.crawls.addSiteIssues(crawl.claim, [site(412, false), site(3, false), site(9, true)], {})
      assert.deepEqual(await store.reading.findingReach(crawl.crawlId), [
        { checkId: 'alt', type: 'meta_issue', severity: 'error', issueCount: 1, hostWideCount: 0, affected: 1 },
        { checkId: 'link', type: 'meta_issue', severity: 'error', issueCount: 3, hostWideCount: 1, affected: 415 },
        { checkId: 'alt', type: 'meta_issue', severity: 'warning', issueCount: 2, hostWideCount: 0, affected: 2 },
        { checkId: 'a', type: 'meta_issue', severity: 'info', issueCount: 1, hostWideCount: 0, affected: 1 },
      ])
    })

    it('is that of one crawl', async () => {
      await using store = await open()
      const first = await startTestCrawl(store)
      await first.commit([{ path: '/', number: 1, issues: [testIssue({})] }])
      await store.crawls.end(first.claim, { reason: 'finished', sentence: '', endedMs: 9_000 })
      const second = await startTestCrawl(store)
      assert.deepEqual(await store.reading.findingReach(second.crawlId), [])
    })
  })
}
