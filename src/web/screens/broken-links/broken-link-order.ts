import type { IssueAnswer } from '#shared/api.ts'

/** High-priority sources first, then by number of referring sources (specification, section 2); else in the order given. */
export function sortBrokenLinks(issues: readonly IssueAnswer[]): IssueAnswer[] {
  const isHigh = (issue: IssueAnswer): number => (issue.details.highPrioritySource ? 1 : 0)
  return [...issues].sort((a, b) => isHigh(b) - isHigh(a) || b.referringSources.length - a.referringSources.length)
}
