import { pageChecks, siteChecks } from '#checks/index.ts'
import type { CheckCoverageResponse } from '#shared/api/checks.ts'
import type { CheckCounter } from '#shared/page-record.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'

const NOT_ELIGIBLE = 'Search results cannot show the page as it is'
const NOT_RUN = 'The crawl ended before the check'
const NOT_YET_RUN = 'Checked when the crawl has ended'

/** How many pages each check checked and why not the others, in the order of the catalogue. */
export async function checkCoverage(
  reading: Pick<ReadingStore, 'checkCounters' | 'issueCounts'>,
  { id, status, counts }: Pick<CrawlRow, 'id' | 'status' | 'counts'>,
): Promise<CheckCoverageResponse[]> {
  const counters = new Map((await reading.checkCounters(id)).map(({ checkId, ...counter }) => [checkId, counter]))
  const issues = await reading.issueCounts(id)
  const issueCount = (checkId: string) => issues.get(checkId) ?? 0
  const ofPages = pageChecks.map(({ id, title }) => {
    const { passed, failed, skipped } = counters.get(id) ?? none
    const notChecked = Object.entries(skipped).map(([reason, pages]) => ({ reason, pages }))
    return { id, title, scope: 'page' as const, pagesChecked: passed + failed, issueCount: issueCount(id), notChecked }
  })
  const ofSite = siteChecks.map(check => {
    const { id, title } = check
    return {
      id,
      title,
      scope: 'site' as const,
      issueCount: issueCount(id),
      ...siteCoverage(check, counters.get(id), { status, counts }),
    }
  })
  return [...ofPages, ...ofSite]
}

const none: CheckCounter = { passed: 0, failed: 0, skipped: {} }

/** A check of the site reads all its pages at once, or does not run. */
function siteCoverage(
  { pages: choice }: (typeof siteChecks)[number],
  counter: CheckCounter | undefined,
  { status, counts }: Pick<CrawlRow, 'status' | 'counts'>,
): Pick<CheckCoverageResponse, 'pagesChecked' | 'notChecked'> {
  const { pagesCrawled, pagesChecked: eligible } = counts
  const hasRun = counter !== undefined && counter.passed + counter.failed > 0
  const [reason = status === 'complete' ? NOT_RUN : NOT_YET_RUN] = hasRun
    ? [NOT_ELIGIBLE]
    : Object.keys(counter?.skipped ?? {})
  const pagesChecked = hasRun ? (choice === 'eligible' ? eligible : pagesCrawled) : 0
  const pages = pagesCrawled - pagesChecked
  return { pagesChecked, notChecked: pages > 0 ? [{ reason, pages }] : [] }
}
