/** The pages of a crawl: views, filters, chosen columns, order and paging, all of it in the URL. */

import { clsx } from 'clsx'
import { Columns3, FileText, SearchX } from 'lucide-react'
import { type KeyboardEvent, lazy, useId, useState } from 'react'
import type { PageResponse } from '#shared/api/pages.ts'
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'
import { type ColumnId, fieldColumnsOf, pageColumn } from '#shared/page-columns.ts'
import { MAX_CHOSEN_PAGES, pageStatuses } from '#shared/page-list.ts'
import { idNumber } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { DisclosurePanel } from '../../components/disclosure-panel.tsx'
import { FilterChips } from '../../components/filter-chips.tsx'
import { ListExportMenu } from '../../components/list-export-menu.tsx'
import { PagedPages } from '../../components/paged-rows.tsx'
import { pageSizeOf } from '../../components/pagination.tsx'
import { SearchInput, useDebouncedText } from '../../components/search-input.tsx'
import { Select } from '../../components/select.tsx'
import { SelectionBar } from '../../components/selection-bar.tsx'
import { EmptyState } from '../../components/states.tsx'
import { Table, TableBody, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { SegmentSelect } from '../../issues/segment-select.tsx'
import { useCrawlResult } from '../../queries/crawls.ts'
import { pageExport } from '../../queries/export-list.ts'
import { usePagesPart } from '../../queries/pages.ts'
import { pageNumber, useUrlState } from '../../state/url-state.ts'
import { isAtRight, PageRow, shortLabel } from './page-row.tsx'
import { filterOf, type PageView, readView, viewDefaults, writeColumns, writeFilters } from './page-view.ts'
import { ViewTabs } from './view-tabs.tsx'

const ColumnsPanel = lazy(() => import('./columns-panel.tsx').then(part => ({ default: part.ColumnsPanel })))

const urlDefaults = { ...viewDefaults, page: '1', size: String(TABLE_PAGE_SIZE) }

const statusOptions = [
  { value: '', label: 'All' },
  ...pageStatuses.map(status => ({ value: status, label: status === 'none' ? 'No response' : status })),
]

interface PagesTableProps {
  /** Of the whole crawl; null while loading. */
  pageCount: number | null
  websiteId: number
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
  /** Of the start URL, once it is known. */
  origin: string | undefined
}

export function PagesTable({ pageCount, websiteId, crawlText, origin }: PagesTableProps) {
  const [state, change] = useUrlState(urlDefaults)
  const statusId = useId()
  const [selected, setSelected] = useState<readonly PageResponse[]>([])
  const [searchText, setSearchText] = useDebouncedText(state.search, search => change({ search, page: '1' }))
  const crawlId = idNumber(crawlText)
  const crawl = useCrawlResult(websiteId, crawlId)
  const fields = crawl.data ? fieldColumnsOf(crawl.data.options) : []
  const view = readView(state, fields)
  const filter = filterOf(view)
  const part = usePagesPart(websiteId, {
    crawlId,
    filter,
    page: pageNumber(state.page),
    pageSize: pageSizeOf(state.size),
  })
  const isFiltered =
    view.search !== '' || view.status !== undefined || view.segment !== '' || view.conditions.length > 0
  const showAll = () => {
    setSearchText('')
    change({ search: '', status: '', segment: '', ...writeFilters([]) })
  }
  const isSelected = ({ id }: PageResponse) => selected.some(page => page.id === id)
  const select = (page: PageResponse) =>
    setSelected(isSelected(page) ? selected.filter(({ id }) => id !== page.id) : [...selected, page])
  return (
    <Card>
      <ViewTabs
        {...{ websiteId, crawlId, state }}
        onView={chosen => {
          setSearchText(chosen.search)
          change({ ...chosen, page: '1' })
        }}
      />
      <div className="flex flex-wrap items-center gap-2.5 px-3 pt-3 sm:px-5">
        <SearchInput
          label="Search pages..."
          value={searchText}
          onValue={setSearchText}
          className="grow basis-56 max-md:basis-full sm:max-w-sm max-md:max-w-none"
        />
        <span className="flex items-center gap-2 text-ink-muted text-sm max-md:w-full">
          <label htmlFor={statusId}>Status</label>
          <Select
            id={statusId}
            options={statusOptions}
            value={state.status}
            onValue={status => change({ status, page: '1' })}
            className="w-36 max-md:flex-1"
          />
        </span>
        <SegmentSelect
          websiteId={websiteId}
          value={view.segment}
          onValue={segment => change({ segment, page: '1' })}
          className="w-44 max-md:w-full"
        />
        <DisclosurePanel
          label="Columns"
          className="max-md:flex-1 md:ml-auto"
          button={
            <>
              <Columns3 aria-hidden />
              Columns
            </>
          }
          panelClassName="w-72 max-w-[calc(100vw-3rem)] max-md:left-0 md:right-0"
        >
          {() => (
            <ColumnsPanel
              fields={fields}
              columns={view.columns}
              onColumns={columns => change({ columns: writeColumns(columns, fields) })}
            />
          )}
        </DisclosurePanel>
        <ListExportMenu
          list={pageExport({ websiteId, crawlId, filter, columns: view.columns })}
          isEmpty={!part.data?.total}
          className="max-md:flex-1"
        />
      </div>
      <div className="px-3 pt-2.5 pb-3 sm:px-5">
        <FilterChips
          conditions={view.conditions}
          fields={fields}
          onConditions={conditions => change(writeFilters(conditions))}
          onClear={isFiltered ? showAll : undefined}
        />
      </div>
      <div id="results" tabIndex={-1} className="outline-none">
        <PagedPages part={part} onChange={change} none={<NoPages hasPages={pageCount !== 0} onShowAll={showAll} />}>
          {rows => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
            <section aria-label="Pages" tabIndex={0} className="relative md:overflow-x-auto">
              <Table label="All crawled pages" onKeyDown={moveByArrows}>
                <Heads
                  view={view}
                  onSort={(sort, order) => change({ sort, order, page: '1' })}
                  isAllSelected={rows.every(isSelected)}
                  onSelectAll={isAll => {
                    const shown = new Set(rows.map(({ id }) => id))
                    const others = selected.filter(({ id }) => !shown.has(id))
                    setSelected(isAll ? [...others, ...rows] : others)
                  }}
                />
                <TableBody>
                  {rows.map(row => (
                    <PageRow
                      key={row.id}
                      page={row}
                      columns={view.columns}
                      isSelected={isSelected(row)}
                      onSelect={select}
                      {...{ websiteId, crawlText, origin }}
                    />
                  ))}
                </TableBody>
              </Table>
            </section>
          )}
        </PagedPages>
      </div>
      {selected.length > 0 && (
        <SelectionBar label="Selected pages" count={selected.length} onClear={() => setSelected([])}>
          <CopyButton text={selected.map(({ url }) => url).join('\n')} what="URLs" />
          {selected.length <= MAX_CHOSEN_PAGES && (
            <ListExportMenu
              list={pageExport({
                websiteId,
                crawlId,
                filter: { ids: selected.map(({ id }) => id).join(','), sort: filter.sort, order: filter.order },
                columns: view.columns,
              })}
              isEmpty={false}
              size="small"
            />
          )}
        </SelectionBar>
      )}
    </Card>
  )
}

interface HeadsProps {
  view: PageView
  onSort: (column: ColumnId, order: PageView['order']) => void
  /** Of the pages shown. */
  isAllSelected: boolean
  onSelectAll: (isAll: boolean) => void
}

function Heads({ view, onSort, isAllSelected, onSelectAll }: HeadsProps) {
  const { columns, sort, order } = view
  return (
    <TableHead>
      <TableRow>
        {columns.map(id => (
          <TableHeaderCell
            key={id}
            title={pageColumn(id).label}
            extra={
              id === 'url' && (
                <input
                  type="checkbox"
                  aria-label="Select all pages shown"
                  checked={isAllSelected}
                  onChange={event => onSelectAll(event.target.checked)}
                  className="float-left mr-2.5 size-4 accent-accent"
                />
              )
            }
            sorted={id === sort ? order : null}
            onSort={() => onSort(id, id === sort && order === 'ascending' ? 'descending' : 'ascending')}
            className={clsx(
              id === 'url' ? 'bg-sunken md:sticky md:left-0 md:z-10' : 'md:px-2! md:last:pr-5!',
              isAtRight(id) && 'md:text-right',
            )}
          >
            {shortLabel(id)}
          </TableHeaderCell>
        ))}
      </TableRow>
    </TableHead>
  )
}

/** Up and Down arrow keys move between the pages. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const row = event.target instanceof Element ? event.target.closest('tbody tr') : null
  if (step === undefined || !row || event.altKey || event.ctrlKey || event.metaKey) return
  const next = step > 0 ? row.nextElementSibling : row.previousElementSibling
  const link = next?.querySelector<HTMLElement>('a')
  if (!link) return
  event.preventDefault()
  link.focus()
}

function NoPages({ hasPages, onShowAll }: { hasPages: boolean; onShowAll: () => void }) {
  if (!hasPages)
    return <EmptyState icon={FileText} title="No pages found" description="This crawl has visited no page." />
  return (
    <EmptyState
      icon={SearchX}
      title="No pages found"
      description="No page fits the search and the filters chosen."
      action={<Button onClick={onShowAll}>Show all pages</Button>}
    />
  )
}
