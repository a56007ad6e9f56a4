/** The page speed of one page in each of its states: measuring, failed, cancelled, waiting for a crawl, or measured. */
import { ExternalLink, Gauge, LoaderCircle, RotateCw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PageSpeedProgressResponse } from '#shared/api/page-speed.ts'
import { type PageSpeed, pageSpeedPhaseLabels, pageSpeedReportUrl } from '#shared/page-speed.ts'
import { Button } from '../../../components/button.tsx'
import { formatCount, formatNumber, upperFirst } from '../../../components/format.ts'
import { EmptyState, ErrorState } from '../../../components/states.tsx'
import { type PageSpeedState, pageSpeedFailureText } from '../../../queries/page-speed.ts'

interface PageSpeedViewProps {
  url: string
  state: PageSpeedState
  isCrawling: boolean
  children: (speed: PageSpeed) => ReactNode
}

/** `children` renders the result. */
export function PageSpeedView({ url, state, isCrawling, children }: PageSpeedViewProps) {
  const { speed, error, isMeasuring, isCancelled, isKnown, progress, cancel, tryAgain } = state
  if (speed)
    return (
      <>
        {isMeasuring && <PageSpeedProgressLine progress={progress} onCancel={cancel} />}
        {!isMeasuring && error && (
          <p role="alert" className="border-line border-b bg-sunken px-4 py-2 text-error text-sm sm:px-5">
            The page could not be analyzed again: {pageSpeedFailureText(error)}
          </p>
        )}
        {children(speed)}
      </>
    )
  // A cached result is there at once: no progress is shown until it is known that there is none.
  if (isMeasuring && progress?.state !== 'measured') return <PageSpeedProgress progress={progress} onCancel={cancel} />
  if (error) return <PageSpeedFailure url={url} error={error} onTryAgain={tryAgain} />
  if (isCancelled)
    return (
      <div data-short>
        <EmptyState
          icon={Gauge}
          title="The analysis was cancelled"
          action={
            <Button onClick={tryAgain}>
              <RotateCw aria-hidden />
              Analyze
            </Button>
          }
        />
      </div>
    )
  if (isCrawling && isKnown)
    return (
      <EmptyState
        icon={Gauge}
        title="Page speed is measured after the crawl"
        description="A crawl and a measurement at the same time would slow each other down."
      />
    )
  return null
}

/** Repeats a measurement. */
export function AnalyzeAgain({
  state: { speed, isMeasuring, analyzeAgain },
  isCrawling,
}: Pick<PageSpeedViewProps, 'state' | 'isCrawling'>) {
  if (!speed) return null
  return (
    <Button size="small" disabled={isMeasuring || isCrawling} onClick={analyzeAgain}>
      <RotateCw aria-hidden />
      Analyze again
    </Button>
  )
}

interface PageSpeedProgressProps {
  /** undefined until it has been fetched. */
  progress: PageSpeedProgressResponse | undefined
  onCancel: () => void
}

function PageSpeedProgress({ progress, onCancel }: PageSpeedProgressProps) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-10 text-center xl:py-20">
      <LoaderCircle aria-hidden className="mb-3 size-8 animate-spin text-accent" />
      <p role="status" className="font-semibold">
        Analyzing page speed... This may take up to 60 seconds.
      </p>
      <p className="figures min-h-5 text-ink-muted text-sm">{progressText(progress)}</p>
      <p className="text-ink-muted text-sm">For a slow page the analysis may take up to 2 minutes.</p>
      <Button className="mt-4" onClick={onCancel}>
        <X aria-hidden />
        Cancel
      </Button>
      <Outline />
    </div>
  )
}

/** A grey outline of the result, of its size. Not animated: the spinner is. */
function Outline() {
  return (
    <div aria-hidden className="mt-8 w-full max-w-3xl space-y-4 xl:hidden">
      <div className="mx-auto size-36 rounded-full border-12 border-line" />
      {['performance', 'accessibility', 'best practices', 'SEO'].map(each => (
        <div key={each} className="h-2 rounded-full bg-line" />
      ))}
      {['LCP', 'INP', 'CLS', 'TBT'].map(each => (
        <div key={each} className="h-24 rounded-control bg-line/60 md:h-10" />
      ))}
    </div>
  )
}

/** The progress in one line, above an earlier result. */
function PageSpeedProgressLine({ progress, onCancel }: PageSpeedProgressProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-sunken px-4 py-2 text-sm sm:px-5">
      <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-accent" />
      <p role="status">Analyzing page speed again... This may take up to 60 seconds.</p>
      <p className="figures text-ink-muted">{progressText(progress)}</p>
      <Button size="small" className="ml-auto" onClick={onCancel}>
        <X aria-hidden />
        Cancel
      </Button>
    </div>
  )
}

function progressText(progress: PageSpeedProgressResponse | undefined): string {
  if (progress?.state === 'waiting')
    return progress.place === 1 ? 'Next in the queue' : `Position ${formatNumber(progress.place)} in the queue`
  if (progress?.state !== 'running') return ''
  return `${upperFirst(pageSpeedPhaseLabels[progress.phase])} · ${formatCount(progress.seconds, 'second')}`
}

interface PageSpeedFailureProps {
  url: string
  error: unknown
  onTryAgain: () => void
}

/** The page could not be measured: the error, the reason, and a way to retry. */
function PageSpeedFailure({ url, error, onTryAgain }: PageSpeedFailureProps) {
  const reason = pageSpeedFailureText(error)
  return (
    <div data-short>
      <ErrorState
        message="Unable to load PageSpeed Insights data"
        detail={
          <>
            {/API key/i.test(reason)
              ? 'The API key is missing or invalid.'
              : 'The PageSpeed Insights service is temporarily unavailable.'}
            <span className="mt-1 block [overflow-wrap:anywhere]">{reason}</span>
          </>
        }
        action={
          <>
            <Button onClick={onTryAgain}>
              <RotateCw aria-hidden />
              Try Again
            </Button>
            <ExternalReport url={url} />
          </>
        }
      />
    </div>
  )
}

/** Link to Google's report, for pages on the public internet. */
export function ExternalReport({ url }: { url: string }) {
  return (
    <Button href={pageSpeedReportUrl(url)} target="_blank" rel="noopener noreferrer">
      <ExternalLink aria-hidden />
      Open the external report
    </Button>
  )
}
