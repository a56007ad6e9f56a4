import { checkById } from '#checks/index.ts'
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
import { issueAdvice } from './issue-list.ts'

const FIX_FIRST_COUNT = 5

/** null while the crawl goes on, and for one that read no page: there is nothing to score. */
export async function crawlHealth(reading: ReadingStore, crawl: CrawlRow): Promise<CrawlHealth | null> {
  if (!isScored(crawl)) return null
  const pageCount = crawl.counts.pagesCrawled
  const { exactScore, subjects, deductions } = await readScore(reading, crawl)
  const titles = new Map<string, string>()
  for (const { checkId } of deductions) titles.set(checkId, await titleOf(reading, { crawlId: crawl.id, checkId }))
  const shown = (deduction: Deduction) => shownDeduction(deduction, { titles, pageCount })
  return {
    score: wholeScore(exactScore),
    previousScore: await previousScore(reading, crawl),
    pages: pageCount,
    pagesChecked: crawl.counts.pagesChecked,
    subjects: subjects.map(({ subject, taken, cap }) => ({ subject, taken: rounded(taken), cap })),
    deductions: deductions.map(shown),
    fixFirst: fixFirst(deductions, FIX_FIRST_COUNT).map(shown),
  }
}

function shownDeduction(
  { checkId, type, severity, subject, issueCount, affected, taken, gain }: Deduction,
  { titles, pageCount }: { titles: ReadonlyMap<string, string>; pageCount: number },
): CrawlHealth['deductions'][number] {
  return {
    checkId,
    title: titles.get(checkId) ?? checkId,
    type,
    severity,
    subject,
    issueCount,
    pageCount: Math.min(affected, pageCount),
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

async function previousScore(reading: ReadingStore, crawl: CrawlRow): Promise<number | null> {
  const earlier = await reading.crawls(crawl.websiteId)
  const previous = earlier.find(each => each.id < crawl.id && isScored(each))
  return previous ? wholeScore((await readScore(reading, previous)).exactScore) : null
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
