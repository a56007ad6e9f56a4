/** A redirect as a chain: each URL with its response, down to the end. */

import { clsx } from 'clsx'
import { Ban, CornerDownRight, Flag, type LucideIcon, RefreshCw, Repeat } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Badge, type BadgeTone, HttpStatus } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { formatCount, formatDuration } from '../../components/format.ts'
import { UrlText } from '../../components/url-text.tsx'
import type { RedirectStep, StepResponse } from './redirect-steps.ts'

/** A longer chain is collapsed to its start and end. */
const SHOWN_AT_FIRST = 4

export function RedirectChain({ steps }: { steps: readonly RedirectStep[] }) {
  const [isWholeShown, setWholeShown] = useState(false)
  const hidden = isWholeShown || steps.length <= SHOWN_AT_FIRST ? 0 : steps.length - SHOWN_AT_FIRST + 1
  const before = steps.slice(0, hidden === 0 ? steps.length : SHOWN_AT_FIRST - 2)
  const after = hidden === 0 ? [] : steps.slice(before.length + hidden)
  return (
    <ol className="min-w-0">
      <Steps steps={before} isLastPart={hidden === 0} />
      {hidden > 0 && (
        <Link
          isLast={false}
          mark={
            <span aria-hidden className="text-ink-faint text-xs">
              ⋮
            </span>
          }
        >
          <Button size="small" variant="link" className="-my-1 px-0" onClick={() => setWholeShown(true)}>
            Show {formatCount(hidden, 'more hop')}
          </Button>
        </Link>
      )}
      <Steps steps={after} isLastPart />
    </ol>
  )
}

function Steps({ steps, isLastPart }: { steps: readonly RedirectStep[]; isLastPart: boolean }) {
  return steps.map((step, index) => {
    const { icon: Icon, tone } = marks[step.response.kind]
    return (
      <Link
        // biome-ignore lint/suspicious/noArrayIndexKey: a chain never changes its order, and a loop repeats URLs
        key={index}
        isLast={isLastPart && index === steps.length - 1}
        mark={<Icon aria-hidden className={clsx('size-3.5', tone)} />}
      >
        {step.url === '' ? (
          <span className="block leading-7 text-ink-muted">No valid URL</span>
        ) : (
          <UrlText url={step.url} />
        )}
        <span className="flex flex-wrap items-center gap-2">
          <Response response={step.response} />
        </span>
      </Link>
    )
  })
}

const marks: Record<StepResponse['kind'], { icon: LucideIcon; tone: string }> = {
  hop: { icon: CornerDownRight, tone: 'text-info' },
  refresh: { icon: RefreshCw, tone: 'text-warning' },
  target: { icon: Flag, tone: 'text-ink-muted' },
  loop: { icon: Repeat, tone: 'text-error' },
  'no-end': { icon: Ban, tone: 'text-error' },
  error: { icon: Ban, tone: 'text-error' },
}

/** One URL; the line leads to the next one. */
function Link({ mark, isLast, children }: { mark: ReactNode; isLast: boolean; children: ReactNode }) {
  return (
    <li className="relative flex min-w-0 gap-2.5 pb-2 last:pb-0">
      {!isLast && <span aria-hidden className="absolute top-6 bottom-0 left-[0.6875rem] w-px bg-line-strong" />}
      <span className="mt-0.5 grid size-6 shrink-0 place-items-center rounded-full border border-line bg-surface">
        {mark}
      </span>
      <div className="min-w-0 flex-1">{children}</div>
    </li>
  )
}

function Response({ response }: { response: StepResponse }) {
  switch (response.kind) {
    case 'hop':
      return (
        <>
          <HttpStatus status={response.status} />
          <span className="figures text-ink-muted text-xs">{formatDuration(response.elapsedMs)}</span>
        </>
      )
    case 'error':
      return (
        <>
          <HttpStatus status={response.status} />
          <span className="text-error text-xs">ends here</span>
        </>
      )
    default: {
      const { words, tone } = endLabels[response.kind]
      return <Badge tone={tone}>{words}</Badge>
    }
  }
}

const endLabels: Record<Exclude<StepResponse['kind'], 'hop' | 'error'>, { words: string; tone: BadgeTone }> = {
  refresh: { words: 'Refresh in the page', tone: 'warning' },
  target: { words: 'Target', tone: 'neutral' },
  loop: { words: 'Requested before: a loop', tone: 'error' },
  'no-end': { words: 'Not followed further', tone: 'error' },
}
