import type { IssueAnswer } from '#shared/api.ts'

/** High-priority sources first, then by number of referring sources (specification, section 2); else in the order given. */
export function sortBrokenLinks(issues: readonly IssueAnswer[]): IssueAnswer[] {
  const isHigh = (issue: IssueAnswer): number => (issue.details.highPrioritySource ? 1 : 0)
  return [...issues].sort((a, b) => isHigh(b) - isHigh(a) || b.referringSources.length - a.referringSources.length)
}

interface LinkPlace {
  text: string
  region: string
}

/** Text and place of the first link that names the target, null when the issue does not say. */
export function firstPlace(issue: IssueAnswer): LinkPlace | null {
  for (const evidence of issue.details.evidence) {
    const place = evidence.kind === 'places' ? evidence.places[0] : undefined
    if (place) return { text: place.text, region: place.region }
  }
  return null
}
