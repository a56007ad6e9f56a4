/** All pages that an issue affects, part by part; the issue itself holds the first 20. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { type IssueResponse, issueEndpoints } from '#shared/api/issues.ts'
import { LIST_STALE_MS } from '#shared/constants.ts'
import { idNumber, useUrlState } from '../state/url-state.ts'
import { callApi } from './api-client.ts'

/** The crawl that the screen shows, '' for the newest. */
const urlDefaults = { crawl: '' }
const PART_SIZE = 100

/** Nothing is requested until `isEnabled`. `urls` grows with `fetchNextPage()` while `hasNextPage`; `total` counts them all. */
export function useIssuePages(issue: Pick<IssueResponse, 'id' | 'websiteId'>, isEnabled: boolean) {
  const [{ crawl }] = useUrlState(urlDefaults)
  const query = useInfiniteQuery({
    queryKey: ['issue-pages', issue.websiteId, issue.id],
    queryFn: ({ pageParam, signal }) =>
      callApi(issueEndpoints.issuePages, {
        id: issue.websiteId,
        query: { issue: issue.id, crawl: idNumber(crawl) ?? undefined, after: pageParam, limit: PART_SIZE },
        signal,
      }),
    initialPageParam: noUrl,
    getNextPageParam: part => (part.hasMore ? part.urls.at(-1) : undefined),
    enabled: isEnabled,
    staleTime: LIST_STALE_MS,
  })
  const parts = query.data?.pages ?? []
  return { ...query, urls: parts.flatMap(part => part.urls), total: parts.at(-1)?.totalCount ?? 0 }
}

/** The first part comes after no URL. */
const noUrl: string | undefined = undefined
