/** URLs with their visits: by list, reason, bot and text; sorted, paged and exported. All of it is in the URL. */
import { SearchX } from 'lucide-react'
import type { VisitsResponse } from '#shared/api/visits.ts'
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'
import { hrefTo, idNumber } from '#shared/routes.ts'
import {
  type VisitRow,
  type VisitSort,
  type VisitTotals,
  visitListLabels,
  visitLists,
  visitSorts,
  wasteLabels,
  wasteReasons,
} from '#shared/visits.ts'
import { Badge, HttpStatus } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { formatDay, formatNumber } from '../../components/format.ts'
import { ListExportMenu } from '../../components/list-export-menu.tsx'
import { PagedRows } from '../../components/paged-rows.tsx'
import { pageSizeOf } from '../../components/pagination.tsx'
import { SearchInput, useDebouncedText } from '../../components/search-input.tsx'
import { Segments } from '../../components/segments.tsx'
import { Select } from '../../components/select.tsx'
import { EmptyState } from '../../components/states.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { UrlText } from '../../components/url-text.tsx'
import { useVisitRows } from '../../queries/visits.ts'
import { pageNumber, useUrlState } from '../../state/url-state.ts'

const urlDefaults = {
  list: 'all',
  waste: '',
  bot: '',
  search: '',
  sort: '',
  order: '',
  page: '1',
  size: String(TABLE_PAGE_SIZE),
}

const columns: readonly { sort: VisitSort; label: string; value: (row: VisitRow) => number }[] = [
  { sort: 'clicks', label: 'Clicks', value: row => row.clicks },
  { sort: 'impressions', label: 'Impressions', value: row => row.impressions },
  { sort: 'visits', label: 'Visits', value: row => row.visits },
  { sort: 'bots', label: 'Bot requests', value: row => row.botRequests },
]

interface VisitTableProps {
  visits: VisitsResponse
  totals: VisitTotals
  websiteId: number
  crawlText: string
  origin: string | undefined
}

export function VisitTable({ visits, totals, websiteId, crawlText, origin }: VisitTableProps) {
  const [urlState, change] = useUrlState(urlDefaults)
  const [text, setText] = useDebouncedText(urlState.search, search => change({ search, page: '1' }))
  const list = visitLists.find(each => each === urlState.list) ?? 'all'
  const sort = visitSorts.find(each => each === urlState.sort) ?? (totals.clicks > 0 ? 'clicks' : 'bots')
  const order = urlState.order === 'ascending' ? 'ascending' : 'descending'
  const page = pageNumber(urlState.page)
  const pageSize = pageSizeOf(urlState.size)
  const filter = {
    crawl: idNumber(crawlText) ?? undefined,
    list,
    waste: wasteReasons.find(each => each === urlState.waste),
    bot: visits.bots.find(({ id }) => id === urlState.bot)?.id,
    search: urlState.search.trim() || undefined,
  }
  const query = { ...filter, sort, order, limit: pageSize, offset: (page - 1) * pageSize } as const
  const part = useVisitRows(websiteId, query)
  const showAll = () => {
    setText('')
    change({ list: 'all', waste: '', bot: '', search: '', page: '1' })
  }
  const sortBy = (next: VisitSort) =>
    change({ sort: next, order: next === sort && order === 'descending' ? 'ascending' : 'descending', page: '1' })
  return (
    <Card id="urls">
      <div className="flex flex-wrap gap-2 border-line border-b p-3 sm:px-4">
        <Segments
          label="Which URLs"
          segments={visitLists.map(value => ({ value, label: visitListLabels[value], count: totals.lists[value] }))}
          value={list}
          onValue={value => change({ list: value, waste: '', page: '1' })}
        />
        <SearchInput
          label="Search URLs..."
          value={text}
          onValue={setText}
          className="min-w-44 grow basis-44 sm:max-w-sm"
        />
        {list === 'waste' && (
          <Select
            label="Reason"
            options={[
              { value: '', label: 'All reasons' },
              ...wasteReasons
                .filter(reason => totals.waste[reason] > 0)
                .map(reason => ({
                  value: reason,
                  label: `${wasteLabels[reason]} (${formatNumber(totals.waste[reason])} requests)`,
                })),
            ]}
            value={filter.waste ?? ''}
            onValue={waste => change({ waste, page: '1' })}
            className="w-72 max-sm:w-full"
          />
        )}
        {visits.bots.length > 0 && (
          <Select
            label="Bot"
            options={[
              { value: '', label: 'All bots' },
              ...visits.bots.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={filter.bot ?? ''}
            onValue={bot => change({ bot, page: '1' })}
            className="w-48 max-sm:w-full"
          />
        )}
        <ListExportMenu
          list={{ websiteId, part: 'visits', query: filter }}
          isEmpty={!part.data?.total}
          className="sm:ml-auto"
        />
      </div>
      <div className="min-h-[60dvh]">
        <PagedRows
          query={part}
          {...{ page, pageSize }}
          what="Failed to fetch the URLs"
          message="Loading URLs..."
          onChange={change}
          none={
            <EmptyState
              icon={SearchX}
              title="No URLs found"
              description="No URL of the visits fits the filters."
              action={<Button onClick={showAll}>Show all URLs</Button>}
            />
          }
        >
          {rows => (
            <Table label="URLs with their visits">
              <TableHead>
                <TableRow>
                  <TableHeaderCell className="w-[38%]">URL</TableHeaderCell>
                  {columns.map(column => (
                    <TableHeaderCell
                      key={column.sort}
                      sorted={column.sort === sort ? order : null}
                      onSort={() => sortBy(column.sort)}
                      className="md:text-right"
                    >
                      {column.label}
                    </TableHeaderCell>
                  ))}
                  <TableHeaderCell sorted={sort === 'last' ? order : null} onSort={() => sortBy('last')}>
                    Last bot
                  </TableHeaderCell>
                  <TableHeaderCell>Status</TableHeaderCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {rows.map(row => (
                  <UrlRow key={row.url} {...{ row, websiteId, crawlText, origin }} />
                ))}
              </TableBody>
            </Table>
          )}
        </PagedRows>
      </div>
    </Card>
  )
}

interface UrlRowProps extends Pick<VisitTableProps, 'websiteId' | 'crawlText' | 'origin'> {
  row: VisitRow
}

function UrlRow({ row, websiteId, crawlText, origin }: UrlRowProps) {
  const href = row.page === null ? undefined : hrefTo('page-insights', websiteId, { url: row.page, crawl: crawlText })
  return (
    <TableRow>
      <TableCell className="md:max-w-0">
        <UrlText url={row.url} href={href} origin={origin} />
        <Notes row={row} />
      </TableCell>
      {columns.map(({ sort, label, value }) => (
        <TableCell key={sort} label={label} className="figures md:text-right">
          {formatNumber(value(row))}
        </TableCell>
      ))}
      <TableCell label="Last bot" className="whitespace-nowrap">
        {row.lastBotMs === null ? '–' : formatDay(new Date(row.lastBotMs).toISOString())}
      </TableCell>
      <TableCell label="Status">
        <Statuses row={row} />
      </TableCell>
    </TableRow>
  )
}

function Notes({ row: { waste, wasteRequests, isUnlinked, page } }: { row: VisitRow }) {
  return (
    <span className="mt-1 flex flex-wrap gap-1.5 empty:hidden">
      {waste !== null && (
        <Badge tone="warning">
          {wasteLabels[waste]}: {formatNumber(wasteRequests)}
        </Badge>
      )}
      {isUnlinked && <Badge tone="warning">No link leads here</Badge>}
      {page === null && <Badge>Not in the crawl</Badge>}
    </span>
  )
}

/** What bots saw most, and the crawl where that was another code. */
function Statuses({ row: { statuses, crawlStatus, isStatusDifferent } }: { row: VisitRow }) {
  const seen = Object.entries(statuses).sort(([, one], [, other]) => other - one)
  const most = seen[0] === undefined ? null : Number(seen[0][0])
  if (most === null) return crawlStatus === null ? '–' : <HttpStatus status={crawlStatus} />
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <HttpStatus status={most} />
      {isStatusDifferent && (
        <>
          <span className="text-ink-muted text-xs">in the crawl</span>
          <HttpStatus status={crawlStatus} />
        </>
      )}
    </span>
  )
}
