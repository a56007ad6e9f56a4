/**
 * A crawl that has not ended: its progress as text and bar, and the buttons that pause, resume and stop it. The dashboard polls the
 * crawl. After the crawl is complete this stays for two seconds and then calls `onComplete`, once per crawl.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CirclePause, LoaderCircle, type LucideIcon, Pause, Play, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { EndpointRow } from '#shared/api/contract.ts'
import { type CrawlResultResponse, crawlEndpoints } from '#shared/api/crawls.ts'
import { COMPLETION_CALLBACK_DELAY_MS } from '#shared/constants.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { callApi } from '../../queries/api-client.ts'
import { useToast } from '../../state/toasts.ts'
import { crawlProgressDetail, crawlProgressPercent, crawlProgressText } from './crawl-progress-text.ts'
import { type PhaseProgress, remainingText, withPoll } from './remaining-time.ts'

interface CrawlProgressProps {
  websiteId: number
  /** null until it has been fetched. */
  crawl: CrawlResultResponse | null
  /** Called two seconds after the crawl is seen to be complete, with its id. */
  onComplete: (crawlId: number) => void
}

export function CrawlProgress({ websiteId, crawl, onComplete }: CrawlProgressProps) {
  const completedId = crawl?.status === 'complete' ? crawl.crawlId : null
  const report = useRef(onComplete)
  useEffect(() => {
    report.current = onComplete
  })
  useEffect(() => {
    if (completedId === null) return
    const timer = setTimeout(() => report.current(completedId), COMPLETION_CALLBACK_DELAY_MS)
    return () => clearTimeout(timer)
  }, [completedId])
  const isRunning = completedId === null
  const remaining = useRemainingTime(crawl)
  return (
    <Card aria-label="Crawl progress" className="mb-4 flex min-h-24.5 flex-col p-4 max-sm:min-h-40 sm:px-5">
      <div className="mb-3 flex items-center justify-between gap-3">
        <div className="flex min-w-0 items-center gap-3">
          {isRunning && <StateIcon isPaused={crawl?.status === 'paused'} />}
          <div className="min-w-0">
            <p role="status" className="figures font-semibold">
              {crawlProgressText(crawl)}
            </p>
            <p className="figures min-h-5 text-ink-muted text-sm">
              {crawl ? [crawlProgressDetail(crawl), remaining].filter(Boolean).join(' · ') : ''}
            </p>
          </div>
        </div>
        {isRunning && crawl && <CrawlControls websiteId={websiteId} crawl={crawl} />}
      </div>
      <ProgressBar percent={crawlProgressPercent(crawl)} />
    </Card>
  )
}

/** By the polls that this document has seen. */
function useRemainingTime(crawl: CrawlResultResponse | null): string {
  const [progress, setProgress] = useState<PhaseProgress | null>(null)
  useEffect(() => {
    setProgress(before => crawl && withPoll(before, crawl, performance.now()))
  }, [crawl])
  return remainingText(progress)
}

function StateIcon({ isPaused }: { isPaused: boolean }) {
  return isPaused ? (
    <CirclePause aria-hidden className="size-5 shrink-0 text-warning" />
  ) : (
    <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin text-accent" />
  )
}

function ProgressBar({ percent }: { percent: number }) {
  return (
    <div
      role="progressbar"
      aria-label="Crawl progress"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="mt-auto h-2 shrink-0 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full origin-left rounded-full bg-accent transition-transform duration-700"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  )
}

interface Control {
  row: EndpointRow
  icon: LucideIcon
  label: string
  /** Shown from the click until the crawl's status has changed. */
  busyLabel: string
  failure: string
}

const controls = {
  pause: {
    row: crawlEndpoints.pauseCrawl,
    icon: Pause,
    label: 'Pause',
    busyLabel: 'Pausing...',
    failure: 'The crawl was not paused',
  },
  resume: {
    row: crawlEndpoints.resumeCrawl,
    icon: Play,
    label: 'Resume',
    busyLabel: 'Resuming...',
    failure: 'The crawl was not resumed',
  },
  stop: {
    row: crawlEndpoints.stopCrawl,
    icon: Square,
    label: 'Stop',
    busyLabel: 'Stopping...',
    failure: 'The crawl was not stopped',
  },
} as const satisfies Record<string, Control>

function CrawlControls({ websiteId, crawl }: { websiteId: number; crawl: CrawlResultResponse }) {
  const change = crawl.status === 'paused' ? 'resume' : 'pause'
  return (
    <div className="flex shrink-0 gap-2 max-sm:flex-col">
      {/* The key resets the button once the crawl has paused or resumed. */}
      <ControlButton key={change} websiteId={websiteId} control={controls[change]} />
      <ControlButton websiteId={websiteId} control={controls.stop} />
    </div>
  )
}

function ControlButton({ websiteId, control }: { websiteId: number; control: Control }) {
  const { toast } = useToast()
  const client = useQueryClient()
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => callApi(control.row, { id: websiteId }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['crawl', websiteId] }),
    onError: error => toast({ title: control.failure, description: error.message, variant: 'destructive' }),
  })
  const isBusy = isPending || isSuccess
  return (
    // The crawl finishes its running requests after the response: the button stays busy until then.
    <Button size="small" isBusy={isBusy} onClick={() => mutate()}>
      {!isBusy && <control.icon aria-hidden />}
      {isBusy ? control.busyLabel : control.label}
    </Button>
  )
}
