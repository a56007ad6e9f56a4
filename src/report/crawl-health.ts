import type { CrawlHealth } from '#shared/crawl-health.ts'
import { type FindingReach, type HealthScore, healthScore, pointsWon, wholeScore } from '#shared/health-score.ts'
import type { CrawlRow, IssueRow, ReadingStore, StoredReach } from '#store/store.ts'
import { issueAdvice } from './issue-list.ts'

const FIX_FIRST_COUNT = 5

/** null while the crawl goes on, and for one that read no page: there is nothing to score. */
export async function crawlHealth(reading: ReadingStore, crawl: CrawlRow): Promise<CrawlHealth | null> {
  const pageCount = pagesOf(crawl)
  if (pageCount === null) return null
  const findings = findingsOf(await reading.findingReach(crawl.id), pageCount)
  const score = healthScore(findings, pageCount)
  return {
    score: wholeScore(score.exactScore),
    previousScore: await previousScore(reading, crawl),
    pages: pageCount,
    pagesChecked: crawl.counts.pagesChecked,
    deductions: await Promise.all(
      score.deductions.map(async ({ checkId, severity, issueCount, points }) => ({
        checkId,
        title: await titleOf(reading, { crawlId: crawl.id, checkId }),
        severity,
        issueCount,
        points: rounded(points),
      })),
    ),
    fixFirst: await fixFirst(reading, { crawl, pageCount, findings, score }),
  }
}

async function previousScore(reading: ReadingStore, crawl: CrawlRow): Promise<number | null> {
  const earlier = await reading.crawls(crawl.websiteId)
  const previous = earlier.find(each => each.id < crawl.id && pagesOf(each) !== null)
  const pageCount = previous ? pagesOf(previous) : null
  if (!previous || pageCount === null) return null
  return wholeScore(healthScore(findingsOf(await reading.findingReach(previous.id), pageCount), pageCount).exactScore)
}

function pagesOf({ status, counts }: CrawlRow): number | null {
  return status === 'complete' && counts.pagesCrawled > 0 ? counts.pagesCrawled : null
}

function findingsOf(reaches: readonly StoredReach[], pageCount: number): FindingReach[] {
  return reaches.map(({ checkId, severity, issueCount, hostWideCount, affected }) => ({
    checkId,
    severity,
    issueCount,
    affected: affected + hostWideCount * pageCount,
  }))
}

interface Scored {
  crawl: CrawlRow
  pageCount: number
  findings: readonly FindingReach[]
  score: HealthScore
}

/**
 * The issues whose repair wins most. Within a check those win most that touch most pages, which is the order of the list; a check whose
 * whole repair would win less than what is found already is not looked into.
 */
async function fixFirst(reading: ReadingStore, scored: Scored): Promise<CrawlHealth['fixFirst']> {
  const { crawl, pageCount, findings, score } = scored
  const { exactScore } = score
  const won = (finding: FindingReach, affected: number) => pointsWon(finding, { affected, pageCount, exactScore })
  const promising = findings
    .map(finding => ({ finding, most: won(finding, finding.affected) }))
    .sort((a, b) => b.most - a.most)
  let best: { issue: IssueRow; points: number }[] = []
  for (const { finding, most } of promising) {
    const least = best[FIX_FIRST_COUNT - 1]?.points ?? 0
    if (most <= least) break
    const { checkId, severity } = finding
    const issues = await reading.issues(crawl.id, { checkId, severity, limit: FIX_FIRST_COUNT })
    const candidates = issues.map(issue => ({
      issue,
      points: won(finding, issue.isHostWide ? pageCount : issue.affectedCount),
    }))
    best = [...best, ...candidates].sort(byPoints).slice(0, FIX_FIRST_COUNT)
  }
  return best.map(({ issue, points }) => ({
    checkId: issue.checkId,
    type: issue.type,
    severity: issue.severity,
    message: issue.message,
    pageUrl: issue.pageUrl,
    affectedCount: issue.affectedCount,
    points: rounded(points),
  }))
}

function byPoints(a: { issue: IssueRow; points: number }, b: { issue: IssueRow; points: number }): number {
  return (
    b.points - a.points ||
    // Ids of page issues go by the order of arrival: they decide only between issues of one check and page.
    compareText(a.issue.checkId, b.issue.checkId) ||
    compareText(a.issue.pageUrl, b.issue.pageUrl) ||
    a.issue.id - b.issue.id
  )
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** As its check says; a check that was taken out since leaves its issues' words. */
async function titleOf(reading: ReadingStore, of: { crawlId: number; checkId: string }): Promise<string> {
  const known = issueAdvice({ checkId: of.checkId, message: '' }).title
  if (known !== '') return known
  const [issue] = await reading.issues(of.crawlId, { checkId: of.checkId, limit: 1 })
  return issue?.message ?? of.checkId
}

function rounded(points: number): number {
  return Math.round(points * 10) / 10
}
