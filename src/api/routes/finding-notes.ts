import { readNotes } from '#report/finding-notes.ts'
import { issueFingerprint } from '#report/issue-history.ts'
import { noteFields } from '#report/issue-list.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import { changeNotesSchema } from '#shared/api/finding-notes.ts'
import { AppError } from '#shared/errors.ts'
import { MAX_NOTES_PER_WEBSITE, noNote } from '#shared/finding-note.ts'
import type { Routes } from '../call.ts'
import { chosenCrawl, issueNotFound, websiteNotFound } from '../own-crawl.ts'
import type { RouteDeps } from './route-deps.ts'

/** What people write about findings. Muted issues have notes, too. */
export function findingNoteRoutes({
  store,
  now,
}: Pick<RouteDeps, 'store' | 'now'>): Pick<Routes<typeof endpoints>, 'changeNotes'> {
  return {
    changeNotes: async call => {
      const { issueIds, crawlId, note, assignee, isMarkedFixed } = await call.readBody(changeNotesSchema)
      const crawl = await chosenCrawl(store, { website: call.website, crawlId })
      const issues = await Promise.all(
        [...new Set(issueIds)].map(async issueId => {
          const issue = await store.reading.issue(crawl.id, issueId)
          if (!issue) throw issueNotFound()
          return issue
        }),
      )
      const changed = await store.notes.change({
        websiteId: crawl.websiteId,
        fingerprints: issues.map(issue => issueFingerprint(issue, crawl.seedUrl)),
        change: {
          ...(note !== undefined && { note }),
          ...(assignee !== undefined && { assignee }),
          ...(isMarkedFixed !== undefined && { markedFixedMs: isMarkedFixed ? now() : null }),
        },
        nowMs: now(),
      })
      if (!changed.ok) throw changed.reason === 'full' ? tooManyNotes() : websiteNotFound()
      const notes = await readNotes(store.reading, { crawl, issues })
      return { notes: issues.map(({ id }) => ({ issueId: id, ...noteFields(notes.get(id) ?? noNote) })) }
    },
  }
}

function tooManyNotes(): AppError {
  return new AppError(
    'conflict',
    `A website has at most ${MAX_NOTES_PER_WEBSITE} findings with a note. Empty some that are no longer needed.`,
  )
}
