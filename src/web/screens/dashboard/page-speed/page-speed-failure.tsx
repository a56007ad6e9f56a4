/** A page could not be measured, in the words of the error catalogue and in those of the server. */
import { ExternalLink, RotateCw } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { pageSpeedFailureLabels } from '../../../queries/page-speed.ts'
import { pageSpeedReportUrl } from './page-speed-report-url.ts'

interface PageSpeedFailureProps {
  url: string
  error: unknown
  onTryAgain: () => void
}

export function PageSpeedFailure({ url, error, onTryAgain }: PageSpeedFailureProps) {
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
