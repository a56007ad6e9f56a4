import * as z from 'zod/mini'
import type { SuppressedIssueRow } from '#store/store.ts'
import { mutedBatches } from '../batches.ts'
import { mutedReason } from '../suppressed-list.ts'
import { type Column, exportTable } from './export-table.ts'
import { affectedCountColumn, issueColumns } from './issue-table.ts'

const columns: readonly Column<SuppressedIssueRow>[] = [
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
export const mutedTable = exportTable<SuppressedIssueRow, object>({ columns, batches: mutedBatches })
