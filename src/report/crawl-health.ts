import { type Catalogue, catalogueOf } from '#checks/index.ts'
import { earlierCrawls } from '#compare/compare-crawls.ts'
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
import type { Severity } from '#shared/model.ts'
import type { PageCondition } from '#shared/page-conditions.ts'
import type { CheckCounter } from '#shared/page-record.ts'
import type { CrawlRow, ReadingStore, StoredReach } from '#store/store.ts'
import { affectedPageCount } from './affected-page-count.ts'
import { issueAdvice } from './issue-list.ts'

const FIX_FIRST_COUNT = 5

/** Of the trend. */
const TREND_LENGTH = 8

/** null while the crawl goes on, and for one that read no page: there is nothing to score. */
export async function crawlHealth(reading: ReadingStore, crawl: CrawlRow): Promise<CrawlHealth | null> {
  if (!isScored(crawl)) return null
  const { exactScore, subjects, found } = await readFoundChecks(reading, crawl)
  const fixes: CrawlHealth['fixFirst'] = []
  for (const check of fixFirst(found, FIX_FIRST_COUNT))
    fixes.push({ ...shownDeduction(check), ...(await howToFix(reading, { crawl, ...check })) })
  return {
    score: wholeScore(exactScore),
    previousScore: await previousScore(reading, crawl),
    pages: crawl.counts.pagesCrawled,
    pagesChecked: crawl.counts.pagesChecked,
    subjects: subjects.map(({ subject, taken, cap }) => ({ subject, taken: rounded(taken), cap })),
    deductions: found.map(shownDeduction),
    fixFirst: fixes,
  }
}

function shownDeduction(check: FoundCheck): CrawlHealth['deductions'][number] {
  const { checkId, title, type, severity, subject, issueCount, pageCount, taken, gain } = check
  return {
    checkId,
    title,
    type,
    severity,
    subject,
    issueCount,
    pageCount,
    taken: rounded(taken),
    gain: rounded(gain),
  }
}

/** A check that found something. */
export interface FoundCheck extends Deduction {
  title: string
  /** Pages that its findings affect. */
  pageCount: number
}

export interface FoundChecks extends Pick<HealthScore, 'exactScore' | 'subjects'> {
  /** The largest gain first. */
  found: FoundCheck[]
  /** The results of all checks, by id. */
  counters: ReadonlyMap<string, CheckCounter>
}

/** By the pages and findings so far: points are to be shown only where `isScored()`. */
export async function readFoundChecks(
  reading: Pick<ReadingStore, 'checkCounters' | 'findingReach' | 'issues'>,
  crawl: Pick<CrawlRow, 'id' | 'counts' | 'ownChecks'>,
): Promise<FoundChecks> {
  const { exactScore, subjects, deductions } = await readScore(reading, crawl)
  const counters = new Map((await reading.checkCounters(crawl.id)).map(counter => [counter.checkId, counter]))
  const found: FoundCheck[] = []
  for (const deduction of deductions) {
    const { checkId } = deduction
    const title = await titleOf(reading, { crawl, checkId })
    const of = { findings: deduction, counter: counters.get(checkId) }
    found.push({ ...deduction, title, pageCount: await affectedPageCount(reading, crawl, of) })
  }
  return { exactScore, subjects, found, counters }
}

/** The same of the pages of a crawl that meet conditions. Which of them a check checked is not known. */
export async function readFoundInPart(
  reading: Pick<ReadingStore, 'partReach' | 'pageFigures' | 'issues'>,
  { crawl, conditions }: { crawl: Pick<CrawlRow, 'id' | 'ownChecks'>; conditions: readonly PageCondition[] },
): Promise<Omit<FoundChecks, 'counters'>> {
  const { pages: pageCount } = await reading.pageFigures(crawl.id, conditions)
  const reaches = await reading.partReach(crawl.id, conditions)
  const pages = new Map(reaches.map(({ checkId, checkPages }) => [checkId, checkPages]))
  const { deductions, ...score } = scoreOf(reaches, { crawl, pageCount: Math.max(1, pageCount) })
  const found: FoundCheck[] = []
  for (const deduction of deductions) {
    const { checkId } = deduction
    const title = await titleOf(reading, { crawl, checkId })
    found.push({ ...deduction, title, pageCount: pages.get(checkId) ?? 0 })
  }
  return { ...score, found }
}

async function readScore(
  reading: Pick<ReadingStore, 'findingReach'>,
  crawl: Pick<CrawlRow, 'id' | 'counts' | 'ownChecks'>,
): Promise<HealthScore> {
  const reaches = await reading.findingReach(crawl.id)
  return scoreOf(reaches, { crawl, pageCount: Math.max(1, crawl.counts.pagesCrawled) })
}

/** The score of some pages of a crawl, by what its issues affect of them. */
export function scoreOf(
  reaches: readonly StoredReach[],
  { crawl, pageCount }: { crawl: Pick<CrawlRow, 'ownChecks'>; pageCount: number },
): HealthScore {
  const catalogue = catalogueOf(crawl)
  return healthScore(
    reaches.map(reach => findingOf(reach, { pageCount, catalogue })),
    pageCount,
  )
}

/** The first issue of a check in the order of the list is its worst. */
async function howToFix(
  reading: ReadingStore,
  { crawl, checkId }: { crawl: CrawlRow; checkId: string },
): Promise<Pick<CrawlHealth['fixFirst'][number], 'advice' | 'worst'>> {
  const [issue] = await reading.issues(crawl.id, { checkId, limit: 1 })
  const advice = firstSentence(catalogueOf(crawl).get(checkId)?.fix ?? '')
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

/** 0 to 100; null where it has none. */
export async function crawlScore(reading: ReadingStore, crawl: CrawlRow): Promise<number | null> {
  return isScored(crawl) ? (await readCrawlScore(reading, crawl)).score : null
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
  { pageCount, catalogue }: { pageCount: number; catalogue: Catalogue },
): FindingReach {
  const points = pointsOf(catalogue.get(checkId), severity)
  return { checkId, type, severity, issueCount, affected: affected + hostWideCount * pageCount, points }
}

/** Of a check with points of its own, a finding of another severity takes as much more or less as others of that severity. */
function pointsOf(
  check: { points?: number; severity: Severity } | undefined,
  severity: FindingReach['severity'],
): number {
  if (check?.points === undefined) return POINTS_OF_SEVERITY[severity]
  return (check.points * POINTS_OF_SEVERITY[severity]) / POINTS_OF_SEVERITY[check.severity]
}

/** As its check says; a check that was taken out since leaves its issues' words. */
export async function titleOf(
  reading: Pick<ReadingStore, 'issues'>,
  { crawl, checkId }: { crawl: Pick<CrawlRow, 'id' | 'ownChecks'>; checkId: string },
): Promise<string> {
  const known = issueAdvice({ checkId, message: '' }, crawl).title
  if (known !== '') return known
  const [issue] = await reading.issues(crawl.id, { checkId, limit: 1 })
  return issue?.message ?? checkId
}

/** Points as they are shown. */
export function rounded(points: number): number {
  return Math.round(points * 10) / 10
}
