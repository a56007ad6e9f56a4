/** Checks the issue of the panel again: the button, and the state or result of the last recheck. */
import { CircleCheck, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import type { RecheckResponse } from '#shared/api/rechecks.ts'
import { Button } from '../components/button.tsx'
import { CrawledText } from '../components/crawled-text.tsx'
import { formatDateTime } from '../components/format.ts'
import { isCheckOpen, useCheckAgain, useClosing, useIssueChecks } from '../queries/rechecks.ts'

export function CheckAgain({ issue }: { issue: IssueResponse }) {
  const { data, error, refetch } = useIssueChecks(issue)
  const { mutate, isPending } = useCheckAgain(issue)
  const [last] = data?.checks ?? []
  useClosing(issue, last)
  const isBusy = isPending || isCheckOpen(last)
  if (error && !data)
    return (
      <Line button={<CheckButton label="Try again" onClick={() => void refetch()} />}>
        The server could not be reached.
      </Line>
    )
  const isClosed = last?.result === 'fixed'
  return (
    <Line
      button={
        <CheckButton
          label={isBusy ? 'Checking...' : 'Check again'}
          isBusy={isBusy}
          disabled={!data?.canCheckAgain || isClosed}
          onClick={() => mutate()}
        />
      }
    >
      {last ? <RecheckResult check={last} /> : (data?.note ?? '')}
    </Line>
  )
}

/** As high when empty as with one line of text. */
function Line({ button, children }: { button: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-b px-5 py-2.5">
      {button}
      <p role="status" className="min-w-0 flex-1 basis-48 break-words text-ink-muted text-sm">
        {children}
      </p>
    </div>
  )
}

interface CheckButtonProps {
  label: string
  isBusy?: boolean
  disabled?: boolean
  onClick: () => void
}

function CheckButton({ label, isBusy = false, ...rest }: CheckButtonProps) {
  return (
    <Button size="small" isBusy={isBusy} {...rest}>
      {!isBusy && <RotateCw aria-hidden />}
      {label}
    </Button>
  )
}

/** The state of a recheck, or its time and result. */
export function RecheckResult({ check }: { check: RecheckResponse }) {
  if (check.state === 'waiting') return 'Waiting in the queue to be checked again.'
  if (check.state === 'running') return 'Its URLs are being fetched again.'
  const time = check.checkedAt === null ? '' : `Checked again ${formatDateTime(check.checkedAt)}: `
  return (
    <>
      {check.result === 'fixed' && (
        <CircleCheck aria-hidden className="mr-1 inline-block size-4 align-text-bottom text-success" />
      )}
      {time}
      <span className={check.result === 'fixed' ? 'font-medium text-success' : 'text-ink'}>
        <CrawledText text={lowerFirst(check.sentence)} />
      </span>
    </>
  )
}

/** For a sentence after a colon. */
function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
