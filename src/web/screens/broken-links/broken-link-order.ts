import type { IssueResponse } from '#shared/api/issues.ts'

/** What the order goes by. */
type RankedIssue = Pick<IssueResponse, 'referringSources'> & {
  details: Pick<IssueResponse['details'], 'highPrioritySource'>
}

/** High-priority sources first, then by number of referring sources (specification, section 2); else in the order given. */
export function sortBrokenLinks<Issue extends RankedIssue>(issues: readonly Issue[]): Issue[] {
  const isHigh = (issue: Issue): number => (issue.details.highPrioritySource ? 1 : 0)
  return [...issues].sort((a, b) => isHigh(b) - isHigh(a) || b.referringSources.length - a.referringSources.length)
}
