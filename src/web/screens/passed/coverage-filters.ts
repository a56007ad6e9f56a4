/** Which checks the table of Passed Checks shows. */
import type { WholeCheckResult } from '#shared/api/checks.ts'

interface CoverageFilter {
  value: string
  label: string
  matches: (check: WholeCheckResult) => boolean
}

export const coverageFilters: readonly CoverageFilter[] = [
  { value: '', label: 'All checks', matches: () => true },
  {
    value: 'without-issues',
    label: 'Without issues',
    matches: ({ issueCount, pagesChecked }) => issueCount === 0 && pagesChecked > 0,
  },
  { value: 'with-issues', label: 'With issues', matches: ({ issueCount }) => issueCount > 0 },
  {
    value: 'not-checked',
    label: 'With pages not checked',
    matches: ({ notChecked, pagesChecked }) => notChecked.length > 0 || pagesChecked === 0,
  },
]

/** In the given order; the search is case-insensitive and for title and id. An unknown filter shows all. */
export function shownChecks(
  checks: readonly WholeCheckResult[],
  { filter, search }: { filter: string; search: string },
): WholeCheckResult[] {
  const chosen = coverageFilters.find(({ value }) => value === filter)
  const wanted = search.trim().toLowerCase()
  return checks.filter(
    check => (chosen?.matches(check) ?? true) && `${check.title}\n${check.id}`.toLowerCase().includes(wanted),
  )
}
