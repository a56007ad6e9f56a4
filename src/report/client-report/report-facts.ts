import type { WholeCheckResult } from '#shared/api/checks.ts'
import type { ReportChoices } from '#shared/api/client-report.ts'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { SegmentFigures } from '#shared/api/segments.ts'
import { sumOfPoints } from '#shared/crawl-health.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'
import { checkResults } from '../check-results.ts'
import type { ComparisonSource } from '../comparison/compared-lists.ts'
import { crawlOverview, readCrawlSums } from '../overview.ts'
import { mutedReason } from '../suppressed-list.ts'
import { type Fix, firstFixHeight, fixOf } from './fixes.ts'
import { roomOf, thatFit } from './page-room.ts'
import { type ReportChange, reportChange } from './report-change.ts'

export interface ClientReportOptions {
  reading: ReadingStore
  crawl: CrawlRow
  choices: ReportChoices
  /** With the earlier crawl; null without one. */
  comparison: ComparisonSource | null
  /** In this crawl and the earlier one; empty where the website has none, or the report shows none. */
  segments: readonly SegmentFigures[]
  /** File with the full URL lists, which is kept beside the report. */
  listFile: string
}

/** What the report says of a crawl; none of it grows with the crawl. */
export interface ClientReportFacts extends Omit<ClientReportOptions, 'reading' | 'comparison'> {
  /** The very numbers of the dashboard. */
  overview: CrawlResultResponse
  /** Host of the website, which stands on every page. */
  host: string
  /** Every check that found something, in the order in which to fix them. */
  fixes: Fix[]
  checks: WholeCheckResult[]
  /** Since the earlier crawl; null without one. */
  change: ReportChange | null
  muted: { count: number; reasons: string[] }
}

const MUTED_READ = 100

/** Reads one issue for each check that found something, so its cost does not grow with the issues of the crawl. */
export async function clientReportFacts(of: ClientReportOptions): Promise<ClientReportFacts> {
  const { reading, comparison, ...options } = of
  const { crawl } = options
  const checks = await checkResults(reading, crawl)
  const fixes: Fix[] = []
  for (const check of checks) if (check.issueCount > 0) fixes.push(await fixOf(reading, { crawl, check }))
  const overview = crawlOverview({
    crawl,
    crawls: await reading.crawls(crawl.websiteId),
    sums: await readCrawlSums(reading, crawl),
  })
  return {
    ...options,
    overview,
    host: URL.parse(crawl.seedUrl)?.host ?? crawl.seedUrl,
    fixes,
    checks,
    change: comparison && (await reportChange(reading, comparison)),
    muted: await mutedFacts(reading, crawl),
  }
}

/** What the settings of the website keep out of the report, and the reasons of the first of it. */
async function mutedFacts(reading: ReadingStore, { id }: CrawlRow): Promise<ClientReportFacts['muted']> {
  const { muted, 'switched-off': switchedOff } = await reading.suppressedCounts(id)
  const count = muted + switchedOff
  if (count === 0) return { count, reasons: [] }
  const rows = [
    ...(await reading.suppressedIssues(id, { kind: 'muted', limit: MUTED_READ })),
    ...(await reading.suppressedIssues(id, { kind: 'switched-off', limit: 1 })),
  ]
  return { count, reasons: [...new Set(rows.map(mutedReason))] }
}

const FIXES = 5
const FIXES_OF_FIRST_CRAWL = 8
/** What stands on the page of the summary besides the table of fixes. */
const TREND_AND_CHANGES_HEIGHT = 380
const COVERAGE_HEIGHT = 190

/** The fixes that the summary names: five, and eight where no trend and no changes take their room; fewer where their texts are long. */
export function firstFixes({ fixes, change, choices }: Pick<ClientReportFacts, 'fixes' | 'change' | 'choices'>): Fix[] {
  const worth = fixes.filter(({ gain }) => (gain ?? 0) > 0)
  const isFirst = change === null
  const room = roomOf(choices.paper) - (isFirst ? COVERAGE_HEIGHT : TREND_AND_CHANGES_HEIGHT)
  return thatFit(worth.slice(0, isFirst ? FIXES_OF_FIRST_CRAWL : FIXES), room, firstFixHeight)
}

/** What some fixes gain together, to one decimal. */
export function gainOf(fixes: readonly Fix[]): number {
  return sumOfPoints(fixes.map(({ gain }) => gain ?? 0))
}
