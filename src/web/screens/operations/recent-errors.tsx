/** Errors of this process since it started, newest first, each with its detail. */
import { ChevronRight } from 'lucide-react'
import type { OperationsResponse } from '#shared/api/operations.ts'
import { Badge } from '../../components/badge.tsx'
import { Card, CardHeader, CardTitle } from '../../components/card.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { Skeleton } from '../../components/fetch-states.tsx'
import { formatDateTime, formatNumber } from '../../components/format.ts'
import { keyErrors } from './operator-view.ts'

interface RecentErrorsProps {
  /** undefined while loading. */
  errors: OperationsResponse['recentErrors'] | undefined
}

export function RecentErrors({ errors }: RecentErrorsProps) {
  return (
    <Card id="errors" aria-labelledby="errors-title">
      <CardHeader className="pb-3">
        <CardTitle id="errors-title">Recent errors</CardTitle>
        {errors && errors.length > 0 && <Badge>{formatNumber(errors.length)}</Badge>}
      </CardHeader>
      {!errors || errors.length === 0 ? (
        <div className="grid min-h-24 place-items-center border-line border-t px-5 text-center text-ink-muted text-sm">
          {errors ? 'No errors since the server started.' : <Skeleton className="w-3/4" />}
        </div>
      ) : (
        <ul className="divide-y divide-line border-line border-t">
          {keyErrors(errors).map(({ key, at, event, detail }) => (
            <li key={key}>
              <details className="group/error">
                <summary className="-outline-offset-2 flex list-none items-center gap-x-3 px-4 py-2.5 text-sm hover:bg-sunken/60 sm:px-5 [&::-webkit-details-marker]:hidden">
                  <ChevronRight
                    aria-hidden
                    className="size-4 shrink-0 text-ink-faint transition-transform group-open/error:rotate-90"
                  />
                  <span className="flex min-w-0 flex-wrap items-baseline gap-x-4">
                    <time dateTime={at} className="figures shrink-0 text-ink-muted">
                      {formatDateTime(at)}
                    </time>
                    <CrawledText text={event} className="min-w-0 font-mono text-[0.8125rem] [overflow-wrap:anywhere]" />
                  </span>
                </summary>
                <pre className="mx-4 mb-3 rounded-control bg-sunken px-3 py-2 font-mono text-xs leading-5 whitespace-pre-wrap [overflow-wrap:anywhere] sm:mx-5">
                  <CrawledText text={detail === '' ? 'No details recorded.' : detail} />
                </pre>
              </details>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
