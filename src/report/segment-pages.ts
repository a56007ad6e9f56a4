import type { PageCondition } from '#shared/page-conditions.ts'
import type { CrawlRow, IssueRow, ReadingStore } from '#store/store.ts'

/** What a list of issues of one segment shows of their pages. */

interface OfSegment {
  crawl: Pick<CrawlRow, 'id'>
  conditions: readonly PageCondition[]
}

/** An issue of a list; in one of a segment, with the number of its pages there. */
export type CountedIssue = IssueRow & { segmentCount?: number }

/** How many pages the list counts. */
export function countedPages({ segmentCount, affectedCount }: CountedIssue): number {
  return segmentCount ?? affectedCount
}

export async function withSegmentCounts(
  reading: Pick<ReadingStore, 'partPages'>,
  { crawl, conditions, issues }: OfSegment & { issues: readonly IssueRow[] },
): Promise<CountedIssue[]> {
  if (issues.length === 0) return []
  const counts = await reading.partPages(crawl.id, { issues, conditions })
  return issues.map(issue => ({ ...issue, segmentCount: counts.get(issue.id) ?? 0 }))
}

/** Those of a few pages that are in the segment; all of them in a list of the whole crawl, which has no conditions. */
export async function urlsInSegment(
  reading: Pick<ReadingStore, 'pages'>,
  {
    crawl,
    conditions,
    urls,
  }: Pick<OfSegment, 'crawl'> & {
    conditions: OfSegment['conditions'] | undefined
    urls: readonly string[]
  },
): Promise<ReadonlySet<string>> {
  const named = new Set(urls)
  if (!conditions || named.size === 0) return named
  const pages = await reading.pages(crawl.id, { urls: [...named], conditions, limit: named.size })
  return new Set(pages.map(({ url }) => url))
}
