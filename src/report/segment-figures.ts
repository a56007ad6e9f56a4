import { setImmediate } from 'node:timers/promises'
import { earlierCrawls } from '#compare/compare-crawls.ts'
import type { SegmentFigures } from '#shared/api/segments.ts'
import { type HealthScore, wholeScore } from '#shared/health-score.ts'
import { isoTime } from '#shared/iso-time.ts'
import { conditionsOf, type Segment } from '#shared/segments.ts'
import type { CrawlRow, PageFigures, ReadingStore } from '#store/store.ts'
import { isScored, scoreOf, titleOf } from './crawl-health.ts'

/** Of segments with more pages, earlier crawls are not scored: each would take as long as the chosen one. */
const MAX_TREND_PAGES = 5_000
const CHECK_COUNT = 3

type SegmentReading = Pick<ReadingStore, 'pageFigures' | 'partReach' | 'issues'>

interface Point extends PageFigures {
  crawlId: number
  startedAt: string | null
  score: number | null
}

/** The complete crawls before it, the newest first; `crawls` is how many a trend has with it. */
export async function crawlsOfTrend(
  reading: Pick<ReadingStore, 'crawls'>,
  { crawl, crawls }: { crawl: CrawlRow; crawls: number },
): Promise<CrawlRow[]> {
  return earlierCrawls(crawl, await reading.crawls(crawl.websiteId)).slice(0, crawls - 1)
}

/** The figures of each segment in a crawl and in earlier ones, which are the newest first. */
export async function segmentFigures(
  reading: SegmentReading,
  { crawl, segments, earlier }: { crawl: CrawlRow; segments: readonly Segment[]; earlier: readonly CrawlRow[] },
): Promise<SegmentFigures[]> {
  const all: SegmentFigures[] = []
  for (const segment of segments) {
    const trend: Point[] = []
    for (const each of earlier.toReversed()) {
      const figures = await figuresOf(reading, each, segment)
      const score =
        figures.pages <= MAX_TREND_PAGES ? await readScore(reading, { crawl: each, segment, figures }) : null
      trend.push(pointOf(each, figures, score))
    }
    const figures = await figuresOf(reading, crawl, segment)
    const score = await readScore(reading, { crawl, segment, figures })
    const point = pointOf(crawl, figures, score)
    const { crawlId: _, startedAt: __, ...own } = point
    all.push({ ...segment, ...own, checks: await heaviestChecks(reading, crawl, score), trend: [...trend, point] })
  }
  return all
}

async function figuresOf(reading: SegmentReading, { id }: CrawlRow, segment: Segment): Promise<PageFigures> {
  // An embedded database responds without leaving the event loop, and others wait for it, too.
  await setImmediate()
  return await reading.pageFigures(id, conditionsOf(segment))
}

function pointOf({ id, startedMs }: CrawlRow, figures: PageFigures, score: HealthScore | null): Point {
  return { crawlId: id, startedAt: isoTime(startedMs), ...figures, score: score && wholeScore(score.exactScore) }
}

/** The health score, with the pages of the segment in the place of all pages. Findings of the whole host are of no segment. */
async function readScore(
  reading: SegmentReading,
  { crawl, segment, figures }: { crawl: CrawlRow; segment: Segment; figures: PageFigures },
): Promise<HealthScore | null> {
  if (!isScored(crawl) || figures.pages === 0) return null
  return scoreOf(await reading.partReach(crawl.id, conditionsOf(segment)), { crawl, pageCount: figures.pages })
}

async function heaviestChecks(
  reading: SegmentReading,
  crawl: CrawlRow,
  score: HealthScore | null,
): Promise<SegmentFigures['checks']> {
  const checks: SegmentFigures['checks'] = []
  for (const { checkId, severity, issueCount } of score?.deductions.slice(0, CHECK_COUNT) ?? [])
    checks.push({ checkId, severity, issueCount, title: await titleOf(reading, { crawl, checkId }) })
  return checks
}
