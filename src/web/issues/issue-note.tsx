/** Who fixes the issue, and a note on it: kept for the same finding of the next crawl. */
import { NotebookPen } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { MAX_ASSIGNEE_LENGTH, MAX_NOTE_LENGTH } from '#shared/finding-note.ts'
import { Button } from '../components/button.tsx'
import { formatDateTime } from '../components/format.ts'
import { controlLook, TextField } from '../components/text-field.tsx'
import { useChangeNotes } from '../queries/finding-notes.ts'
import { useMay } from '../sharing/shown.ts'

export function IssueNote({ issue }: { issue: IssueResponse }) {
  const { note, assignee } = issue
  const [isOpen, setOpen] = useState(false)
  const mayEdit = useMay('edit')
  const hasContent = note !== '' || assignee !== ''
  if (isOpen) return <NoteForm issue={issue} onClose={() => setOpen(false)} />
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 text-sm">
      <div className="min-w-0 flex-1 basis-60 space-y-1">
        {assignee !== '' && <p className="font-medium [overflow-wrap:anywhere]">{assignee}</p>}
        {note !== '' && <p className="max-w-[62ch] whitespace-pre-wrap [overflow-wrap:anywhere]">{note}</p>}
        {!hasContent && <p className="text-ink-muted">None yet. Both stay with the finding in the next crawl.</p>}
        <MarkedFixed issue={issue} />
      </div>
      {mayEdit && (
        <Button size="small" onClick={() => setOpen(true)}>
          <NotebookPen aria-hidden />
          {hasContent ? 'Edit' : 'Assign or Add Note'}
        </Button>
      )}
    </div>
  )
}

/** A mark that is older than the crawl was not confirmed by it. */
function MarkedFixed({ issue: { markedFixed, discovered } }: { issue: IssueResponse }) {
  if (markedFixed === null) return null
  const isFoundAgain = Date.parse(discovered) > Date.parse(markedFixed)
  return (
    <p className={isFoundAgain ? 'text-warning' : 'text-ink-muted'}>
      Marked as fixed on {formatDateTime(markedFixed)}
      {isFoundAgain ? ', and found again by this crawl.' : '. The next crawl or a recheck confirms it.'}
    </p>
  )
}

function NoteForm({ issue, onClose }: { issue: IssueResponse; onClose: () => void }) {
  const { mutate, isPending } = useChangeNotes(issue.websiteId)
  const [assignee, setAssignee] = useState(issue.assignee)
  const [note, setNote] = useState(issue.note)
  const id = useId()
  const save = (event: FormEvent) => {
    event.preventDefault()
    mutate({ issueIds: [issue.id], assignee, note }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={save} className="space-y-3 pt-1">
      <TextField
        label="Assignee"
        value={assignee}
        maxLength={MAX_ASSIGNEE_LENGTH}
        onValue={setAssignee}
        autoComplete="off"
        // The button that opened the form is gone, and the focus with it.
        autoFocus
      />
      <div>
        <label htmlFor={id} className="mb-1.5 block font-medium text-sm">
          Note
        </label>
        <textarea
          id={id}
          value={note}
          maxLength={MAX_NOTE_LENGTH}
          rows={3}
          onChange={event => setNote(event.target.value)}
          className={`${controlLook} h-auto py-2`}
        />
      </div>
      <div className="flex gap-2">
        <Button type="submit" size="small" variant="primary" isBusy={isPending}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
