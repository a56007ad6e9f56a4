/** The four groups of the warnings page. Each warning is in one of them. */
import { type IssueType, issueTypes } from '#shared/model.ts'
import { typesContaining } from '../../issues/issue-type-label.ts'

export const warningGroupKeys = ['meta', 'redirects', 'duplicates', 'other'] as const
export type WarningGroupKey = (typeof warningGroupKeys)[number]

export interface WarningGroup {
  key: WarningGroupKey
  label: string
  /** Says briefly what is in it. */
  hint: string
  types: readonly IssueType[]
}

/** The same types as on the screens of these names. */
const named = {
  meta: typesContaining('meta'),
  redirects: typesContaining('redirect'),
  duplicates: typesContaining('duplicate'),
}
const namedTypes = new Set(Object.values(named).flat())

export const warningGroups: readonly WarningGroup[] = [
  { key: 'meta', label: 'Meta Issues', hint: 'Titles, descriptions, main headings', types: named.meta },
  {
    key: 'redirects',
    label: 'Redirects',
    hint: 'Redirected links, chains, temporary redirects',
    types: named.redirects,
  },
  { key: 'duplicates', label: 'Duplicates', hint: 'Pages with the same text', types: named.duplicates },
  {
    key: 'other',
    label: 'Other',
    hint: 'Links, images and everything else',
    types: issueTypes.filter(type => !namedTypes.has(type)),
  },
]

/** The group of a key in the URL; null for all warnings. */
export function warningGroup(key: string): WarningGroup | null {
  return warningGroups.find(group => group.key === key) ?? null
}
