/** The stored crawl as formatted JSON, for administrators. A chunk of its own; it fetches nothing until it is opened. */
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronRight, RotateCw } from 'lucide-react'
import { useId, useState } from 'react'
import { operationsEndpoints } from '#shared/api/operations.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { LoadingState } from '../../components/fetch-states.tsx'
import { ErrorState } from '../../components/states.tsx'
import { callApi, fetchFailure, serverMessage } from '../../queries/api-client.ts'
import { queryKeys } from '../../queries/query-client.ts'

interface RawDataCardProps {
  websiteId: number
  /** An earlier crawl; null is the newest. */
  crawlId: number | null
}

export function RawDataCard({ websiteId, crawlId }: RawDataCardProps) {
  const [isOpen, setOpen] = useState(false)
  const contentId = useId()
  return (
    <Card className="mt-4">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => setOpen(!isOpen)}
          className="-outline-offset-2 flex w-full items-center gap-2 px-4 py-3.5 text-left font-semibold text-[0.9375rem] leading-6 sm:px-5"
        >
          <ChevronRight
            aria-hidden
            className={clsx('size-4 shrink-0 text-ink-faint transition-transform', isOpen && 'rotate-90')}
          />
          Raw data (Admin Only)
        </button>
      </h2>
      <div id={contentId} className="border-line border-t" hidden={!isOpen}>
        {isOpen && <Content websiteId={websiteId} crawlId={crawlId} />}
      </div>
    </Card>
  )
}

function Content({ websiteId, crawlId }: RawDataCardProps) {
  const { data, error, refetch, isFetching } = useDiagnostics(websiteId, { crawlId, isWanted: true })
  if (error)
    return (
      <ErrorState
        message={fetchFailure('Failed to fetch raw data', error)}
        detail={serverMessage(error)}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <LoadingState message="Loading raw data..." rows={8} />
  const json = JSON.stringify(data, null, 2)
  return (
    <div className="p-4 sm:p-5">
      <div className="mb-3 flex flex-wrap gap-2">
        <CopyButton text={json} what="raw data" />
        <Button isBusy={isFetching} onClick={() => void refetch()}>
          {!isFetching && <RotateCw aria-hidden />}
          Refresh
        </Button>
      </div>
      <section
        aria-label="Raw data"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className="max-h-[32rem] overflow-auto rounded-control border border-line bg-sunken p-3"
      >
        <pre className="font-mono text-[0.8125rem] leading-5">
          <CrawledText text={json} dir="ltr" />
        </pre>
      </section>
    </div>
  )
}

interface DiagnosticsOptions {
  /** An earlier crawl; null is the newest. */
  crawlId: number | null
  /** Fetches nothing while false. */
  isWanted: boolean
}

function useDiagnostics(websiteId: number, { crawlId, isWanted }: DiagnosticsOptions) {
  return useQuery({
    queryKey: queryKeys.diagnostics(websiteId, crawlId),
    queryFn: ({ signal }) =>
      callApi(operationsEndpoints.diagnostics, { id: websiteId, query: { crawl: crawlId ?? undefined }, signal }),
    enabled: isWanted,
    // Always the current state.
    staleTime: 0,
  })
}
