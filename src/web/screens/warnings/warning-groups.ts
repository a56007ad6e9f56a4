/** The four groups of the warnings page (specification, section 2). Each warning is in one of them. */
import { type IssueType, issueTypes } from '#shared/model.ts'
import { typesContaining } from '../../issues/issue-type-label.ts'

export const warningGroupKeys = ['meta', 'redirects', 'duplicates', 'other'] as const
export type WarningGroupKey = (typeof warningGroupKeys)[number]

export interface WarningGroup {
  key: WarningGroupKey
  label: string
  /** What is in it, in a few words. */
  hint: string
  types: readonly IssueType[]
}

/** By the same words as the reports of these names, so that a redirect here is a redirect there. */
const named = {
  meta: typesContaining('meta'),
  redirects: typesContaining('redirect'),
  duplicates: typesContaining('duplicate'),
}
const namedTypes = new Set(Object.values(named).flat())

export const warningGroups: readonly WarningGroup[] = [
  { key: 'meta', label: 'Meta Issues', hint: 'Titles, descriptions, main headings', types: named.meta },
  { key: 'redirects', label: 'Redirects', hint: 'Detours, chains, temporary ones', types: named.redirects },
  { key: 'duplicates', label: 'Duplicates', hint: 'Pages with the same text', types: named.duplicates },
  {
    key: 'other',
    label: 'Other',
    hint: 'Links, images and everything else',
    types: issueTypes.filter(type => !namedTypes.has(type)),
  },
]

/** The group that the address names, null for all warnings. */
export function warningGroup(key: string): WarningGroup | null {
  return warningGroups.find(group => group.key === key) ?? null
}
