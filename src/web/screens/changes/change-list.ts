/** The lists of a comparison, as the URL names them: `new`, `pages-changed`. */
import type { ComparisonHead } from '#shared/api/comparison.ts'
import {
  type Absence,
  absenceCounts,
  absences,
  type ComparedPageChange,
  comparedPageChanges,
  type FindingChange,
  findingChanges,
  pageChangeCounts,
  sumOfChanges,
} from '#shared/changes.ts'

export type ChangeList =
  | { kind: 'issues'; change: FindingChange | Absence }
  | { kind: 'pages'; change: ComparedPageChange }

export const issueChangeLabels: Record<FindingChange | Absence, string> = {
  new: 'New',
  fixed: 'Fixed',
  unchanged: 'Unchanged',
  'not-crawled': 'Not crawled',
  'not-checked': 'Not checked',
}

export const pageChangeLabels: Record<ComparedPageChange, string> = {
  changed: 'Changed',
  added: 'Added',
  moved: 'Moved',
  redirected: 'Redirected',
  removed: 'Removed',
  'not-crawled': 'Not crawled',
}

/** What a list holds, for the empty list and its heading. */
export const changeHints: Record<string, string> = {
  new: 'Issues that the earlier crawl does not have',
  fixed: 'Issues whose pages were requested and checked again, without them',
  unchanged: 'Issues of both crawls',
  'not-crawled': 'Issues on pages that were not crawled this time',
  'not-checked': 'Issues that were not checked this time',
  'pages-changed': 'Pages of both crawls with other contents, directives, links or size',
  'pages-added': 'Pages that the earlier crawl does not have',
  'pages-moved': 'Pages with the main text of a page that is gone',
  'pages-redirected': 'Pages that redirect now',
  'pages-removed': 'Pages that respond with an error or that nothing leads to any more',
  'pages-not-crawled': 'Pages that were not crawled this time',
}

const issueLists: ChangeList[] = [...findingChanges, ...absences].map(change => ({ kind: 'issues', change }))
const pageLists: ChangeList[] = comparedPageChanges.map(change => ({ kind: 'pages', change }))
const FIRST: ChangeList = { kind: 'issues', change: 'new' }

export function changeListName({ kind, change }: ChangeList): string {
  return kind === 'pages' ? `pages-${change}` : change
}

/** The list of new issues for any other text. */
export function changeListOf(name: string): ChangeList {
  return [...issueLists, ...pageLists].find(list => changeListName(list) === name) ?? FIRST
}

/** How many rows it has. */
export function lengthOf(list: ChangeList, { bySeverity, pages }: ComparisonHead): number {
  if (list.kind === 'pages') return list.change === 'changed' ? pages.changed : pages[pageChangeCounts[list.change]]
  const { change } = list
  const name = change === 'new' || change === 'unchanged' ? change : absenceCounts[change]
  return sumOfChanges(bySeverity, name)
}
