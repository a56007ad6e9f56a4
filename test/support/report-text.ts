import { exportFormats } from '#report/export/index.ts'
import { segmentFigures } from '#report/segment-figures.ts'
import type { CrawlRow, ReadingStore, Store } from '#store/store.ts'

/** The report, without what differs from crawl to crawl. */
export async function textOf(reading: ReadingStore, crawl: CrawlRow): Promise<string> {
  return (await Array.fromAsync(exportFormats.json.write({ reading, crawl, isStable: true }))).join('')
}

/** The same, and the figures of the segments of the website. */
export async function textWithSegments(
  { reading, settings }: Pick<Store, 'reading' | 'settings'>,
  crawl: CrawlRow,
): Promise<string> {
  const segments = await settings.segments(crawl.websiteId)
  const figures = await segmentFigures(reading, { crawl, segments, earlier: [] })
  const lines = figures.map(({ trend: _, ...segment }) => JSON.stringify(segment))
  return [await textOf(reading, crawl), ...lines].join('\n')
}
