/** Issues of a crawl: as a list that grows by 50, or as one page of a filtered table. */

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { issueEndpoints } from '#shared/api/issues.ts'
import { ISSUES_PAGE_SIZE } from '#shared/constants.ts'
import { requestJson } from './api-client.ts'
import { type GrownIssueList, mergeIssueLists, nextOffset, parseIssueList } from './issue-list.ts'
import { queryKeys } from './query-keys.ts'
import { requireWebsiteId } from './website-id.ts'

/** Filters combine; several types or severities are separated by commas. */
export interface IssueFilter {
  type?: string | undefined
  severity?: string | undefined
  /** Slice of the donut: brokenLinks, metaIssues, redirects, duplicates, other. */
  category?: string | undefined
  /** Id of a check. */
  check?: string | undefined
  search?: string | undefined
  /** Matches the page, the source and any affected URL. */
  url?: string | undefined
  /** An earlier crawl. */
  crawl?: number | undefined
}

const emptyList: GrownIssueList = { issues: [], totalCount: 0 }

/** `issues` grows with `fetchNextPage()` while `hasNextPage`; `isOfOneUrl`: they are narrowed to what concerns one address. */
export function useIssues(websiteId: number | null, filter: IssueFilter = {}) {
  const query = useInfiniteQuery({
    queryKey: queryKeys.issues(websiteId, 'list', filter),
    queryFn: async ({ pageParam, signal }) => {
      const part = pageParam === 0 ? { initial: true } : { offset: pageParam, limit: ISSUES_PAGE_SIZE }
      return parseIssueList(
        await requestJson(issueEndpoints.listIssues, {
          id: requireWebsiteId(websiteId),
          query: { ...filter, ...part },
          signal,
        }),
      )
    },
    initialPageParam: 0,
    getNextPageParam: (_last, lists) => nextOffset(lists),
    enabled: websiteId !== null,
    placeholderData: keepPreviousData,
    select: data => mergeIssueLists(data.pages),
  })
  return { ...query, ...(query.data ?? emptyList), isOfOneUrl: Boolean(filter.url) }
}
