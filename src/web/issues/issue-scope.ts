import type { IssueFilter } from '../queries/issues.ts'

/** What a report holds before anybody filters it. */
export type IssueScope = Pick<IssueFilter, 'severity' | 'category'> & { types?: readonly string[] | undefined }

/** Filters as they stand in the address; '' filters nothing. */
export interface ScopedFilter {
  search: string
  type: string
  severity: string
  check: string
  url: string
}

/** The filters of the address within the scope of the report: they narrow it, and never lead out of it. */
export function scopedFilter(filter: ScopedFilter, scope: IssueScope): IssueFilter {
  const { types, severity, category } = scope
  return {
    search: filter.search,
    check: filter.check,
    url: filter.url,
    severity: severity ?? filter.severity,
    ...(category !== undefined && { category }),
    type: types === undefined ? filter.type : chosenTypes(types, filter.type),
  }
}

/** Those of the comma list that the report has, all of the report's when there are none. */
function chosenTypes(types: readonly string[], chosen: string): string {
  const named = chosen.split(',').filter(type => types.includes(type))
  return (named.length > 0 ? named : types).join(',')
}
