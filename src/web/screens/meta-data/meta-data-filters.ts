/** The entries of the filter menu, each with its filter for the server. */
import type { IssueFilter } from '../../queries/issues.ts'

interface MetaDataFilter {
  /** In the URL; '' for the first. */
  value: string
  label: string
  filter: Pick<IssueFilter, 'type' | 'check'>
}

export const metaDataFilters: readonly MetaDataFilter[] = [
  { value: '', label: 'All Issues', filter: { type: 'meta_issue' } },
  { value: 'missing-title', label: 'Missing Title', filter: { check: 'title-missing' } },
  { value: 'missing-description', label: 'Missing Description', filter: { check: 'meta-description-missing' } },
  { value: 'missing-h1', label: 'Missing H1', filter: { check: 'h1-missing' } },
  { value: 'duplicate-title', label: 'Duplicate Title', filter: { check: 'title-duplicate' } },
  // An image issue by type: listed here and in the image report.
  { value: 'missing-alt-tags', label: 'Missing Alt Tags', filter: { type: 'missing_alt_tags' } },
]

/** The filter of the entry in the URL; all issues for an unknown one. */
export function filterOf(value: string): MetaDataFilter['filter'] {
  const { filter = {} } = metaDataFilters.find(each => each.value === value) ?? metaDataFilters[0] ?? {}
  return filter
}
