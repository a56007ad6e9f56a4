/** Decisions about the issue of the panel: mute it with a reason, or change the severity of its check. */
import { BellOff } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { MAX_MUTE_PATTERN_LENGTH, MAX_MUTE_REASON_LENGTH } from '#shared/issue-settings.ts'
import { type Severity, severities } from '#shared/model.ts'
import { severityLooks } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { Select } from '../components/select.tsx'
import { TextField } from '../components/text-field.tsx'
import { useIssueChecks } from '../queries/rechecks.ts'
import { useAddMute, useSetCheck } from '../queries/website-settings.ts'

interface IssueDecisionsProps {
  issue: IssueResponse
  /** Called when the issue has left the report. */
  onMuted: () => void
}

export function IssueDecisions({ issue, onMuted }: IssueDecisionsProps) {
  const { data } = useIssueChecks(issue)
  const [isOpen, setOpen] = useState(false)
  const formId = useId()
  // A fixed issue needs no decision.
  if (data?.checks[0]?.result === 'fixed') return null
  return (
    <div className="border-line border-b px-5 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <Button size="small" aria-expanded={isOpen} aria-controls={formId} onClick={() => setOpen(!isOpen)}>
          <BellOff aria-hidden />
          Mute
        </Button>
        <SeverityChoice issue={issue} />
      </div>
      <div id={formId}>{isOpen && <MuteForm issue={issue} onMuted={onMuted} />}</div>
    </div>
  )
}

const OWN = 'own'

function SeverityChoice({ issue }: { issue: IssueResponse }) {
  const { mutate, isPending, variables } = useSetCheck(issue.websiteId)
  const id = useId()
  const own = issue.ownSeverity ?? issue.severity
  // The new choice, while the request is pending.
  const chosen = isPending ? (variables.severity ?? own) : issue.severity
  const options = severities.map(severity => ({
    value: severity === own ? OWN : severity,
    label: severity === own ? `${severityLooks[severity].label} (default)` : severityLooks[severity].label,
  }))
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <label htmlFor={id} className="text-ink-muted text-sm">
        Severity of this check
      </label>
      <Select
        id={id}
        options={options}
        value={chosen === own ? OWN : chosen}
        onValue={value =>
          mutate({ checkId: issue.checkId, isOff: false, severity: value === OWN ? null : severityOf(value) })
        }
      />
    </div>
  )
}

function severityOf(value: string): Severity | null {
  return severities.find(severity => severity === value) ?? null
}

const muteScopes = ['url', 'pattern', 'check'] as const
type MuteScope = (typeof muteScopes)[number]

const scopeLabels: Record<MuteScope, string> = {
  url: 'This issue on this URL',
  pattern: 'This issue on URLs that match a pattern',
  check: 'This issue on the whole website',
}

function MuteForm({ issue, onMuted }: IssueDecisionsProps) {
  const { mutate, isPending } = useAddMute(issue.websiteId)
  const [scope, setScope] = useState<MuteScope>('url')
  const [pattern, setPattern] = useState(() => folderOf(issue.pageUrl))
  const [reason, setReason] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const name = useId()
  const mute = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') return setReasonMissing(true)
    const patterns: Record<MuteScope, string | null> = { url: issue.pageUrl, pattern, check: null }
    mutate({ checkId: issue.checkId, pattern: patterns[scope], reason }, { onSuccess: onMuted })
  }
  return (
    <form onSubmit={mute} className="space-y-3 pt-3 pb-1">
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
          onChange={event => setPattern(event.target.value)}
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
        onChange={event => setReason(event.target.value)}
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
