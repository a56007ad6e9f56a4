/** One page's speed in whatever state it is: not asked, on its way, failed, cancelled, or there; the last is the caller's to draw. */
import { Gauge, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PageSpeed } from '#shared/page-speed.ts'
import { Button } from '../../../components/button.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { type PageSpeedState, pageSpeedFailureLabels } from '../../../queries/page-speed.ts'
import { PageSpeedFailure } from './page-speed-failure.tsx'
import { PageSpeedProgress, PageSpeedProgressLine } from './page-speed-progress.tsx'

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
