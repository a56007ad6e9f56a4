import { catalogueOf } from '#checks/index.ts'
import { recheckScopeOf } from '#checks/recheck-scope.ts'
import { absencesIn } from '#compare/absence.ts'
import { findingIdentity } from '#compare/finding-identity.ts'
import type {
  FixedIssuesResponse,
  IssueChecksResponse,
  IssueHistoryResponse,
  RecheckResponse,
} from '#shared/api/rechecks.ts'
import { isoTime } from '#shared/iso-time.ts'
import { FIRST_RECHECK_PAGES, MAX_RECHECK_PAGES, RECHECK_FAILED, WHOLE_CRAWL_NOTE } from '#shared/recheck.ts'
import type { CrawlRow, FoundIssueRow, IssueRow, RecheckRow, Store, SuppressedIssueRow } from '#store/store.ts'
import { issueAdvice } from './issue-list.ts'

/** What is known of one finding beyond its own crawl: when it was checked again, and what other crawls of the website say. */

type Finding = Pick<IssueRow, 'checkId' | 'pageUrl' | 'details'>

/** The same in every crawl that finds the same. */
export function issueFingerprint(issue: Finding, seedUrl: string): string {
  return identityOf(issue, seedUrl).fingerprint
}

/** Whether an issue of a check can be checked again by itself. */
export function canCheckAgain(checkId: string, crawl: Crawl): boolean {
  return scopeOf(checkId, crawl) !== 'whole-crawl'
}

type Crawl = Pick<CrawlRow, 'ownChecks'>

export interface ReadChecks {
  issue: IssueRow
  crawl: Crawl
  /** Newest first. */
  rechecks: readonly RecheckRow[]
  /** Why no issue of its crawl is checked again now, as a sentence; null when they are. */
  obstacle: string | null
}

export function issueChecks({ issue, crawl, rechecks, obstacle }: ReadChecks): IssueChecksResponse {
  return {
    canCheckAgain: obstacle === null && canCheckAgain(issue.checkId, crawl),
    note: obstacle ?? checkNote(issue, crawl),
    pageCount: requestedPages(issue, crawl),
    checks: rechecks.map(recheckResponse),
  }
}

function checkNote({ checkId, affectedCount }: IssueRow, crawl: Crawl): string {
  if (!canCheckAgain(checkId, crawl)) return WHOLE_CRAWL_NOTE
  if (isPageCheck(checkId, crawl) && affectedCount > 1)
    return 'Three of its pages are requested. When all of them are fixed, a further tenth must agree.'
  if (affectedCount <= MAX_RECHECK_PAGES) return ''
  return `The first ${MAX_RECHECK_PAGES} of its URLs are checked.`
}

function requestedPages({ checkId, affectedCount }: IssueRow, crawl: Crawl): number | null {
  if (scopeOf(checkId, crawl) !== 'pages') return null
  return Math.min(affectedCount, isPageCheck(checkId, crawl) ? FIRST_RECHECK_PAGES : MAX_RECHECK_PAGES)
}

function scopeOf(checkId: string, crawl: Crawl) {
  return recheckScopeOf({ id: checkId, isOfPage: isPageCheck(checkId, crawl) })
}

function isPageCheck(checkId: string, crawl: Crawl): boolean {
  const check = catalogueOf(crawl).get(checkId)
  return check !== undefined && !('scope' in check)
}

export function recheckResponse({ id, issueId, requestedMs, state, report, checkedMs }: RecheckRow): RecheckResponse {
  return {
    id,
    issueId,
    requestedAt: isoTime(requestedMs),
    state,
    result: report?.result ?? null,
    sentence: state === 'failed' ? RECHECK_FAILED : (report?.sentence ?? ''),
    checkedAt: checkedMs === null ? null : isoTime(checkedMs),
  }
}

/** One that has left the report. */
export function fixedIssue(
  row: SuppressedIssueRow,
  crawl: Pick<CrawlRow, 'ownChecks'>,
): FixedIssuesResponse['fixed'][number] {
  const { id, checkId, severity, message, pageUrl, cause, suppressedMs } = row
  const checkedMs = cause.kind === 'fixed' ? cause.checkedAtMs : suppressedMs
  return {
    id,
    checkId,
    title: issueAdvice(row, crawl).title,
    severity,
    message,
    pageUrl,
    checkedAt: isoTime(checkedMs),
  }
}

/** Issues looked through in each crawl: a URL is rarely named by more. */
const MAX_LOOKED_THROUGH = 2_000
const MAX_MEMBERS_SEARCHED = 3
const MAX_CHECKS = 50

export async function issueHistory(
  { reading, rechecks }: Pick<Store, 'reading' | 'rechecks'>,
  { issue, crawl }: { issue: IssueRow; crawl: CrawlRow },
): Promise<IssueHistoryResponse> {
  const crawls = (await reading.crawls(crawl.websiteId)).filter(({ status }) => status === 'complete')
  const crawlIds = crawls.map(({ id }) => id)
  const { fingerprint } = identityOf(issue, crawl.seedUrl)
  const [found, checks] = await Promise.all([
    reading.issuesNaming({ crawlIds, checkId: issue.checkId, urls: searchedUrls(issue), limit: MAX_LOOKED_THROUGH }),
    rechecks.ofFinding({ crawlIds, fingerprint, limit: MAX_CHECKS }),
  ])
  const entries = await Promise.all(
    crawls.map(each =>
      historyEntry(reading, {
        crawl: each,
        issue: foundIn({ each, found, issue, crawl }),
        of: issue,
        thresholds: crawl.options.thresholds,
      }),
    ),
  )
  const first = entries.findLast(({ state }) => state === 'found')
  return { firstSeen: first?.startedAt ?? null, crawls: entries, checks: checks.map(recheckResponse) }
}

/** Other pages stand for a list of pages and for a cause, since the page that it is shown under is another one as links change. */
function searchedUrls({ pageUrl, details }: Finding): string[] {
  const { duplicateUrls = details.affectedUrls ?? [] } = details
  return [...new Set([pageUrl, ...duplicateUrls.slice(0, MAX_MEMBERS_SEARCHED)])]
}

interface Search {
  each: CrawlRow
  found: readonly FoundIssueRow[]
  issue: Finding
  crawl: CrawlRow
}

/** The issue of a crawl that is the same finding, or has a thing in common with it. */
function foundIn({ each, found, issue, crawl }: Search): FoundIssueRow | null {
  const { fingerprint, parts } = identityOf(issue, crawl.seedUrl)
  const own = found.filter(({ crawlId }) => crawlId === each.id)
  const identities = own.map(candidate => ({ candidate, identity: identityOf(candidate, each.seedUrl) }))
  const same =
    identities.find(({ identity }) => identity.fingerprint === fingerprint) ??
    identities.find(({ identity }) => identity.parts.some(part => parts.includes(part)))
  return same?.candidate ?? null
}

async function historyEntry(
  reading: Store['reading'],
  {
    crawl,
    issue,
    of,
    thresholds,
  }: { crawl: CrawlRow; issue: FoundIssueRow | null; of: Finding; thresholds: CrawlRow['options']['thresholds'] },
): Promise<IssueHistoryResponse['crawls'][number]> {
  const startedAt = crawl.startedMs === null ? null : isoTime(crawl.startedMs)
  const { id: crawlId } = crawl
  if (issue) {
    const { severity, affectedCount, suppressed } = issue
    return { crawlId, startedAt, state: 'found', severity, affectedCount, suppressed }
  }
  const absencesOf = await absencesIn({ reading, crawl, thresholds })
  const [absence] = await absencesOf([of])
  const state = absence === 'fixed' ? 'not-found' : 'not-checked'
  return { crawlId, startedAt, state, severity: null, affectedCount: null, suppressed: null }
}

function identityOf({ checkId, pageUrl, details }: Finding, seedUrl: string) {
  return findingIdentity({ seedUrl, finding: { check: checkId, pageUrl, details } })
}
