import * as z from 'zod/mini'
import { issueSchema } from '#shared/api/issues.ts'
import type { SuppressedIssueRow } from '#store/store.ts'
import { mutedBatches } from '../batches.ts'
import { issueAdvice } from '../issue-list.ts'
import { mutedReason } from '../suppressed-list.ts'
import { type Column, exportTable } from './export-table.ts'

const { severity, type, checkId, title, message, pageUrl, affectedCount } = issueSchema.shape

const columns: readonly Column<SuppressedIssueRow>[] = [
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
    key: 'affectedCount',
    head: 'Affected pages',
    about: 'How many pages it touches.',
    schema: affectedCount,
    value: issue => issue.affectedCount,
  },
  {
    key: 'reason',
    head: 'Reason',
    about: 'Why it is kept out of the report, as the user who muted it wrote it.',
    schema: z.string(),
    value: mutedReason,
  },
]

/** Issues that the settings of the website keep out of the report: those that are muted, then those of checks switched off. */
export const mutedTable = exportTable<SuppressedIssueRow, object>({ columns, batches: mutedBatches })
