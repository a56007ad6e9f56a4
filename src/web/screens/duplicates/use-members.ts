import type { IssueResponse } from '#shared/api/issues.ts'
import { idNumber } from '#shared/routes.ts'
import { type IssuePages, useIssuePages } from '../../queries/pages.ts'
import { useActiveCrawl } from '../../queries/websites.ts'
import { useUrlState } from '../../state/url-state.ts'

/** The number of pages shown side by side. */
export const MEMBERS_SHOWN = 3

const urlDefaults = { crawl: '' }

/** The pages of each group that are shown side by side. */
export function useMembers(issues: readonly IssueResponse[]): IssuePages {
  const { websiteId } = useActiveCrawl()
  const [{ crawl }] = useUrlState(urlDefaults)
  return useIssuePages(websiteId, {
    crawlId: idNumber(crawl),
    issueIds: issues.map(issue => issue.id),
    perIssue: MEMBERS_SHOWN,
  })
}

/** Whether the pages of the first groups are still loading: their rows would grow. */
export function useIsWaitingForMembers(issues: readonly IssueResponse[]): boolean {
  return useMembers(issues).isFirstPending
}
