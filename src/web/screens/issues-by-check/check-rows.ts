/** Which checks are listed, and in which order and groups. */
import type { CheckResultResponse } from '#shared/api/checks.ts'
import { type Severity, severities } from '#shared/model.ts'
import type { IssueScreenCrawl } from '../../issues/issue-screen.tsx'

/** Of which the checks are shown. */
export interface CheckPlace extends IssueScreenCrawl {
  /** Name of a segment; '' for the whole crawl. */
  segment: string
}

export interface CheckFilter {
  search: string
  /** '' for all. */
  severity: string
  subject: string
  gain: string
  /** Only checks with findings that the crawl before did not have. */
  isNew: boolean
  /** Also checks that found nothing. */
  isComplete: boolean
}

export const gainFilters = [
  { value: '', label: 'Any gain' },
  { value: 'with', label: 'With gain' },
  { value: 'without', label: 'Without gain' },
] as const

export function matchingChecks(checks: readonly CheckResultResponse[], filter: CheckFilter): CheckResultResponse[] {
  const { severity, subject, gain, isNew, isComplete } = filter
  const search = filter.search.trim().toLowerCase()
  return checks.filter(
    check =>
      (isComplete || check.issueCount > 0) &&
      (severity === '' || check.severity === severity) &&
      (subject === '' || check.subject === subject) &&
      (gain === '' || check.gain === null || check.gain > 0 === (gain === 'with')) &&
      (!isNew || hasNew(check)) &&
      (search === '' || `${check.title} ${check.id}`.toLowerCase().includes(search)),
  )
}

/** Checks with new findings that match all other filters; null without an earlier crawl. */
export function newCount(checks: readonly CheckResultResponse[], filter: CheckFilter): number | null {
  if (checks.every(({ change }) => change === null)) return null
  return matchingChecks(checks, { ...filter, isNew: true }).length
}

function hasNew({ change }: CheckResultResponse): boolean {
  return change !== null && change.new > 0
}

/** Checks by severity that match all other filters; '' counts them all. */
export function severityCounts(
  checks: readonly CheckResultResponse[],
  filter: CheckFilter,
): Record<Severity | '', number> {
  const matching = matchingChecks(checks, { ...filter, severity: '' })
  const countOf = (severity: Severity) => matching.filter(check => check.severity === severity).length
  return { '': matching.length, error: countOf('error'), warning: countOf('warning'), info: countOf('info') }
}

/** Subjects of the checks that found something, in alphabetical order. */
export function subjectsOf(checks: readonly CheckResultResponse[]): string[] {
  return [...new Set(checks.filter(({ issueCount }) => issueCount > 0).map(({ subject }) => subject))].sort()
}

export const checkColumns = ['check', 'severity', 'findings', 'pages', 'change', 'clicks', 'gain'] as const
export type CheckColumn = (typeof checkColumns)[number]

export interface CheckOrder {
  column: CheckColumn
  isDescending: boolean
}

/** Ascending. */
const compareBy: Record<CheckColumn, (a: CheckResultResponse, b: CheckResultResponse) => number> = {
  check: (a, b) => a.title.localeCompare(b.title, 'en'),
  severity: (a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity),
  findings: (a, b) => a.issueCount - b.issueCount,
  pages: (a, b) => a.pageCount - b.pageCount,
  change: (a, b) => (a.change?.new ?? 0) - (b.change?.new ?? 0) || (a.change?.fixed ?? 0) - (b.change?.fixed ?? 0),
  clicks: (a, b) => (a.clicks ?? 0) - (b.clicks ?? 0),
  gain: (a, b) => (a.gain ?? 0) - (b.gain ?? 0),
}

/** Of equal ones the larger gain, the worse severity, and more pages come first. */
export function sortedChecks(
  checks: readonly CheckResultResponse[],
  { column, isDescending }: CheckOrder,
): CheckResultResponse[] {
  const sign = isDescending ? -1 : 1
  return checks.toSorted(
    (a, b) =>
      sign * compareBy[column](a, b) ||
      compareBy.gain(b, a) ||
      compareBy.severity(b, a) ||
      compareBy.pages(b, a) ||
      compareBy.check(a, b),
  )
}

/** Points that the checks of each subject take from the score together; null while there is no score. */
export function takenBySubject(checks: readonly CheckResultResponse[]): ReadonlyMap<string, number> | null {
  const taken = new Map<string, number>()
  for (const { subject, gain } of checks) {
    if (gain === null) return null
    taken.set(subject, (taken.get(subject) ?? 0) + gain)
  }
  return taken
}

export interface CheckGroup {
  subject: string
  checks: CheckResultResponse[]
  findings: number
  /** Points that the subject takes from the score; null while there is no score. */
  taken: number | null
}

/** The checks of each subject in their order; subjects by what they take from the score, then by their findings. */
export function groupedChecks(
  checks: readonly CheckResultResponse[],
  taken: ReadonlyMap<string, number> | null,
): CheckGroup[] {
  const bySubject = Map.groupBy(checks, ({ subject }) => subject)
  const groups = [...bySubject].map(([subject, own]): CheckGroup => {
    const findings = own.reduce((sum, { issueCount }) => sum + issueCount, 0)
    return { subject, checks: own, findings, taken: taken && (taken.get(subject) ?? 0) }
  })
  return groups.sort((a, b) => (b.taken ?? 0) - (a.taken ?? 0) || b.findings - a.findings)
}
