import type { ReportChoices } from '#shared/api/client-report.ts'
import type { SegmentFigures } from '#shared/api/segments.ts'
import type { CrawlRow, ReadingStore, Store } from '#store/store.ts'
import type { ComparisonSource } from '../comparison/compared-lists.ts'
import { segmentFigures } from '../segment-figures.ts'
import { prepareVisits } from '../visits/prepare-visits.ts'

/** The segments of a website in the crawl of a report and in the one that it is compared with; none where the report has no such section. */
export async function reportSegments(
  store: Pick<Store, 'settings' | 'visits'>,
  {
    reading,
    crawl,
    choices,
    comparison,
  }: { reading: ReadingStore; crawl: CrawlRow; choices: ReportChoices; comparison: ComparisonSource | null },
): Promise<SegmentFigures[]> {
  if (!choices.sections.includes('segments')) return []
  const segments = await store.settings.segments(crawl.websiteId)
  if (segments.length > 0) await prepareVisits(store, crawl)
  return await segmentFigures(reading, { crawl, segments, earlier: comparison ? [comparison.earlier] : [] })
}
