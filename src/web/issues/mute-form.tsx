/** The form of the panel that mutes its issue, with a reason. */
import { type FormEvent, useId, useState } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { MAX_MUTE_PATTERN_LENGTH, MAX_MUTE_REASON_LENGTH } from '#shared/issue-settings.ts'
import { Button } from '../components/button.tsx'
import { TextField } from '../components/text-field.tsx'
import { useAddMutes } from '../queries/website-settings.ts'

interface MuteFormProps {
  issue: IssueResponse
  /** Called when the issue has left the report. */
  onMuted: () => void
}

const muteScopes = ['url', 'pattern', 'check'] as const
type MuteScope = (typeof muteScopes)[number]

const scopeLabels: Record<MuteScope, string> = {
  url: 'This issue on this URL',
  pattern: 'This issue on URLs that match a pattern',
  check: 'This issue on the whole website',
}

export function MuteForm({ issue, onMuted }: MuteFormProps) {
  const { mutate, isPending } = useAddMutes(issue.websiteId)
  const [scope, setScope] = useState<MuteScope>('url')
  const [pattern, setPattern] = useState(() => folderOf(issue.pageUrl))
  const [reason, setReason] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const name = useId()
  const mute = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') return setReasonMissing(true)
    const patterns: Record<MuteScope, string | null> = { url: issue.pageUrl, pattern, check: null }
    mutate([{ checkId: issue.checkId, pattern: patterns[scope], reason }], { onSuccess: onMuted })
  }
  return (
    <form onSubmit={mute} className="mb-3 max-h-[60dvh] space-y-3 overflow-y-auto border-line border-b px-0.5 pb-3">
      <fieldset className="space-y-1.5 text-sm">
        <legend className="mb-1.5 font-medium">What to mute</legend>
        {muteScopes.map(each => (
          <label key={each} className="flex items-center gap-2.5">
            <input
              type="radio"
              name={name}
              checked={scope === each}
              onChange={() => setScope(each)}
              className="size-4 shrink-0 accent-accent"
            />
            {scopeLabels[each]}
          </label>
        ))}
      </fieldset>
      {scope === 'pattern' && (
        <TextField
          label="URL pattern"
          hint="* stands for any characters."
          value={pattern}
          maxLength={MAX_MUTE_PATTERN_LENGTH}
          onValue={setPattern}
          required
          dir="ltr"
        />
      )}
      <TextField
        label="Reason"
        hint="Muted issues are removed from the report and its counts, in this crawl and later ones. They are listed as muted, with this reason."
        message={isReasonMissing && reason.trim() === '' ? 'Say why' : undefined}
        value={reason}
        maxLength={MAX_MUTE_REASON_LENGTH}
        onValue={setReason}
        autoComplete="off"
      />
      <Button type="submit" size="small" variant="primary" isBusy={isPending}>
        {isPending ? 'Muting...' : 'Mute with this reason'}
      </Button>
    </form>
  )
}

/** Pattern for all URLs in the folder of a URL. */
function folderOf(url: string): string {
  const [path = ''] = url.split(/[?#]/)
  return `${path.slice(0, path.lastIndexOf('/') + 1)}*`
}
