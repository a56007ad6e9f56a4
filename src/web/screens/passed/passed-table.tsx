/** The passed pages, ten at a time, with their search, their kind and their place in the address bar. */
import { FileCheck, SearchX } from 'lucide-react'
import type { PageResponse } from '#shared/api/pages.ts'
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'
import { plainText } from '#shared/plain-text.ts'
import { hrefTo } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatDuration, formatNumber } from '../../components/format.ts'
import { HttpStatus } from '../../components/http-status.tsx'
import { ListExportMenu } from '../../components/list-export-menu.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { SearchInput, useDebouncedText } from '../../components/search-input.tsx'
import { EmptyState } from '../../components/states.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { UrlText } from '../../components/url-text.tsx'
import type { IssueScreenCrawl } from '../../issues/issue-screen.tsx'
import { isCrawlActive } from '../../queries/crawls.ts'
import { idNumber, pageNumber, useUrlState } from '../../state/url-state.ts'
import { passedExport } from './passed-export.ts'
import { passedKind, visiblePassed } from './passed-pages.ts'

const urlDefaults = { search: '', kind: '', page: '1' }

interface PassedTableProps extends IssueScreenCrawl {
  pages: readonly PageResponse[]
}

export function PassedTable({ pages, websiteId, crawl, crawlText }: PassedTableProps) {
  const [address, change] = useUrlState(urlDefaults)
  const [searchText, setSearchText] = useDebouncedText(address.search, search => change({ search, page: '1' }))
  const view = { search: address.search, kind: passedKind(address.kind) }
  const rows = visiblePassed(pages, view)
  const page = Math.min(pageNumber(address.page), Math.max(1, Math.ceil(rows.length / TABLE_PAGE_SIZE)))
  const showAll = () => {
    setSearchText('')
    change(urlDefaults)
  }
  return (
    <>
      <div className="flex flex-wrap gap-2 border-line border-b p-3 sm:px-5">
        <SearchInput
          label="Search pages..."
          value={searchText}
          onValue={setSearchText}
          className="min-w-44 grow basis-56 sm:max-w-sm"
        />
        <ListExportMenu
          list={passedExport({ websiteId, crawlId: idNumber(crawlText), view, pages })}
          isEmpty={rows.length === 0}
          className="sm:ml-auto"
        />
      </div>
      {rows.length === 0 ? (
        <NonePassed
          isFiltered={pages.length > 0}
          isRunning={crawl !== undefined && isCrawlActive(crawl)}
          onShowAll={showAll}
        />
      ) : (
        <Table label="Passed pages">
          <TableHead>
            <TableRow>
              <TableHeaderCell className="w-[55%]">URL and title</TableHeaderCell>
              <TableHeaderCell>Status</TableHeaderCell>
              <TableHeaderCell className="w-[30%]">Meta description</TableHeaderCell>
              <TableHeaderCell>Time</TableHeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.slice((page - 1) * TABLE_PAGE_SIZE, page * TABLE_PAGE_SIZE).map(row => (
              <PassedRow
                key={row.id}
                page={row}
                href={hrefTo('page-insights', websiteId, { url: row.url, crawl: crawlText })}
              />
            ))}
          </TableBody>
        </Table>
      )}
      <Pagination
        page={page}
        pageSize={TABLE_PAGE_SIZE}
        total={rows.length}
        onPage={next => change({ page: String(next) })}
      />
      {crawl && pages.length < crawl.passedCount && !isCrawlActive(crawl) && (
        <p className="figures border-line border-t px-4 py-3 text-ink-muted text-sm sm:px-5">
          The first {formatNumber(pages.length)} of {formatNumber(crawl.passedCount)} passed pages are counted and
          shown. The export has all of them.
        </p>
      )}
    </>
  )
}

function PassedRow({ page, href }: { page: PageResponse; href: string }) {
  const { title, metaDescription, redirectUrl, statusCode, responseTime } = page
  return (
    <TableRow>
      <TableCell className="md:max-w-0">
        <UrlText url={page.url} href={href} />
        {redirectUrl === null ? (
          <Excerpt text={title} none="No title" />
        ) : (
          <span className="flex min-w-0 gap-1 text-[0.8125rem] text-ink-muted">
            <span className="shrink-0">to</span>
            <UrlText url={redirectUrl} hasActions={false} />
          </span>
        )}
      </TableCell>
      <TableCell label="Status">
        <HttpStatus status={statusCode} />
      </TableCell>
      <TableCell className={classNames('md:max-w-0', redirectUrl !== null && 'max-md:hidden')}>
        {redirectUrl === null && <Excerpt text={metaDescription} none="No meta description" />}
      </TableCell>
      <TableCell label="Response time" className="figures whitespace-nowrap">
        {responseTime === null ? '–' : formatDuration(responseTime)}
      </TableCell>
    </TableRow>
  )
}

function Excerpt({ text, none }: { text: string | null; none: string }) {
  return (
    <p className="truncate text-[0.8125rem] text-ink-muted" title={text === null ? undefined : plainText(text)}>
      {text === null ? <span className="text-ink-faint italic">{none}</span> : <CrawledText text={text} />}
    </p>
  )
}

interface NonePassedProps {
  /** There are passed pages, but none that is asked for. */
  isFiltered: boolean
  isRunning: boolean
  onShowAll: () => void
}

function NonePassed({ isFiltered, isRunning, onShowAll }: NonePassedProps) {
  const title = 'No Passed Pages Found'
  if (isFiltered)
    return (
      <EmptyState
        icon={SearchX}
        title={title}
        description="No passed page fits the search and the kind chosen."
        action={<Button onClick={onShowAll}>Show all passed pages</Button>}
      />
    )
  return (
    <EmptyState
      icon={FileCheck}
      title={title}
      description={
        isRunning
          ? 'The crawl is running. Pages appear here when nothing is found to be wrong with them.'
          : 'Every page of this crawl has an error or a warning of its own.'
      }
    />
  )
}
