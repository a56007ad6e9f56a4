import { catalogueOf, type SiteCheck } from '#checks/index.ts'
import type { CheckResultResponse, WholeCheckResult } from '#shared/api/checks.ts'
import { noChanges } from '#shared/changes.ts'
import { inFixOrder, noDeduction } from '#shared/health-score.ts'
import type { PageCondition } from '#shared/page-conditions.ts'
import type { CheckCounter } from '#shared/page-record.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'
import { changesByCheck } from './crawl-changes.ts'
import { type FoundChecks, isScored, readFoundChecks, readFoundInPart, rounded } from './crawl-health.ts'

const NOT_ELIGIBLE = 'Search results cannot show the page as it is'
const NOT_RUN = 'The crawl ended before the check'
const NOT_YET_RUN = 'Checked when the crawl has ended'

type Coverage = Pick<WholeCheckResult, 'pagesChecked' | 'notChecked'>

type ResultCrawl = Pick<CrawlRow, 'id' | 'status' | 'counts' | 'ownChecks'>

/** One row per check: those with issues first, in the order in which to fix them, then the others in the order of the catalogue. */
export async function checkResults(
  reading: Pick<ReadingStore, 'checkCounters' | 'findingReach' | 'issues' | 'crawl' | 'findingChanges'>,
  crawl: ResultCrawl & Pick<CrawlRow, 'earlierCrawlId'>,
  /** Clicks by check; null without an export of Search Console. */
  clicks: Readonly<Record<string, number>> | null = null,
): Promise<WholeCheckResult[]> {
  const { counters, ...score } = await readFoundChecks(reading, crawl)
  const changes = await changesByCheck(reading, crawl)
  return resultRows(crawl, score, checkId => ({
    ...coverage(checkId, counters.get(checkId) ?? noResults, crawl),
    clicks: clicks && (clicks[checkId] ?? 0),
    change: changes && (changes.get(checkId) ?? noChanges()),
  }))
}

/** The same of the pages of a crawl that meet conditions, without what is known of whole crawls alone. */
export async function partCheckResults(
  reading: Parameters<typeof readFoundInPart>[0],
  { crawl, conditions }: { crawl: ResultCrawl; conditions: readonly PageCondition[] },
): Promise<CheckResultResponse[]> {
  const score = await readFoundInPart(reading, { crawl, conditions })
  return resultRows(crawl, score, () => ({ pagesChecked: null, notChecked: [], clicks: null, change: null }))
}

/** What is known of whole crawls alone. */
type OfWholeCrawl = Pick<CheckResultResponse, 'pagesChecked' | 'notChecked' | 'clicks' | 'change'>

function resultRows<Known extends OfWholeCrawl>(
  crawl: ResultCrawl,
  { found, subjects }: Pick<FoundChecks, 'found' | 'subjects'>,
  ofWholeCrawl: (checkId: string) => Known,
): (Omit<CheckResultResponse, keyof OfWholeCrawl> & Known)[] {
  const full = new Set(subjects.filter(({ taken, cap }) => taken >= cap).map(({ subject }) => subject))
  const hasScore = isScored(crawl)
  const withIssues = new Set(found.map(({ checkId }) => checkId))
  const withoutIssues = [...catalogueOf(crawl).values()]
    .filter(({ id }) => !withIssues.has(id))
    .map(({ id, title, type, severity }) => ({
      ...noDeduction({ checkId: id, type, severity }),
      title,
      pageCount: 0,
    }))
  return [...inFixOrder(found), ...withoutIssues].map(check => {
    const { checkId, title, type, subject, severity, issueCount, bySeverity, pageCount, taken, gain } = check
    return {
      id: checkId,
      title,
      type,
      subject,
      severity,
      issueCount,
      bySeverity,
      pageCount,
      taken: hasScore ? rounded(taken) : null,
      gain: hasScore ? rounded(gain) : null,
      isSubjectAtCap: hasScore && full.has(subject),
      ...ofWholeCrawl(checkId),
    }
  })
}

const noResults: CheckCounter = { passed: 0, failed: 0, skipped: {} }

function coverage(
  checkId: string,
  counter: CheckCounter,
  crawl: Pick<CrawlRow, 'status' | 'counts' | 'ownChecks'>,
): Coverage {
  const check = catalogueOf(crawl).get(checkId)
  if (check && 'scope' in check) return siteCoverage(check, counter, crawl)
  const notChecked = Object.entries(counter.skipped).map(([reason, pages]) => ({ reason, pages }))
  return { pagesChecked: counter.passed + counter.failed, notChecked }
}

/** A check of the site reads all its pages at once, or does not run. */
function siteCoverage(
  { pages: choice }: Pick<SiteCheck, 'pages'>,
  { passed, failed, skipped }: CheckCounter,
  { status, counts }: Pick<CrawlRow, 'status' | 'counts'>,
): Coverage {
  const { pagesCrawled, pagesChecked: eligible } = counts
  const hasRun = passed + failed > 0
  const [reason = status === 'complete' ? NOT_RUN : NOT_YET_RUN] = hasRun ? [NOT_ELIGIBLE] : Object.keys(skipped)
  const pagesChecked = hasRun ? (choice === 'eligible' ? eligible : pagesCrawled) : 0
  const pages = pagesCrawled - pagesChecked
  return { pagesChecked, notChecked: pages > 0 ? [{ reason, pages }] : [] }
}
