import assert from 'node:assert/strict'
import { openTestProduct, startTestCrawl, waitForEnd } from './product.ts'

export type IsExpected = (finding: { checkId: string; pageUrl: string }) => boolean

/** Errors and warnings that our own crawler finds from a URL on. */
export async function findingsAt(
  url: string,
  { limit, isExpected = () => false }: { limit: number; isExpected?: IsExpected },
): Promise<string[]> {
  await using opened = await openTestProduct()
  const { product, logged } = opened
  const crawlId = await startTestCrawl(product, { url, limit, probesExternal: false })
  const { endReason, counts } = await waitForEnd(product, crawlId)
  assert.match(endReason ?? '', /^(?:finished|limit)$/)
  assert.ok(counts.pagesCrawled > 0)
  assert.deepEqual(logged, [])
  const issues = await product.store.reading.issues(crawlId, {})
  return issues
    .filter(issue => issue.severity !== 'info' && !isExpected(issue))
    .map(({ severity, checkId, pageUrl, message }) => `${severity} ${checkId} ${pageUrl}: ${message}`)
}
