/**
 * A running crawl: what it does in words, a number and a bar, and a way to stop it. It shows what is polled elsewhere and asks
 * nothing by itself. Once the crawl is complete it stays for two seconds and then says so, once per crawl.
 */
import { useMutation } from '@tanstack/react-query'
import { LoaderCircle, Square } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type CrawlResultAnswer, crawlEndpoints } from '#shared/api/crawls.ts'
import { COMPLETION_CALLBACK_DELAY_MS } from '#shared/constants.ts'
import type { CrawlPhase } from '#shared/model.ts'
import { callApi } from '../queries/api-client.ts'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { crawlProgressPercent, crawlProgressText } from './crawl-progress-text.ts'
import { formatNumber } from './format.ts'
import { useToast } from './use-toast.ts'

interface CrawlProgressProps {
  websiteId: number
  /** The newest answer; null before the first. */
  crawl: CrawlResultAnswer | null
  /** Called two seconds after the crawl is seen to be complete, with its id. */
  onComplete: (crawlId: number) => void
}

const phaseTexts: Record<CrawlPhase, string> = {
  starting: 'Reading robots.txt and the start page',
  visiting: 'Visiting pages',
  probing: 'Checking links and resources',
  measuring: 'Measuring page speed',
  judging: 'Comparing pages with each other',
  done: '',
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
  return (
    <Card aria-label="Crawl progress" className="mb-4 flex min-h-24.5 flex-col p-4 max-sm:min-h-40 sm:px-5">
      <div className="mb-3 flex items-center justify-between gap-3">
        <div className="flex min-w-0 items-center gap-3">
          {isRunning && <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin text-accent" />}
          <div className="min-w-0">
            <p role="status" className="figures font-semibold">
              {crawlProgressText(crawl)}
            </p>
            <p className="figures min-h-5 text-ink-muted text-sm">{crawl ? detail(crawl) : ''}</p>
          </div>
        </div>
        {isRunning && crawl && <StopButton websiteId={websiteId} />}
      </div>
      <ProgressBar percent={crawlProgressPercent(crawl)} />
    </Card>
  )
}

function detail({ phase, pagesCrawled, crawlLimit }: CrawlResultAnswer): string {
  return [phaseTexts[phase], `${formatNumber(pagesCrawled)} of ${formatNumber(crawlLimit)} pages`]
    .filter(Boolean)
    .join(' · ')
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

function StopButton({ websiteId }: { websiteId: number }) {
  const { toast } = useToast()
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => callApi(crawlEndpoints.stopCrawl, { id: websiteId }),
    onError: error => toast({ title: 'The crawl was not stopped', description: error.message, variant: 'destructive' }),
  })
  return (
    // Between the answer and the end of the crawl, pages under way are still finished: the button stays busy until then.
    <Button size="small" isBusy={isPending || isSuccess} onClick={() => mutate()}>
      {!isPending && !isSuccess && <Square aria-hidden />}
      {isPending || isSuccess ? 'Stopping...' : 'Stop'}
    </Button>
  )
}
