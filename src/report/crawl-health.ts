import { checkById } from '#checks/index.ts'
import { earlierCrawls } from '#compare/earlier-crawl.ts'
import type { CrawlHealth } from '#shared/crawl-health.ts'
import {
  type Deduction,
  type FindingReach,
  fixFirst,
  type HealthScore,
  healthScore,
  POINTS_OF_SEVERITY,
  wholeScore,
} from '#shared/health-score.ts'
import type { CrawlRow, ReadingStore, StoredReach } from '#store/store.ts'
import { affectedPageCount } from './affected-page-count.ts'
import { issueAdvice } from './issue-list.ts'

const FIX_FIRST_COUNT = 5

/** Of the trend. */
const TREND_LENGTH = 8

/** null while the crawl goes on, and for one that read no page: there is nothing to score. */
export async function crawlHealth(reading: ReadingStore, crawl: CrawlRow): Promise<CrawlHealth | null> {
  if (!isScored(crawl)) return null
  const pageCount = crawl.counts.pagesCrawled
  const { exactScore, subjects, deductions } = await readScore(reading, crawl)
  const titles = new Map<string, string>()
  for (const { checkId } of deductions) titles.set(checkId, await titleOf(reading, { crawlId: crawl.id, checkId }))
  const counters = new Map((await reading.checkCounters(crawl.id)).map(counter => [counter.checkId, counter]))
  const pageCounts = new Map<string, number>()
  for (const deduction of deductions) {
    const counter = counters.get(deduction.checkId)
    pageCounts.set(deduction.checkId, await affectedPageCount(reading, crawl, { findings: deduction, counter }))
  }
  const shown = (deduction: Deduction) => shownDeduction(deduction, { titles, pageCounts })
  const fixes: CrawlHealth['fixFirst'] = []
  for (const deduction of fixFirst(deductions, FIX_FIRST_COUNT))
    fixes.push({ ...shown(deduction), ...(await howToFix(reading, { crawlId: crawl.id, ...deduction })) })
  return {
    score: wholeScore(exactScore),
    previousScore: await previousScore(reading, crawl),
    pages: pageCount,
    pagesChecked: crawl.counts.pagesChecked,
    subjects: subjects.map(({ subject, taken, cap }) => ({ subject, taken: rounded(taken), cap })),
    deductions: deductions.map(shown),
    fixFirst: fixes,
  }
}

function shownDeduction(
  { checkId, type, severity, subject, issueCount, taken, gain }: Deduction,
  { titles, pageCounts }: { titles: ReadonlyMap<string, string>; pageCounts: ReadonlyMap<string, number> },
): CrawlHealth['deductions'][number] {
  return {
    checkId,
    title: titles.get(checkId) ?? checkId,
    type,
    severity,
    subject,
    issueCount,
    pageCount: pageCounts.get(checkId) ?? 0,
    taken: rounded(taken),
    gain: rounded(gain),
  }
}

/** By the pages and findings so far: to be shown as a score only where `isScored()`. */
export async function readScore(
  reading: Pick<ReadingStore, 'findingReach'>,
  { id, counts }: Pick<CrawlRow, 'id' | 'counts'>,
): Promise<HealthScore> {
  const reaches = await reading.findingReach(id)
  const pageCount = Math.max(1, counts.pagesCrawled)
  return healthScore(
    reaches.map(reach => findingOf(reach, pageCount)),
    pageCount,
  )
}

/** The first issue of a check in the order of the list is its worst. */
async function howToFix(
  reading: ReadingStore,
  { crawlId, checkId }: { crawlId: number; checkId: string },
): Promise<Pick<CrawlHealth['fixFirst'][number], 'advice' | 'worst'>> {
  const [issue] = await reading.issues(crawlId, { checkId, limit: 1 })
  const advice = firstSentence(checkById.get(checkId)?.fix ?? '')
  if (!issue || issue.isHostWide) return { advice, worst: null }
  const { details, pageUrl, affectedCount } = issue
  return { advice, worst: { targetUrl: details.targetUrl ?? null, pageUrl, pageCount: affectedCount } }
}

/** Up to the first mark that ends a sentence and has a space or nothing behind it. */
export function firstSentence(text: string): string {
  return /^.*?[.!?](?= |$)/s.exec(text)?.[0] ?? text
}

async function previousScore(reading: ReadingStore, crawl: CrawlRow): Promise<number | null> {
  const [previous] = await scoresBefore(reading, crawl, 1)
  return previous?.score ?? null
}

/** Scores of the last eight crawls that have one, the oldest first and this one last; none while this one has none. */
export async function scoreTrend(reading: ReadingStore, crawl: CrawlRow): Promise<CrawlScore[]> {
  if (!isScored(crawl)) return []
  const earlier = await scoresBefore(reading, crawl, TREND_LENGTH - 1)
  return [...earlier.reverse(), await readCrawlScore(reading, crawl)]
}

interface CrawlScore {
  crawlId: number
  /** 0 to 100, whole. */
  score: number
}

/** Of the crawls of the website before this one, the newest first. */
async function scoresBefore(reading: ReadingStore, crawl: CrawlRow, count: number): Promise<CrawlScore[]> {
  const crawls = await reading.crawls(crawl.websiteId)
  const scores: CrawlScore[] = []
  for (const earlier of earlierCrawls(crawl, crawls).slice(0, count))
    scores.push(await readCrawlScore(reading, earlier))
  return scores
}

async function readCrawlScore(reading: ReadingStore, crawl: CrawlRow): Promise<CrawlScore> {
  return { crawlId: crawl.id, score: wholeScore((await readScore(reading, crawl)).exactScore) }
}

/** Not while the crawl goes on, and not when it read no page. */
export function isScored({ status, counts }: Pick<CrawlRow, 'status' | 'counts'>): boolean {
  return status === 'complete' && counts.pagesCrawled > 0
}

function findingOf(
  { checkId, type, severity, issueCount, hostWideCount, affected }: StoredReach,
  pageCount: number,
): FindingReach {
  const points = pointsOf(checkId, severity)
  return { checkId, type, severity, issueCount, affected: affected + hostWideCount * pageCount, points }
}

/** Of a check with points of its own, a finding of another severity takes as much more or less as others of that severity. */
function pointsOf(checkId: string, severity: FindingReach['severity']): number {
  const check = checkById.get(checkId)
  if (check?.points === undefined) return POINTS_OF_SEVERITY[severity]
  return (check.points * POINTS_OF_SEVERITY[severity]) / POINTS_OF_SEVERITY[check.severity]
}

/** As its check says; a check that was taken out since leaves its issues' words. */
export async function titleOf(
  reading: Pick<ReadingStore, 'issues'>,
  of: { crawlId: number; checkId: string },
): Promise<string> {
  const known = issueAdvice({ checkId: of.checkId, message: '' }).title
  if (known !== '') return known
  const [issue] = await reading.issues(of.crawlId, { checkId: of.checkId, limit: 1 })
  return issue?.message ?? of.checkId
}

/** Points as they are shown. */
export function rounded(points: number): number {
  return Math.round(points * 10) / 10
}
