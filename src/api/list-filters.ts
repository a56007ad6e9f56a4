import type { IssueFilter, PageFilter } from '#report/batches.ts'
import type { issueFilters } from '#shared/api/issues.ts'
import type { translationFilters } from '#shared/api/languages.ts'
import type { notCrawledFilters } from '#shared/api/not-crawled.ts'
import type { pageFilters, pageOrder } from '#shared/api/page-query.ts'
import type { ParameterValues } from '#shared/api/query.ts'
import type { visitFilters } from '#shared/api/visits.ts'
import { AppError } from '#shared/errors.ts'
import type { PageCondition } from '#shared/page-conditions.ts'
import { conditionsOf } from '#shared/segments.ts'
import type { SetQuery, SkippedFilter, Store, VisitFilter } from '#store/store.ts'
import type { WebsiteCall } from './call.ts'

/** What a list and its export are filtered by, as the store names it. */

/** `filters` are the conditions of its segment, by `withSegment()`. */
export function issueFilter(
  query: ParameterValues<typeof issueFilters> & { filters?: readonly PageCondition[] | undefined },
): IssueFilter {
  const { type, check, severity, url, search, category, ids, reach, change, filters } = query
  return {
    ...(type && { types: type }),
    ...(severity && { severity }),
    ...(check && { checkId: check }),
    ...(url && { url }),
    ...(search && { search }),
    ...(category && { category }),
    ...(ids && { ids }),
    ...(reach && { reach }),
    ...(change && { change }),
    ...(filters && { conditions: filters }),
  }
}

export function pageFilter(query: ParameterValues<typeof pageFilters>): PageFilter {
  const { status, search, url, passed, indexability, depth, kind, issue, filters, ids } = query
  return {
    ...(status && { statusClass: status }),
    ...(depth !== undefined && { depth }),
    ...(kind && { kind }),
    ...(search && { search }),
    ...(url && { url }),
    ...(passed && { isPassed: true }),
    ...(indexability && { indexability }),
    ...(filters && { conditions: filters }),
    ...(issue !== undefined && { issueId: issue }),
    ...(ids && { numbers: ids }),
  }
}

/**
 * The query with the conditions of the segment that it names among its own.
 *
 * @throws AppError 403 below a share link, which shows no segments; 400 for a segment that the website does not have.
 */
export async function withSegment<
  Query extends { segment?: string | undefined; filters?: PageCondition[] | undefined },
>(
  { settings }: Pick<Store, 'settings'>,
  { website, visitor }: Pick<WebsiteCall, 'website' | 'visitor'>,
  query: Query,
): Promise<Query & { filters?: PageCondition[] | undefined }> {
  if (query.segment === undefined) return query
  if (visitor.share) throw new AppError('forbidden', 'A share link does not show segments')
  const segment = (await settings.segments(website.id)).find(({ name }) => name === query.segment)
  if (!segment) throw new AppError('bad-request', 'The website has no such segment')
  return { ...query, filters: [...conditionsOf(segment), ...(query.filters ?? [])] }
}

/** Without `sort`, rows are in the order of the crawl. */
export function pageSort({ sort, order }: ParameterValues<typeof pageOrder>): Pick<PageFilter, 'sort'> {
  return sort === undefined ? {} : { sort: { column: sort, isDescending: order === 'descending' } }
}

export function translationFilter({
  show,
  language,
  state,
  search,
}: ParameterValues<typeof translationFilters>): SetQuery {
  return {
    ...(show && { choice: show }),
    ...(language && { language }),
    ...(state && { state }),
    ...(search && { search }),
  }
}

export function notCrawledFilter({ reason, search }: ParameterValues<typeof notCrawledFilters>): SkippedFilter {
  return { ...(reason && { reason }), ...(search && { search }) }
}

export function visitFilter({ list, waste, bot, search }: ParameterValues<typeof visitFilters>): VisitFilter {
  return { list, waste, bot, search }
}
