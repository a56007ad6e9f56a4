import type { IssueFilter } from '../queries/issues.ts'

/** Which issues a report holds before filters. */
export type IssueScope = Pick<IssueFilter, 'severity' | 'category'> & { types?: readonly string[] | undefined }

/** Filters of the URL; '' filters nothing. */
export interface ScopedFilter {
  search: string
  type: string
  severity: string
  check: string
  url: string
  change: string
  /** Name of a segment. */
  segment: string
}

/** The filters of the URL within the scope of the report: they narrow it, and never extend it. */
export function scopedFilter(filter: ScopedFilter, scope: IssueScope): IssueFilter {
  const { types, severity, category } = scope
  return {
    search: filter.search,
    check: filter.check,
    url: filter.url,
    change: filter.change,
    segment: filter.segment,
    severity: severity ?? filter.severity,
    ...(category !== undefined && { category }),
    type: types === undefined ? filter.type : chosenTypes(types, filter.type),
  }
}

/** The chosen types that the report has; all of the report's types when there are none. */
function chosenTypes(types: readonly string[], chosen: string): string {
  const named = chosen.split(',').filter(type => types.includes(type))
  return (named.length > 0 ? named : types).join(',')
}
