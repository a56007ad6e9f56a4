/** One page's speed in whatever state it is: not asked, on its way, failed, cancelled, or there; the last is the caller's to draw. */
/** A page is being measured: what is done, for how long, and a way to stop it. */
/** A page could not be measured, in the words of the error catalogue and in those of the server. */
import { ExternalLink, Gauge, LoaderCircle, RotateCw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PageSpeedProgressResponse } from '#shared/api/page-speed.ts'
import { type PageSpeed, pageSpeedPhaseLabels } from '#shared/page-speed.ts'
import { Button } from '../../../components/button.tsx'
import { formatCount, formatNumber } from '../../../components/format.ts'
import { EmptyState, ErrorState } from '../../../components/states.tsx'
import { type PageSpeedState, pageSpeedFailureLabels } from '../../../queries/page-speed.ts'
import { pageSpeedReportUrl } from './page-speed-labels.ts'

interface PageSpeedViewProps {
  url: string
  state: PageSpeedState
  isCrawling: boolean
  children: (speed: PageSpeed) => ReactNode
}

export function PageSpeedView({ url, state, isCrawling, children }: PageSpeedViewProps) {
  const { speed, error, isMeasuring, isCancelled, isKnown, progress, cancel, tryAgain } = state
  if (speed)
    return (
      <>
        {isMeasuring && <PageSpeedProgressLine progress={progress} onCancel={cancel} />}
        {!isMeasuring && error && (
          <p role="alert" className="border-line border-b bg-sunken px-4 py-2 text-error text-sm sm:px-5">
            It could not be analyzed again: {pageSpeedFailureLabels(error)}
          </p>
        )}
        {children(speed)}
      </>
    )
  // What is kept is there at once: until it is known whether there is any, nothing is said of waiting.
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
        title="Page speed comes after the crawl"
        description="A crawl and a measurement at once would slow each other down, so the page is analyzed once the crawl has ended."
      />
    )
  return null
}

/** Measures anew what has been measured. */
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
  /** undefined while nothing has been told. */
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
      <p className="figures min-h-5 text-ink-muted text-sm">{progressWords(progress)}</p>
      <p className="text-ink-muted text-sm">For a slow page the analysis may take up to 2 minutes.</p>
      <Button className="mt-4" onClick={onCancel}>
        <X aria-hidden />
        Cancel
      </Button>
      <Outline />
    </div>
  )
}

/** What will stand there, in grey: it fills the room that is kept for it. It does not move, for something else does. */
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

/** The same in a line, beside a result from before. */
function PageSpeedProgressLine({ progress, onCancel }: PageSpeedProgressProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-sunken px-4 py-2 text-sm sm:px-5">
      <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-accent" />
      <p role="status">Analyzing page speed again... This may take up to 60 seconds.</p>
      <p className="figures text-ink-muted">{progressWords(progress)}</p>
      <Button size="small" className="ml-auto" onClick={onCancel}>
        <X aria-hidden />
        Cancel
      </Button>
    </div>
  )
}

function progressWords(progress: PageSpeedProgressResponse | undefined): string {
  if (progress?.state === 'waiting')
    return progress.place === 1 ? 'Next in the queue' : `Place ${formatNumber(progress.place)} in the queue`
  if (progress?.state !== 'running') return ''
  const words = pageSpeedPhaseLabels[progress.phase]
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} · ${formatCount(progress.seconds, 'second')}`
}

interface PageSpeedFailureProps {
  url: string
  error: unknown
  onTryAgain: () => void
}

function PageSpeedFailure({ url, error, onTryAgain }: PageSpeedFailureProps) {
  const words = pageSpeedFailureLabels(error)
  return (
    <div data-short>
      <ErrorState
        message="Unable to load PageSpeed Insights data"
        detail={
          <>
            {/API key/i.test(words)
              ? 'The API key is missing or invalid.'
              : 'The PageSpeed Insights service is temporarily unavailable.'}
            <span className="mt-1 block [overflow-wrap:anywhere]">{words}</span>
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

/** Google's own report, of a page that everybody can reach. */
export function ExternalReport({ url }: { url: string }) {
  return (
    <Button href={pageSpeedReportUrl(url)} target="_blank" rel="noopener noreferrer">
      <ExternalLink aria-hidden />
      Open the external report
    </Button>
  )
}
