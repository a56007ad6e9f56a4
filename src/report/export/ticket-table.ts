import * as z from 'zod/mini'
import { findingNoteSchema } from '#shared/api/finding-notes.ts'
import { issueSchema } from '#shared/api/issues.ts'
import { type FindingNote, noNote } from '#shared/finding-note.ts'
import { subjectOf } from '#shared/health-score.ts'
import type { Severity } from '#shared/model.ts'
import type { CrawlRow } from '#store/store.ts'
import { countedIssueBatches, type IssueFilter } from '../batches.ts'
import { readNotes } from '../finding-notes.ts'
import { issueFingerprint } from '../issue-history.ts'
import { issueAdvice, issuePages, noteFields, withinSite } from '../issue-list.ts'
import { type CountedIssue, countedPages } from '../segment-pages.ts'
import type { ExportOptions } from './export-format.ts'
import { type Column, exportTable } from './export-table.ts'

interface Ticket {
  issue: CountedIssue
  note: FindingNote
  crawl: CrawlRow
  /** The first of its pages that the list counts. */
  urls: readonly string[]
}

/** The names that Jira, Linear and GitHub Projects know. */
const priorities: Record<Severity, string> = { error: 'High', warning: 'Medium', info: 'Low' }

/** Jira refuses longer ones. */
const MAX_SUMMARY_LENGTH = 255
const PAGES_IN_DESCRIPTION = 20

const columns: readonly Column<Ticket>[] = [
  { key: 'summary', head: 'Summary', about: 'Title of the ticket.', schema: z.string(), value: summaryOf },
  {
    key: 'description',
    head: 'Description',
    about: 'What was found, where, why it matters, how to fix it, and the note.',
    schema: z.string(),
    value: descriptionOf,
  },
  {
    key: 'priority',
    head: 'Priority',
    about: 'High for an error, Medium for a warning, Low for an info.',
    schema: z.enum(['High', 'Medium', 'Low']),
    value: ({ issue }) => priorities[issue.severity],
  },
  {
    key: 'assignee',
    head: 'Assignee',
    about: 'Who fixes it, as people wrote it.',
    schema: findingNoteSchema.shape.assignee,
    value: ({ note }) => note.assignee,
  },
  {
    key: 'labels',
    head: 'Labels',
    about: 'The check and its subject, separated by a blank.',
    schema: z.string(),
    value: ({ issue }) =>
      `${subjectOf(issue.type)
        .name.toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')} ${issue.checkId}`,
  },
  {
    key: 'status',
    head: 'Status',
    about: 'Done for a finding that was marked as fixed, else To Do.',
    schema: z.enum(['To Do', 'Done']),
    value: ({ note }) => (note.markedFixedMs === null ? 'To Do' : 'Done'),
  },
  {
    key: 'url',
    head: 'URL',
    about: 'Page that the finding is about; of several, the one with the most inlinks.',
    schema: issueSchema.shape.pageUrl,
    value: ({ issue }) => issue.pageUrl,
  },
  {
    key: 'pages',
    head: 'Pages',
    about: 'How many pages it touches; in a list of one segment, how many of the segment.',
    schema: issueSchema.shape.affectedCount,
    value: ({ issue }) => countedPages(issue),
  },
  {
    key: 'note',
    head: 'Note',
    about: 'What people wrote about it.',
    schema: findingNoteSchema.shape.note,
    value: ({ note }) => note.note,
  },
  {
    key: 'markedFixed',
    head: 'Marked as fixed',
    about: 'When a person marked it as fixed, in UTC.',
    schema: findingNoteSchema.shape.markedFixed,
    value: ({ note }) => noteFields(note).markedFixed,
  },
  {
    key: 'externalId',
    head: 'External ID',
    about: 'The same for the same finding of every crawl, so that a second import updates its ticket.',
    schema: z.string(),
    value: ({ issue, crawl }) => issueFingerprint(issue, crawl.seedUrl),
  },
]

function summaryOf({ issue, crawl }: Ticket): string {
  const { title } = issueAdvice(issue, crawl)
  const place = issue.affectedCount > 1 ? countedText(issue) : withinSite(issue.pageUrl, crawl.seedUrl)
  return `${title}: ${place}`.slice(0, MAX_SUMMARY_LENGTH).toWellFormed()
}

function countedText(issue: CountedIssue): string {
  const pages = countedPages(issue)
  return pages === 1 ? '1 page' : `${pages} pages`
}

function descriptionOf({ issue, crawl, note, urls }: Ticket): string {
  const { why, fix } = issueAdvice(issue, crawl)
  const notListed = countedPages(issue) - urls.length
  return [
    issue.message,
    [...urls, ...(notListed > 0 ? [`and ${notListed} more`] : [])].join('\n'),
    why && `Why it matters: ${why}`,
    fix && `How to fix it: ${fix}`,
    note.note && `Note: ${note.note}`,
  ]
    .filter(part => part !== '')
    .join('\n\n')
}

async function firstPages(
  { reading, crawl }: Pick<ExportOptions, 'reading' | 'crawl'>,
  { filter: { conditions }, issue }: { filter: IssueFilter; issue: CountedIssue },
): Promise<string[]> {
  const limit = PAGES_IN_DESCRIPTION
  if (countedPages(issue) === issue.affectedCount) return issuePages(issue).slice(0, limit)
  const pages = await reading.pages(crawl.id, { issueId: issue.id, ...(conditions && { conditions }), limit })
  return pages.map(({ url }) => url)
}

/** Issues as rows that ticket systems import: one ticket for each finding. */
export const ticketTable = exportTable<Ticket, IssueFilter>({
  columns,
  async *batches({ filter, crawl, reading }) {
    for await (const issues of countedIssueBatches({ reading, crawl }, filter)) {
      const notes = await readNotes(reading, { crawl, issues })
      const tickets: Ticket[] = []
      for (const issue of issues) {
        const urls = await firstPages({ reading, crawl }, { filter, issue })
        tickets.push({ issue, note: notes.get(issue.id) ?? noNote, crawl, urls })
      }
      yield tickets
    }
  },
})
