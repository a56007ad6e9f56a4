import type { CrawlChangesResponse } from '#shared/api/changes.ts'
import { addChanges, type FindingChanges, noChanges } from '#shared/changes.ts'
import { isoTime } from '#shared/iso-time.ts'
import type { Severity } from '#shared/model.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'

/** What changed since the earlier crawl, as the ending of the crawl has stored it. */

type Crawl = Pick<CrawlRow, 'id' | 'earlierCrawlId'>

/** null without an earlier crawl, where it is not kept any more, and while the crawl goes on. */
export async function comparedCrawl(
  reading: Pick<ReadingStore, 'crawl'>,
  { earlierCrawlId }: Crawl,
): Promise<CrawlRow | null> {
  return earlierCrawlId === null ? null : await reading.crawl(earlierCrawlId)
}

/** By check; none for those without a finding in either crawl. null as above. */
export async function changesByCheck(
  reading: Pick<ReadingStore, 'crawl' | 'findingChanges'>,
  crawl: Crawl,
): Promise<ReadonlyMap<string, FindingChanges> | null> {
  if ((await comparedCrawl(reading, crawl)) === null) return null
  const sums = new Map<string, FindingChanges>()
  for (const { checkId, changes } of await reading.findingChanges(crawl.id)) {
    const sum = sums.get(checkId) ?? noChanges()
    addChanges(sum, changes)
    sums.set(checkId, sum)
  }
  return sums
}

export async function crawlChanges(
  reading: Pick<ReadingStore, 'crawl' | 'findingChanges' | 'pageChanges'>,
  crawl: Crawl,
): Promise<CrawlChangesResponse['change']> {
  const earlier = await comparedCrawl(reading, crawl)
  if (!earlier) return null
  const bySeverity: Record<Severity, FindingChanges> = { error: noChanges(), warning: noChanges(), info: noChanges() }
  for (const { severity, changes } of await reading.findingChanges(crawl.id)) addChanges(bySeverity[severity], changes)
  const { 'not-crawled': notCrawled, ...pages } = await reading.pageChanges(crawl.id)
  return {
    earlierCrawl: { id: earlier.id, startedAt: isoTime(earlier.startedMs) },
    bySeverity,
    pages: { ...pages, notCrawled },
  }
}
