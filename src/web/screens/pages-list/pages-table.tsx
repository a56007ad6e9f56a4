/** The table of pages: ten rows, sortable by column, with its state in the URL. */
import { FileText, SearchX, X } from 'lucide-react'
import { useId } from 'react'
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'
import { isKnownDepth } from '#shared/crawl-depth.ts'
import { indexabilities, indexabilityLabels } from '#shared/indexability.ts'
import { type PageColumnId, pageColumnIds } from '#shared/page-columns.ts'
import { pageStatuses } from '#shared/page-list.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { PagesPart } from '../../components/fetch-states.tsx'
import { ListExportMenu } from '../../components/list-export-menu.tsx'
import { Pagination, pageSizeOf } from '../../components/pagination.tsx'
import { SearchInput, useDebouncedText } from '../../components/search-input.tsx'
import { Select } from '../../components/select.tsx'
import { EmptyState } from '../../components/states.tsx'
import { type SortDirection, Table, TableBody, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { pageExport } from '../../queries/page-export.ts'
import { type PageFilter, usePagesPart } from '../../queries/pages.ts'
import { pageNumber, useUrlState } from '../../state/url-state.ts'
import { PageRow } from './page-row.tsx'

const urlDefaults = {
  search: '',
  status: '',
  indexability: '',
  depth: '',
  sort: '',
  order: 'ascending',
  page: '1',
  size: String(TABLE_PAGE_SIZE),
}

const headings: readonly { column: PageColumnId | null; label: string; className?: string }[] = [
  { column: 'url', label: 'URL and title', className: 'w-full' },
  { column: 'status', label: 'Status' },
  { column: null, label: 'Indexability' },
  { column: 'score', label: 'Structure' },
  { column: 'words', label: 'Words' },
  { column: null, label: 'Alt text' },
  { column: 'depth', label: 'Depth' },
  { column: 'links', label: 'Link score' },
  { column: 'time', label: 'Time' },
  { column: null, label: 'Issues' },
]

const statusOptions = [
  { value: '', label: 'All' },
  ...pageStatuses.map(status => ({ value: status, label: status === 'none' ? 'No response' : status })),
]

const indexabilityOptions = [
  { value: '', label: 'All' },
  ...indexabilities.map(value => ({ value, label: indexabilityLabels[value] })),
]

interface PagesTableProps {
  /** Of the whole crawl; null while loading. */
  pageCount: number | null
  websiteId: number
  /** Of an earlier crawl, null for the newest. */
  crawlId: number | null
}

export function PagesTable({ pageCount, websiteId, crawlId }: PagesTableProps) {
  const [urlState, change] = useUrlState(urlDefaults)
  const [statusId, indexabilityId] = [useId(), useId()]
  const [searchText, setSearchText] = useDebouncedText(urlState.search, search => change({ search, page: '1' }))
  const column = pageColumnIds.find(name => name === urlState.sort)
  const direction: SortDirection = urlState.order === 'descending' ? 'descending' : 'ascending'
  const depth = /^(?:-1|\d{1,4})$/.test(urlState.depth) ? Number(urlState.depth) : null
  const filter: PageFilter = {
    search: urlState.search.trim(),
    status: pageStatuses.find(status => status === urlState.status),
    indexability: indexabilities.find(each => each === urlState.indexability),
    ...(depth !== null && { depth }),
    ...(column && { sort: column, order: direction }),
  }
  const place = { page: pageNumber(urlState.page), pageSize: pageSizeOf(urlState.size) }
  const part = usePagesPart(websiteId, { crawlId, filter, ...place })
  const sortBy = (next: PageColumnId) => {
    const isReversed = next === column && direction === 'ascending'
    change({ sort: next, order: isReversed ? 'descending' : 'ascending', page: '1' })
  }
  const showAll = () => {
    setSearchText('')
    change({ search: '', status: '', indexability: '', depth: '', page: '1' })
  }

  return (
    <Card>
      <div className="flex flex-wrap gap-2 border-line border-b p-3 sm:px-4">
        <SearchInput
          label="Search pages..."
          value={searchText}
          onValue={setSearchText}
          className="grow basis-56 sm:max-w-sm"
        />
        <span className="flex items-center gap-2 text-ink-muted text-sm">
          <label htmlFor={statusId}>Status</label>
          <Select
            id={statusId}
            options={statusOptions}
            value={urlState.status}
            onValue={status => change({ status, page: '1' })}
            className="w-32"
          />
        </span>
        <span className="flex items-center gap-2 text-ink-muted text-sm">
          <label htmlFor={indexabilityId}>Indexability</label>
          <Select
            id={indexabilityId}
            options={indexabilityOptions}
            value={urlState.indexability}
            onValue={indexability => change({ indexability, page: '1' })}
            className="w-44"
          />
        </span>
        {depth !== null && (
          <Button size="small" onClick={() => change({ depth: '', page: '1' })}>
            {isKnownDepth(depth) ? `Crawl depth ${depth}` : 'Found in a sitemap'}
            <X aria-hidden="true" className="size-4" />
            <span className="sr-only">Remove this filter</span>
          </Button>
        )}
        <ListExportMenu
          list={pageExport({ websiteId, crawlId, filter })}
          isEmpty={!part.data?.total}
          className="sm:ml-auto"
        />
      </div>
      <PagesPart part={part}>
        {({ rows, total, page, pageSize }) =>
          total === 0 ? (
            <NoPages hasPages={pageCount !== 0} onShowAll={showAll} />
          ) : (
            <>
              <Table label="All crawled pages">
                <TableHead>
                  <TableRow>
                    {headings.map(heading => (
                      <TableHeaderCell
                        key={heading.label}
                        className={heading.className}
                        {...sorting(heading.column, { column, direction, sortBy })}
                      >
                        {heading.label}
                      </TableHeaderCell>
                    ))}
                  </TableRow>
                </TableHead>
                <TableBody>
                  {rows.map(row => (
                    <PageRow key={row.id} page={row} websiteId={websiteId} />
                  ))}
                </TableBody>
              </Table>
              <Pagination
                page={page}
                pageSize={pageSize}
                total={total}
                onPage={next => change({ page: String(next) })}
                onPageSize={size => change({ size, page: '1' })}
              />
            </>
          )
        }
      </PagesPart>
    </Card>
  )
}

interface Sorting {
  column: PageColumnId | undefined
  direction: SortDirection
  sortBy: (column: PageColumnId) => void
}

function sorting(own: PageColumnId | null, { column, direction, sortBy }: Sorting) {
  if (own === null) return {}
  return { sorted: own === column ? direction : null, onSort: () => sortBy(own) }
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
