import * as z from 'zod/mini'
import { issueSchema } from '#shared/api/issues.ts'
import type { IssueRow } from '#store/store.ts'
import { type IssueFilter, issueBatches } from '../batches.ts'
import { isoTime } from '../iso-time.ts'
import { issueAdvice, issueSource } from '../issue-list.ts'
import { type Column, exportTable } from './export-table.ts'
import { exportedDetailsSchema, stableDetails } from './stable-details.ts'

const { severity, type, checkId, title, message, pageUrl, affectedCount, why, fix, discovered } = issueSchema.shape

const columns: readonly Column<IssueRow>[] = [
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
    value: issue => issueAdvice(issue).title,
  },
  { key: 'message', head: 'Message', about: 'What was found.', schema: message, value: issue => issue.message },
  {
    key: 'pageUrl',
    head: 'Page',
    about: 'URL that the finding is about.',
    schema: pageUrl,
    value: issue => issue.pageUrl,
  },
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
  {
    key: 'affectedCount',
    head: 'Affected pages',
    about: 'How many pages it touches.',
    schema: affectedCount,
    value: issue => issue.affectedCount,
  },
  {
    head: 'Status code',
    about: 'Status of the URL that the finding is about.',
    value: issue => issue.details.statusCode ?? null,
  },
  { key: 'why', head: 'Why it matters', about: 'Why it matters.', schema: why, value: issue => issueAdvice(issue).why },
  { key: 'fix', head: 'How to fix', about: 'How it is fixed.', schema: fix, value: issue => issueAdvice(issue).fix },
  {
    key: 'details',
    about: 'What proves it.',
    schema: exportedDetailsSchema,
    value: (issue, { isStable }) => (isStable ? stableDetails(issue.details) : issue.details),
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
]

/** The issues list: what the screens show under the same filter, in its order. */
export const issueTable = exportTable<IssueRow, IssueFilter>({
  columns,
  batches: ({ filter, ...source }) => issueBatches(source, filter),
})
