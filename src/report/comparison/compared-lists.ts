import type { ComparedPage } from '#compare/compare-pages.ts'
import type { ComparedCrawls, Comparison, FindingGroup } from '#compare/comparison.ts'
import { changedFields, fieldsOf, hasField, pageValues } from '#compare/page-fields.ts'
import type { ComparedPageResponse } from '#shared/api/comparison.ts'
import type { ComparedPageChange, PageField } from '#shared/changes.ts'
import type { Severity } from '#shared/model.ts'
import { movedUrls } from '#shared/path-map.ts'
import type { ComparablePage, CrawlRow, IssueRow, ReadingStore } from '#store/store.ts'

/** The lists of a comparison, read from both crawls part by part. */

export interface ComparisonSource extends Pick<ComparedCrawls, 'later' | 'earlier' | 'paths'> {
  reading: Pick<ReadingStore, 'issuesOfCrawl' | 'comparablePagesById'>
  comparison: Comparison
}

export interface ComparedIssueFilter {
  change?: FindingGroup['change'] | undefined
  severity?: Severity | undefined
  check?: string | undefined
}

/** Findings that changed in one way, by severity and check. */
export function findingGroups(
  { findings }: Pick<Comparison, 'findings'>,
  { change, severity, check }: ComparedIssueFilter,
): FindingGroup[] {
  return findings.filter(
    group =>
      (change === undefined || group.change === change) &&
      (severity === undefined || group.severity === severity) &&
      (check === undefined || group.checkId === check),
  )
}

interface ComparedReading extends Pick<ComparisonSource, 'later' | 'earlier'> {
  reading: Pick<ReadingStore, 'issuesOfCrawl'>
}

interface Part {
  offset: number
  limit: number
}

/** One part of the findings of some groups, each with the crawl that it is of; what was deleted since is missing. */
export async function readComparedIssues(
  { reading, later, earlier }: ComparedReading,
  { groups, offset, limit }: Part & { groups: readonly FindingGroup[] },
): Promise<{ change: FindingGroup['change']; crawl: CrawlRow; issue: IssueRow }[]> {
  const rows: { change: FindingGroup['change']; crawl: CrawlRow; issue: IssueRow }[] = []
  let [skip, left] = [offset, limit]
  for (const { change, issueIds } of groups) {
    const ids = issueIds.slice(skip, skip + left)
    skip = Math.max(0, skip - issueIds.length)
    if (ids.length === 0) continue
    left -= ids.length
    const crawl = change === 'new' || change === 'unchanged' ? later : earlier
    const issues = await reading.issuesOfCrawl(crawl.id, ids)
    rows.push(...issues.map(issue => ({ change, crawl, issue })))
  }
  return rows
}

/** Pages that changed in one way, with `field` only those where it differs. */
export function pagesWith(
  { pages }: Pick<Comparison, 'pages'>,
  { change, field }: { change: ComparedPageChange; field?: PageField | undefined },
): readonly ComparedPage[] {
  const list = pages.changes[change]
  return field === undefined ? list : list.filter(({ fields }) => hasField(fields, field))
}

export async function readComparedPages(
  { reading, later, earlier, paths }: ComparisonSource,
  { change, pages }: { change: ComparedPageChange; pages: readonly ComparedPage[] },
): Promise<ComparedPageResponse[]> {
  const [ofLater, ofEarlier] = await Promise.all([
    reading.comparablePagesById(
      later.id,
      pages.flatMap(({ laterId }) => laterId ?? []),
    ),
    reading.comparablePagesById(
      earlier.id,
      pages.flatMap(({ earlierId }) => earlierId ?? []),
    ),
  ])
  const moved = movedUrls({ from: earlier.seedUrl, to: later.seedUrl, paths })
  return pages.map(({ laterId, earlierId }) => {
    const now = laterId === null ? undefined : ofLater.get(laterId)
    const before = earlierId === null ? undefined : ofEarlier.get(earlierId)
    const fields = now?.isHtml && before?.isHtml ? changedFields({ later: now, earlier: before }, moved) : 0
    return {
      change,
      url: now?.url ?? null,
      earlierUrl: before?.url ?? null,
      statusCode: now?.status ?? null,
      earlierStatusCode: before?.status ?? null,
      redirectUrl: now?.hasRedirects ? now.finalUrl : null,
      fields: now && before && fields !== 0 ? fieldRows({ now, before, fields }) : [],
    }
  })
}

interface ChangedPage {
  now: ComparablePage
  before: ComparablePage
  fields: number
}

function fieldRows({ now, before, fields }: ChangedPage): ComparedPageResponse['fields'] {
  const [later, earlier] = [pageValues(now), pageValues(before)]
  return fieldsOf(fields).map(field => ({ field, earlier: earlier[field], later: later[field] }))
}
