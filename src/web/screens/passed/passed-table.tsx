/** The passed pages, ten at a time; search, kind and page are in the URL. */

import { clsx } from 'clsx'
import { FileCheck, SearchX } from 'lucide-react'
import type { PageResponse } from '#shared/api/pages.ts'
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'
import { pageKinds } from '#shared/page-list.ts'
import { plainText } from '#shared/plain-text.ts'
import { hrefTo, idNumber } from '#shared/routes.ts'
import { HttpStatus } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatDuration } from '../../components/format.ts'
import { ListExportMenu } from '../../components/list-export-menu.tsx'
import { PagedPages } from '../../components/paged-rows.tsx'
import { pageSizeOf } from '../../components/pagination.tsx'
import { SearchInput, useDebouncedText } from '../../components/search-input.tsx'
import { EmptyState } from '../../components/states.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { UrlText } from '../../components/url-text.tsx'
import type { IssueScreenCrawl } from '../../issues/issue-screen.tsx'
import { isCrawlActive } from '../../queries/crawls.ts'
import { pageExport } from '../../queries/export-list.ts'
import { type PageFilter, usePagesPart } from '../../queries/pages.ts'
import { pageNumber, useUrlState } from '../../state/url-state.ts'

const urlDefaults = { search: '', kind: '', page: '1', size: String(TABLE_PAGE_SIZE) }

export function PassedTable({ websiteId, crawl, crawlText }: IssueScreenCrawl) {
  const [urlState, change] = useUrlState(urlDefaults)
  const [searchText, setSearchText] = useDebouncedText(urlState.search, search => change({ search, page: '1' }))
  const crawlId = idNumber(crawlText)
  const kind = pageKinds.find(each => each === urlState.kind)
  const filter: PageFilter = { passed: true, search: urlState.search.trim(), ...(kind && { kind }) }
  const place = { page: pageNumber(urlState.page), pageSize: pageSizeOf(urlState.size) }
  const part = usePagesPart(websiteId, { crawlId, filter, ...place })
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
          list={pageExport({ websiteId, crawlId, filter })}
          isEmpty={!part.data?.total}
          className="sm:ml-auto"
        />
      </div>
      <PagedPages
        part={part}
        onChange={change}
        none={
          <NonePassed
            isFiltered={filter.search !== '' || kind !== undefined}
            isRunning={crawl !== undefined && isCrawlActive(crawl)}
            onShowAll={showAll}
          />
        }
      >
        {rows => (
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
              {rows.map(row => (
                <PassedRow
                  key={row.id}
                  page={row}
                  href={hrefTo('page-insights', websiteId, { url: row.url, crawl: crawlText })}
                />
              ))}
            </TableBody>
          </Table>
        )}
      </PagedPages>
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
      <TableCell className={clsx('md:max-w-0', redirectUrl !== null && 'max-md:hidden')}>
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
  /** Passed pages exist, but none matches. */
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
