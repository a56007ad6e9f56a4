/** The bar at the foot of the panel of an issue: its neighbours, what is decided about it, and the recheck with its result. */
import { BellOff, Check, ChevronLeft, ChevronRight, RotateCw } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import type { RecheckResponse } from '#shared/api/rechecks.ts'
import { type Severity, severities } from '#shared/model.ts'
import { severityLooks } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { formatCount, formatNumber } from '../components/format.ts'
import { Select } from '../components/select.tsx'
import { useChangeNotes } from '../queries/finding-notes.ts'
import { isCheckOpen, useCheckAgain, useClosing, useIssueChecks } from '../queries/rechecks.ts'
import { useSetCheck } from '../queries/website-settings.ts'
import { useMay } from '../sharing/shown.ts'
import { RecheckResult } from './issue-history.tsx'
import { MuteForm } from './mute-form.tsx'

interface IssueActionsProps {
  issue: IssueResponse
  position: string
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** Called when the issue has left the report. */
  onMuted: () => void
}

export function IssueActions(props: IssueActionsProps) {
  return useMay('edit') ? <EditingBar {...props} /> : <ReadingBar {...props} />
}

/** For those who only read. */
function ReadingBar({ position, onPrevious, onNext }: IssueActionsProps) {
  return (
    <div
      role="toolbar"
      aria-label="Actions"
      data-panel-foot
      onKeyDown={event => moveByArrows(event, { onPrevious, onNext })}
      className={barLook}
    >
      <Neighbours {...{ position, onPrevious, onNext }} />
    </div>
  )
}

const barLook = 'border-line border-t bg-surface px-4 py-3 shadow-[0_-6px_16px_-10px_rgb(0_0_0/0.2)] sm:px-5'

function Neighbours({ position, onPrevious, onNext }: Pick<IssueActionsProps, 'position' | 'onPrevious' | 'onNext'>) {
  return (
    <div className="flex items-center gap-1">
      <Button size="icon-small" aria-label="Previous issue" disabled={!onPrevious} onClick={onPrevious}>
        <ChevronLeft aria-hidden />
      </Button>
      <Button size="icon-small" aria-label="Next issue" disabled={!onNext} onClick={onNext}>
        <ChevronRight aria-hidden />
      </Button>
      <span role="status" className="figures ml-1.5 text-[0.8125rem] text-ink-muted">
        {position}
      </span>
    </div>
  )
}

function EditingBar({ issue, position, onPrevious, onNext, onMuted }: IssueActionsProps) {
  const checks = useIssueChecks(issue)
  /** The issue whose form is open. */
  const [mutedId, setMutedId] = useState<number | null>(null)
  const formId = useId()
  // A fixed issue needs no decision.
  const isFixed = checks.data?.checks[0]?.result === 'fixed'
  const isMuting = mutedId === issue.id && !isFixed
  return (
    <div
      role="toolbar"
      aria-label="Actions"
      data-panel-foot
      onKeyDown={event => moveByArrows(event, { onPrevious, onNext })}
      className={barLook}
    >
      <RecheckLine checks={checks} />
      <ClosingWatch key={issue.id} issue={issue} last={checks.data?.checks[0]} />
      <div id={formId}>{isMuting && <MuteForm key={issue.id} issue={issue} onMuted={onMuted} />}</div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Neighbours {...{ position, onPrevious, onNext }} />
        {/* On phones, the choice of severity stands beside the position and the buttons have a line of their own. */}
        <div className="flex flex-wrap items-center justify-end gap-2 max-sm:contents max-sm:[&_button_svg]:hidden">
          {!isFixed && (
            <>
              <SeverityChoice issue={issue} />
              <Button
                size="small"
                aria-expanded={isMuting}
                aria-controls={formId}
                onClick={() => setMutedId(isMuting ? null : issue.id)}
              >
                <BellOff aria-hidden />
                Mute
              </Button>
              <MarkButton issue={issue} />
            </>
          )}
          <CheckAgainButton issue={issue} checks={checks} />
        </div>
      </div>
    </div>
  )
}

/** Up and Down change the issue; in the fields of the bar they keep their own meaning. */
function moveByArrows(
  event: KeyboardEvent<HTMLElement>,
  { onPrevious, onNext }: Pick<IssueActionsProps, 'onPrevious' | 'onNext'>,
): void {
  const move = event.key === 'ArrowUp' ? onPrevious : event.key === 'ArrowDown' ? onNext : undefined
  if (!move || !(event.target instanceof HTMLButtonElement)) return
  event.preventDefault()
  move()
}

type Checks = ReturnType<typeof useIssueChecks>

/** The last recheck, or why the issue cannot be checked again; a line only where there is something to say. */
function RecheckLine({ checks: { data, error, refetch } }: { checks: Checks }) {
  const [last] = data?.checks ?? []
  const note = data && !data.canCheckAgain ? data.note : ''
  if (error && !data)
    return (
      <p role="alert" className="mb-2 flex flex-wrap items-center gap-2 text-sm">
        The server could not be reached.
        <Button size="small" onClick={() => void refetch()}>
          Try Again
        </Button>
      </p>
    )
  return (
    <div role="status">
      {(last || note !== '') && (
        <p className="mb-2 max-w-[62ch] break-words text-ink-muted text-sm">
          {last ? <RecheckResult check={last} /> : note}
        </p>
      )}
    </div>
  )
}

/** Updates the lists once the recheck that it has seen running finds the issue fixed. */
function ClosingWatch({ issue, last }: { issue: IssueResponse; last: RecheckResponse | undefined }) {
  useClosing(issue, last)
  return null
}

function CheckAgainButton({ issue, checks: { data } }: { issue: IssueResponse; checks: Checks }) {
  const { mutate, isPending } = useCheckAgain(issue)
  const [last] = data?.checks ?? []
  const isBusy = isPending || isCheckOpen(last)
  const pageCount = data?.canCheckAgain ? data.pageCount : null
  return (
    <Button
      size="small"
      variant="primary"
      title={data?.note || undefined}
      isBusy={isBusy}
      disabled={!data?.canCheckAgain || last?.result === 'fixed'}
      onClick={() => mutate()}
    >
      {!isBusy && <RotateCw aria-hidden />}
      {isBusy ? 'Checking...' : 'Check Again'}
      {pageCount !== null && pageCount !== undefined && (
        <>
          <span aria-hidden className="figures font-normal sm:hidden">
            {formatNumber(pageCount)}
          </span>
          <span className="figures font-normal max-sm:sr-only">{formatCount(pageCount, 'page')}</span>
        </>
      )}
    </Button>
  )
}

function MarkButton({ issue }: { issue: IssueResponse }) {
  const { mutate, isPending } = useChangeNotes(issue.websiteId)
  const isMarked = issue.markedFixed !== null
  return (
    <Button
      size="small"
      aria-pressed={isMarked}
      isBusy={isPending}
      onClick={() => mutate({ issueIds: [issue.id], isMarkedFixed: !isMarked })}
    >
      {!isPending && <Check aria-hidden className={isMarked ? 'text-success' : undefined} />}
      {isMarked ? 'Marked as fixed' : 'Mark as fixed'}
    </Button>
  )
}

const OWN = 'own'

function SeverityChoice({ issue }: { issue: IssueResponse }) {
  const { mutate, isPending, variables } = useSetCheck(issue.websiteId)
  const own = issue.ownSeverity ?? issue.severity
  // The new choice, while the request is pending.
  const chosen = isPending ? (variables.severity ?? own) : issue.severity
  const options = severities.map(severity => {
    const name = `Counts as ${severityLooks[severity].label.toLowerCase()}`
    // Only in the list: the bar has room for the name.
    const label = severity === own && chosen !== own ? `${name} (default)` : name
    return { value: severity === own ? OWN : severity, label }
  })
  return (
    <Select
      label="Severity of this check"
      options={options}
      value={chosen === own ? OWN : chosen}
      onValue={value =>
        mutate({ checkId: issue.checkId, isOff: false, severity: value === OWN ? null : severityOf(value) })
      }
    />
  )
}

function severityOf(value: string): Severity | null {
  return severities.find(severity => severity === value) ?? null
}
