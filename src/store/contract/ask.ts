import assert from 'node:assert/strict'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { Store } from '../store.ts'
import { type OpenStore, SITE, startTestCrawl, type TestRecord } from './test-crawl.ts'

/** What a URL that redirects answered. */
export const hop = (path: string, to: string) => ({
  finalUrl: SITE + to,
  hops: [{ url: SITE + path, status: 301, location: SITE + to, elapsedMs: 1 }],
})

/** Asks one crawl whose records were settled in two orders. */
export async function ask<Answer>(
  { open, records }: { open: OpenStore; records: readonly TestRecord[] },
  question: (site: SiteFacts, store: Store) => Promise<Answer>,
): Promise<Answer> {
  const answers: Answer[] = []
  for (const order of [records, records.toReversed()]) {
    await using store = await open()
    const crawl = await startTestCrawl(store)
    for (const outcome of order) await crawl.commit([outcome])
    await store.crawls.indexLinks(crawl.claim)
    answers.push(await question(await store.crawls.siteFacts(crawl.crawlId), store))
  }
  const [first, second] = answers
  if (first === undefined) throw new Error('nothing was asked')
  assert.deepEqual(second, first, 'the answer depends on the order of arrival')
  return first
}

/** Addresses of the test site without the site. */
export const paths = (items: readonly { url: string }[]) => items.map(item => item.url.replace(SITE, ''))
