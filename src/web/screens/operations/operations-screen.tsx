/** "Operations": the crawls of all users, the storage and the errors of this server. For administrators only. */
import { useState } from 'react'
import type { OperationsResponse } from '#shared/api/operations.ts'
import { Card } from '../../components/card.tsx'
import { FetchErrorState, Skeleton } from '../../components/fetch-states.tsx'
import { formatDateTime } from '../../components/format.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { AdministratorsOnly } from '../../layout/administrators-only.tsx'
import { isForbidden, useOperations } from '../../queries/operations.ts'
import { useAuth } from '../../state/signed-in-user.ts'
import { ClearDataDialog, type ClearedSubject } from './clear-data.tsx'
import { FailedTable, QueueTable, RunningTable } from './crawl-tables.tsx'
import { Figures, FiguresNote } from './figures.tsx'
import { RecentErrors } from './recent-errors.tsx'

export function OperationsScreen() {
  const { isAdmin } = useAuth()
  const operations = useOperations({ isEnabled: isAdmin })
  if (!isAdmin || isForbidden(operations.error))
    return (
      <>
        <PageHeader title="Operations" />
        <AdministratorsOnly />
      </>
    )
  const { data, error, dataUpdatedAt, refetch } = operations
  return (
    <>
      <PageHeader
        title="Operations"
        description={
          data ? (
            `${data.version}, running since ${formatDateTime(data.startedAt)}`
          ) : (
            <Skeleton className="my-0.5 w-64 max-w-full" />
          )
        }
        actions={data && <FiguresNote atMs={dataUpdatedAt} error={error} />}
      />
      {error && !data ? (
        <Card>
          <FetchErrorState what="Failed to fetch the figures" error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Content operations={data} nowMs={dataUpdatedAt} />
      )}
    </>
  )
}

/** `nowMs`: when the figures were fetched; relative times count from it. */
function Content({ operations, nowMs }: { operations: OperationsResponse | undefined; nowMs: number }) {
  const [subject, setSubject] = useState<ClearedSubject | null>(null)
  const lists = { nowMs, onClear: setSubject }
  return (
    <div className="space-y-4">
      <Figures operations={operations} />
      <RunningTable crawls={operations?.running} total={operations?.runningCount ?? 0} {...lists} />
      <QueueTable crawls={operations?.waiting} total={operations?.waitingCount ?? 0} {...lists} />
      <FailedTable crawls={operations?.failed} {...lists} />
      <RecentErrors errors={operations?.recentErrors} />
      <ClearDataDialog subject={subject} onClose={() => setSubject(null)} />
    </div>
  )
}
