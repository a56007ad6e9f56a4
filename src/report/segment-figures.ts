import { earlierCrawls } from '#compare/compare-crawls.ts'
import { SEGMENT_TREND_CRAWLS, type SegmentFigures } from '#shared/api/segments.ts'
import { conditionsOf, type Segment } from '#shared/segments.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'
import { isoTime } from './iso-time.ts'

/** The figures of each segment in a crawl and in those before it. */
export async function segmentFigures(
  reading: Pick<ReadingStore, 'pageFigures' | 'crawls'>,
  { crawl, segments }: { crawl: CrawlRow; segments: readonly Segment[] },
): Promise<SegmentFigures[]> {
  if (segments.length === 0) return []
  const parts = segments.map(conditionsOf)
  const earlier = earlierCrawls(crawl, await reading.crawls(crawl.websiteId)).slice(0, SEGMENT_TREND_CRAWLS - 1)
  const trend: { crawl: CrawlRow; figures: Awaited<ReturnType<ReadingStore['pageFigures']>> }[] = []
  for (const each of [...earlier.reverse(), crawl])
    trend.push({ crawl: each, figures: await reading.pageFigures(each.id, parts) })
  const none = { pages: 0, passed: 0, withErrors: 0, withWarnings: 0 }
  return segments.map((segment, index) => {
    const points = trend.map(({ crawl: { id, startedMs }, figures }) => ({
      crawlId: id,
      startedAt: isoTime(startedMs),
      ...(figures[index] ?? none),
    }))
    const { crawlId: _, startedAt: __, ...figures } = points.at(-1) ?? { crawlId: 0, startedAt: null, ...none }
    return { ...segment, ...figures, trend: points }
  })
}
