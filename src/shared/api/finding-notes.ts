import * as z from 'zod/mini'
import { MAX_ASSIGNEE_LENGTH, MAX_NOTE_LENGTH, MAX_NOTES_AT_ONCE, MAX_NOTES_PER_WEBSITE } from '../finding-note.ts'
import type { EndpointTable } from './contract.ts'
import { id, timestamp } from './values.ts'

/** What people write about a finding: a note, who fixes it, and that it is fixed. */

/** Part of every issue. */
export const findingNoteSchema = z.object({
  /** '' for none. */
  note: z.string(),
  /** Who fixes it; '' for none. */
  assignee: z.string(),
  /** When a person marked it as fixed; null while it is open. */
  markedFixed: z.nullable(timestamp),
})

const noteText = z
  .string()
  .check(z.trim(), z.maxLength(MAX_NOTE_LENGTH, `A note has at most ${MAX_NOTE_LENGTH} characters`))
const assigneeName = z
  .string()
  .check(z.trim(), z.maxLength(MAX_ASSIGNEE_LENGTH, `A name has at most ${MAX_ASSIGNEE_LENGTH} characters`))

/** What is absent stays as it is. */
export const changeNotesSchema = z.object({
  issueIds: z
    .array(id, 'Say which issues')
    .check(
      z.minLength(1, 'Say which issues'),
      z.maxLength(MAX_NOTES_AT_ONCE, `At most ${MAX_NOTES_AT_ONCE} issues are changed at once`),
    ),
  /** The crawl of the issues; the newest without it. */
  crawlId: z.optional(id),
  note: z.optional(noteText),
  assignee: z.optional(assigneeName),
  isMarkedFixed: z.optional(z.boolean()),
})

export const changedNotesSchema = z.object({ notes: z.array(z.extend(findingNoteSchema, { issueId: id })) })

export const findingNoteEndpoints = {
  changeNotes: {
    access: 'edit',
    scope: 'crawl',
    method: 'POST',
    path: '/api/issues/:id/notes',
    body: changeNotesSchema,
    response: changedNotesSchema,
    tag: 'Results',
    summary: 'Write a note on issues, name who fixes them, or mark them as fixed',
    description:
      'Kept for the finding, so that the next crawl shows it, too. An issue that is marked as fixed stays in the report until a ' +
      `recheck or a crawl no longer finds it. A website has at most ${MAX_NOTES_PER_WEBSITE} findings with a note.`,
    alsoFails: ['conflict'],
    exampleBody: { issueIds: [1], note: 'In the template of the footer', assignee: 'Ann' },
  },
} as const satisfies EndpointTable
