/** The filter menu of the screen (specification, section 2): each entry is a question that the server answers. */
import type { IssueFilter } from '../../queries/issues.ts'

interface MetaDataFilter {
  /** In the address; '' for the first. */
  value: string
  label: string
  asked: Pick<IssueFilter, 'type' | 'check'>
}

export const metaDataFilters: readonly MetaDataFilter[] = [
  { value: '', label: 'All Issues', asked: { type: 'meta_issue' } },
  { value: 'missing-title', label: 'Missing Title', asked: { check: 'title-missing' } },
  { value: 'missing-description', label: 'Missing Description', asked: { check: 'meta-description-missing' } },
  { value: 'missing-h1', label: 'Missing H1', asked: { check: 'h1-missing' } },
  { value: 'duplicate-title', label: 'Duplicate Title', asked: { check: 'title-duplicate' } },
  // An image issue by its type: it belongs to this menu, and to the report on images.
  { value: 'missing-alt-tags', label: 'Missing Alt Tags', asked: { type: 'missing_alt_tags' } },
]

/** What to ask for the entry that the address names; all issues for one that there is not. */
export function askedFor(value: string): MetaDataFilter['asked'] {
  const { asked = {} } = metaDataFilters.find(filter => filter.value === value) ?? metaDataFilters[0] ?? {}
  return asked
}
