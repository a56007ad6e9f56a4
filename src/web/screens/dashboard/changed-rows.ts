/** The lists behind the numbers of "Since Last Crawl" that no other screen has, as the URL names them. */
import type { CrawlChangesResponse } from '#shared/api/changes.ts'
import {
  type Absence,
  absenceCounts,
  absences,
  type PageChange,
  pageChangeCounts,
  pageChanges,
} from '#shared/changes.ts'
import { type Severity, severities } from '#shared/model.ts'

export type ChangedRows =
  | { kind: 'issues'; absence: Absence; severity: Severity | undefined }
  | { kind: 'pages'; change: PageChange }

/** `issues-fixed`, `issues-fixed-error`, `pages-added`. */
export function changedRowsName(rows: ChangedRows): string {
  if (rows.kind === 'pages') return `pages-${rows.change}`
  return ['issues', rows.absence, rows.severity].filter(Boolean).join('-')
}

const namedRows = new Map<string, ChangedRows>(
  [
    ...pageChanges.map((change): ChangedRows => ({ kind: 'pages', change })),
    ...absences.flatMap(absence =>
      [undefined, ...severities].map((severity): ChangedRows => ({ kind: 'issues', absence, severity })),
    ),
  ].map(rows => [changedRowsName(rows), rows]),
)

/** null for any other text. */
export function changedRowsOf(name: string): ChangedRows | null {
  return namedRows.get(name) ?? null
}

/** How many there are. */
export function countOf(rows: ChangedRows, { bySeverity, pages }: NonNullable<CrawlChangesResponse['change']>): number {
  if (rows.kind === 'pages') return pages[pageChangeCounts[rows.change]]
  const chosen: readonly Severity[] = rows.severity === undefined ? severities : [rows.severity]
  return chosen.reduce((sum, severity) => sum + bySeverity[severity][absenceCounts[rows.absence]], 0)
}

const absenceTitles: Record<Absence, string> = {
  fixed: 'Fixed since the last crawl',
  'not-crawled': 'Not crawled this time',
  'not-checked': 'Not checked this time',
}
const pageTitles: Record<PageChange, string> = {
  added: 'Pages added since the last crawl',
  moved: 'Pages moved since the last crawl',
  redirected: 'Pages redirected since the last crawl',
  removed: 'Pages removed since the last crawl',
  'not-crawled': 'Pages not crawled this time',
}

export function titleOf(rows: ChangedRows): string {
  return rows.kind === 'pages' ? pageTitles[rows.change] : absenceTitles[rows.absence]
}
