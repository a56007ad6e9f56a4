import assert from 'node:assert/strict'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { Store } from '../store.ts'
import { type OpenStore, SITE, startTestCrawl, type TestRecord } from './test-crawl.ts'

/** The response of a URL that redirects. */
export const hop = (path: string, to: string) => ({
  finalUrl: SITE + to,
  hops: [{ url: SITE + path, status: 301, location: SITE + to, elapsedMs: 1 }],
})

/** Reads the facts of one crawl whose records were committed in two orders. */
export async function readFacts<Result>(
  { open, records }: { open: OpenStore; records: readonly TestRecord[] },
  question: (site: SiteFacts, store: Store) => Promise<Result>,
): Promise<Result> {
  const results: Result[] = []
  for (const order of [records, records.toReversed()]) {
    await using store = await open()
    const crawl = await startTestCrawl(store)
    for (const record of order) await crawl.commit([record])
    await store.crawls.indexLinks(crawl.claim)
    results.push(await question(await store.crawls.siteFacts(crawl.crawlId), store))
  }
  const [first, second] = results
  if (first === undefined) throw new Error('nothing was read')
  assert.deepEqual(second, first, 'the result depends on the order of arrival')
  return first
}

/** URLs of the test site without its origin. */
export const paths = (items: readonly { url: string }[]) => items.map(item => item.url.replace(SITE, ''))
