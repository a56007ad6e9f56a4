import * as z from 'zod/mini'
import { issueSchema } from '#shared/api/issues.ts'
import { isoTime } from '#shared/iso-time.ts'
import type { IssueRow, SuppressedIssueRow } from '#store/store.ts'
import { countedIssueBatches, furtherPages, type IssueFilter, mutedBatches } from '../batches.ts'
import { issueAdvice, issueSource } from '../issue-list.ts'
import { type CountedIssue, countedPages } from '../segment-pages.ts'
import { mutedReason } from '../suppressed-list.ts'
import { type Column, exportTable } from './export-table.ts'
import { exportedDetails, exportedDetailsSchema } from './exported-details.ts'

const { severity, type, checkId, title, message, pageUrl, affectedCount, why, fix, discovered } = issueSchema.shape

/** With which the tables of issues begin. */
export const issueColumns: readonly Column<IssueRow>[] = [
  {
    key: 'severity',
    head: 'Severity',
    about: 'How much it matters.',
    schema: severity,
    value: issue => issue.severity,
  },
  { key: 'type', head: 'Type', about: 'What kind of finding it is.', schema: type, value: issue => issue.type },
  {
    key: 'check',
    head: 'Check',
    about: 'Name of the check that found it.',
    schema: checkId,
    value: issue => issue.checkId,
  },
  {
    key: 'title',
    head: 'Title',
    about: 'What the check is about.',
    schema: title,
    value: (issue, { crawl }) => issueAdvice(issue, crawl).title,
  },
  { key: 'message', head: 'Message', about: 'What was found.', schema: message, value: issue => issue.message },
  {
    key: 'pageUrl',
    head: 'Page',
    about: 'URL that the finding is about.',
    schema: pageUrl,
    value: issue => issue.pageUrl,
  },
]

const affectedCountColumn: Column<CountedIssue> = {
  key: 'affectedCount',
  head: 'Affected pages',
  about: 'How many pages it touches; in a list of one segment, how many of the segment.',
  schema: affectedCount,
  value: countedPages,
}

const columns: readonly Column<CountedIssue>[] = [
  ...issueColumns,
  {
    head: 'Source',
    about: 'URL that names the one that the finding is about.',
    value: issue => issueSource(issue.details),
  },
  {
    head: 'Referring sources',
    about: 'How many URLs name it.',
    value: issue => issue.details.referringSources?.length ?? 0,
  },
  affectedCountColumn,
  {
    head: 'Status code',
    about: 'Status of the URL that the finding is about.',
    value: issue => issue.details.statusCode ?? null,
  },
  {
    key: 'why',
    head: 'Why it matters',
    about: 'Why it matters.',
    schema: why,
    value: (issue, { crawl }) => issueAdvice(issue, crawl).why,
  },
  {
    key: 'fix',
    head: 'How to fix',
    about: 'How it is fixed.',
    schema: fix,
    value: (issue, { crawl }) => issueAdvice(issue, crawl).fix,
  },
  {
    key: 'baselineState',
    about: 'Whether an earlier report had it already; only in a report that was compared with one.',
    schema: z.optional(z.enum(['new', 'unchanged'])),
    value: (issue, { baseline }) => baseline?.stateOf(issue),
  },
  {
    key: 'discovered',
    head: 'First seen',
    about: 'When it was found, in UTC.',
    schema: discovered,
    isTime: true,
    value: issue => isoTime(issue.discoveredMs),
  },
  {
    key: 'details',
    about: 'What proves it. Its affectedUrls are all pages that it touches, however many, in the whole crawl.',
    schema: exportedDetailsSchema,
    value: (issue, { isStable }) => exportedDetails(issue.details, isStable),
  },
]

/** The issues list: what the screens show under the same filter, in its order. */
export const issueTable = exportTable<CountedIssue, IssueFilter>({
  columns,
  batches: ({ filter, ...source }) => countedIssueBatches(source, filter),
  further(issue, source) {
    const { affectedUrls = [] } = issue.details
    const isCut = affectedUrls.length > 0 && affectedUrls.length < issue.affectedCount
    return isCut ? furtherPages(source, issue, new Set(affectedUrls)) : undefined
  },
})

const mutedColumns: readonly Column<SuppressedIssueRow>[] = [
  ...issueColumns,
  affectedCountColumn,
  {
    key: 'reason',
    head: 'Reason',
    about: 'Why it is kept out of the report, as the user who muted it wrote it.',
    schema: z.string(),
    value: mutedReason,
  },
]

/** Issues that the settings of the website keep out of the report: those that are muted, then those of checks switched off. */
export const mutedTable = exportTable<SuppressedIssueRow, object>({ columns: mutedColumns, batches: mutedBatches })
