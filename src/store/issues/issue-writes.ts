import { categoryOf, type NewIssue, severities } from '#shared/model.ts'
import type { SqlValue } from '../database/database.ts'
import type { CountedWrite, FencedWrite } from '../database/fenced.ts'
import type { CrawlCounts } from '../database/schema.ts'

const MAX_URLS_PER_ISSUE = 10_000

const INSERT_ISSUE = `insert into issue
  (crawl_id, is_site, check_id, type, severity, severity_rank, affected_order, page_url, message, details, is_host_wide,
   discovered_ms)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id`
const INSERT_ISSUE_URL = 'insert into issue_url (crawl_id, url, issue_id, is_affected) values (?, ?, ?, ?)'
const ADD_ISSUE_COUNTER = `insert into issue_counter (crawl_id, is_site, type, check_id, severity, is_new, count)
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict (crawl_id, is_site, type, check_id, severity, is_new) do update set count = issue_counter.count + excluded.count`

/** Writes issues with every URL that they name, unless the caller does that, and counts them; returns their ids, in order. */
export async function insertIssues(
  fenced: FencedWrite,
  options: { issues: readonly NewIssue[]; isSite: boolean; discoveredMs: number; areUrlsLater?: boolean },
): Promise<number[]> {
  const { transaction, specifics, crawlId } = fenced
  const { issues } = options
  const isSite = options.isSite ? 1 : 0
  const rows = issues.map(issue => [
    crawlId,
    isSite,
    issue.checkId,
    issue.type,
    issue.severity,
    severities.indexOf(issue.severity),
    -issue.affectedCount,
    issue.pageUrl,
    issue.message,
    JSON.stringify(issue.details),
    issue.isHostWide ? 1 : 0,
    options.discoveredMs,
  ])
  const inserted = await specifics.queryEach(transaction, { statement: INSERT_ISSUE, rows })
  const ids = inserted.map(row => Number(row?.id))
  const withUrls = options.areUrlsLater ? [] : issues
  const urls = withUrls.flatMap((issue, index) => {
    const affected = new Set(failedUrls(issue))
    return issueUrls(issue).map(url => [crawlId, url, ids[index] ?? 0, affected.has(url) ? 1 : 0])
  })
  await specifics.runEach(transaction, { statement: INSERT_ISSUE_URL, rows: urls })
  await countIssues(fenced, { issues, isSite: options.isSite, step: 1 })
  return ids
}

interface CountedIssue extends Pick<NewIssue, 'type' | 'checkId' | 'severity'> {
  /** The earlier crawl does not have it; false until the crawls are compared. */
  isNew?: boolean
}

/** Adds issues to the counters, or removes them. */
export async function countIssues(
  { transaction, specifics, crawlId, counts }: CountedWrite,
  options: { issues: readonly CountedIssue[]; isSite: boolean; step: 1 | -1 },
): Promise<void> {
  const sums = new Map<string, { values: SqlValue[]; count: number }>()
  for (const issue of options.issues) {
    countIssue(counts, issue, options.step)
    const isNew = issue.isNew ? 1 : 0
    const key = `${issue.type} ${issue.checkId} ${issue.severity} ${isNew}`
    const sum = sums.get(key)
    if (sum) sum.count += options.step
    else sums.set(key, { values: [issue.type, issue.checkId, issue.severity, isNew], count: options.step })
  }
  const rows = [...sums.values()].map(sum => [crawlId, options.isSite ? 1 : 0, ...sum.values, sum.count])
  await specifics.runEach(transaction, { statement: ADD_ISSUE_COUNTER, rows })
}

function countIssue(counts: CrawlCounts, issue: Pick<NewIssue, 'type' | 'severity'>, step: 1 | -1): void {
  counts.bySeverity[issue.severity] += step
  counts.byCategory[categoryOf(issue.type)] += step
}

/** The page, the sources and all affected URLs, distinct: the URLs under which the filter by URL finds the issue. */
export function issueUrls({ pageUrl, details }: Pick<NewIssue, 'pageUrl' | 'details'>): string[] {
  const urls = new Set([pageUrl])
  const add = (url: string | undefined) => {
    if (url !== undefined && urls.size < MAX_URLS_PER_ISSUE) urls.add(url)
  }
  add(details.sourceUrl)
  for (const list of [details.affectedUrls, details.referringSources, details.duplicateUrls]) list?.forEach(add)
  return [...urls]
}

/**
 * The pages that an issue of a site check makes fail, without pages that merely link to its target unless the check counts them as
 * affected.
 */
export function failedUrls({ pageUrl, details }: Pick<NewIssue, 'pageUrl' | 'details'>): string[] {
  const { affectedUrls = [], referringSources = [], duplicateUrls = [] } = details
  // Where the sources are affected, more of them are kept as such.
  const areSources = affectedUrls.length > 0 && affectedUrls.every((url, index) => url === referringSources[index])
  return [pageUrl, ...(areSources ? referringSources : affectedUrls), ...duplicateUrls]
}

/** Whether the issue makes its pages fail: errors and warnings do, unless they are about the whole host. */
export function failsPages(issue: Pick<NewIssue, 'severity' | 'isHostWide'>): boolean {
  return issue.severity !== 'info' && !issue.isHostWide
}
