import type { IssueResponse } from '#shared/api/issues.ts'
import { type IssuePages, useIssuePages } from '../../queries/pages.ts'
import { useActiveCrawl } from '../../queries/websites.ts'
import { idNumber, useUrlState } from '../../state/url-state.ts'

/** As many as stand side by side. */
export const MEMBERS_SHOWN = 3

const urlDefaults = { crawl: '' }

/** The pages of each group that are set side by side. */
export function useMembers(issues: readonly IssueResponse[]): IssuePages {
  const { websiteId } = useActiveCrawl()
  const [{ crawl }] = useUrlState(urlDefaults)
  return useIssuePages(websiteId, {
    crawlId: idNumber(crawl),
    issueIds: issues.map(issue => issue.id),
    perIssue: MEMBERS_SHOWN,
  })
}

/** The first groups have no pages yet, and their rows would grow when these arrive. */
export function useIsWaitingForMembers(issues: readonly IssueResponse[]): boolean {
  return useMembers(issues).isFirstPending
}
