/** How many issues a filter lets through, without the issues. */

import { useQuery } from '@tanstack/react-query'
import { issueEndpoints } from '#shared/api/issues.ts'
import { requestJson } from './api-client.ts'
import { parseIssueList } from './issue-list.ts'
import type { IssueFilter } from './issues.ts'
import { queryKeys } from './query-keys.ts'
import { requireWebsiteId } from './website-id.ts'

/** null while it is on its way, or when it cannot be had: the list itself says why. */
export function useIssueCount(websiteId: number | null, filter: IssueFilter): number | null {
  const { data } = useQuery({
    queryKey: queryKeys.issues(websiteId, 'page', { ...filter, limit: 1 }),
    queryFn: async ({ signal }) => {
      return parseIssueList(
        await requestJson(issueEndpoints.listIssues, {
          id: requireWebsiteId(websiteId),
          query: { ...filter, limit: 1 },
          signal,
        }),
      )
    },
    enabled: websiteId !== null,
  })
  return data?.totalCount ?? null
}
