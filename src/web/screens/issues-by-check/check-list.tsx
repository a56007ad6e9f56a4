/** The checks of a crawl with their filters, as the URL says, and their states. */

import { CircleCheck, ListX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CheckResultResponse } from '#shared/api/checks.ts'
import { idNumber } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { FetchErrorState, Skeleton } from '../../components/fetch-states.tsx'
import { EmptyState } from '../../components/states.tsx'
import type { IssueScreenCrawl } from '../../issues/issue-screen.tsx'
import { useCrawlChecks } from '../../queries/issues.ts'
import { useUrlState } from '../../state/url-state.ts'
import { CheckFilters } from './check-filters.tsx'
import { type CheckFilter, type CheckPlace, checkColumns, matchingChecks, sortedChecks } from './check-rows.ts'
import { CheckTable } from './check-table.tsx'

const noFilter = { search: '', severity: '', subject: '', gain: '', new: '' }
const urlDefaults = { ...noFilter, segment: '', all: '', sort: 'gain', order: 'descending', grouped: '' }
const noOpenRows = { check: '', cause: '', issue: '' }

interface CheckListProps extends IssueScreenCrawl {
  /** Shown instead of the table when nothing was found. */
  none: ReactNode
}

export function CheckList({ none, ...place }: CheckListProps) {
  const { websiteId, crawlText } = place
  const [{ segment }, change] = useUrlState(urlDefaults)
  const crawl = idNumber(crawlText) ?? undefined
  const { data, error, refetch, isPlaceholderData } = useCrawlChecks(websiteId, { crawl, segment })
  if (data)
    return (
      // Those of another segment, until these are loaded.
      <div aria-busy={isPlaceholderData} className="aria-busy:opacity-60">
        <LoadedChecks checks={data} none={none} segment={segment} {...place} />
      </div>
    )
  if (!error) return <LoadingChecks />
  return (
    <>
      <FetchErrorState what="Failed to fetch the checks" error={error} onRetry={() => void refetch()} />
      {segment !== '' && (
        <p className="-mt-6 pb-10 text-center text-sm">
          <Button variant="link" size="small" onClick={() => change({ segment: '' })}>
            Show all segments
          </Button>
        </p>
      )}
    </>
  )
}

type LoadedChecksProps = CheckListProps & CheckPlace & { checks: readonly CheckResultResponse[] }

function LoadedChecks({ checks, none, ...place }: LoadedChecksProps) {
  const { segment } = place
  const [state, change] = useUrlState(urlDefaults)
  const [, changeOpen] = useUrlState(noOpenRows)
  const [clearings, setClearings] = useState(0)
  const filter: CheckFilter = {
    ...state,
    isNew: state.new === 'true' && segment === '',
    isComplete: state.all === 'true',
  }
  const column = checkColumns.find(each => each === state.sort) ?? 'gain'
  const order = { column, isDescending: state.order !== 'ascending' }
  const shown = sortedChecks(matchingChecks(checks, filter), order)
  const changeFilter = (next: Partial<typeof urlDefaults>) => {
    change(next)
    changeOpen(noOpenRows)
  }
  const clear = () => {
    changeFilter(noFilter)
    setClearings(clearings + 1)
  }
  const hasIssues = checks.some(({ issueCount }) => issueCount > 0)
  if (!hasIssues && !filter.isComplete && segment === '')
    return (
      <>
        {none}
        <p className="-mt-6 pb-10 text-center text-sm">
          <Button variant="link" size="small" onClick={() => changeFilter({ all: 'true' })}>
            Show checks without findings
          </Button>
        </p>
      </>
    )
  return (
    <>
      <CheckFilters key={clearings} checks={checks} filter={filter} place={place} onChange={changeFilter} />
      {!hasIssues && !filter.isComplete ? (
        <EmptyState
          icon={CircleCheck}
          title="No issues in this segment"
          description="No check has found anything on its pages."
          action={<Button onClick={() => changeFilter({ segment: '' })}>Show all segments</Button>}
        />
      ) : shown.length === 0 ? (
        <EmptyState
          icon={ListX}
          title="No checks match these filters"
          action={<Button onClick={clear}>Clear All</Button>}
        />
      ) : (
        <CheckTable
          checks={shown}
          total={checks}
          order={order}
          isGrouped={state.grouped !== 'no'}
          isComplete={filter.isComplete}
          onSort={sort => change({ sort, order: nextOrder(sort === column, order.isDescending) })}
          onGroup={isGrouped => change({ grouped: isGrouped ? '' : 'no' })}
          onComplete={isComplete => changeFilter({ all: isComplete ? 'true' : '' })}
          place={place}
        />
      )}
    </>
  )
}

/** The most important first; the other way round the second time. */
function nextOrder(isSame: boolean, isDescending: boolean): string {
  return isSame && isDescending ? 'ascending' : 'descending'
}

const LOADING_ROWS = 24

/** As high as the filters, the head and many rows. */
function LoadingChecks() {
  return (
    <div className="p-3 sm:px-5">
      <p role="status" className="sr-only">
        Loading checks...
      </p>
      <Skeleton className="h-10 w-full rounded-control" />
      <div className="mt-3">
        {Array.from({ length: LOADING_ROWS }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never change places
          <div key={row} className="flex h-[2.625rem] items-center">
            <Skeleton className="w-full" />
          </div>
        ))}
      </div>
    </div>
  )
}
