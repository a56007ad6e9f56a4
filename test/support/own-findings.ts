import assert from 'node:assert/strict'
import { openTestProduct, startTestCrawl, waitForEnd } from './product.ts'

export type IsQuoted = (finding: { checkId: string; pageUrl: string }) => boolean

/** Errors and warnings that our own crawler finds from an address on. */
export async function findingsAt(
  url: string,
  { limit, isQuoted = () => false }: { limit: number; isQuoted?: IsQuoted },
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
    .filter(issue => issue.severity !== 'info' && !isQuoted(issue))
    .map(({ severity, checkId, pageUrl, message }) => `${severity} ${checkId} ${pageUrl}: ${message}`)
}
