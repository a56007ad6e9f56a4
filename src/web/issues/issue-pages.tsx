/** The pages that an issue affects, those that most pages link to first: the first few, and all of them on request. */

import { clsx } from 'clsx'
import { useState } from 'react'
import { affectedPages } from '#shared/affected-pages.ts'
import type { IssueResponse } from '#shared/api/issues.ts'
import type { PageResponse } from '#shared/api/pages.ts'
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'
import { idNumber } from '#shared/routes.ts'
import { Button } from '../components/button.tsx'
import { Skeleton } from '../components/fetch-states.tsx'
import { formatNumber } from '../components/format.ts'
import { Pagination } from '../components/pagination.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../components/table.tsx'
import { UrlText } from '../components/url-text.tsx'
import { usePagesPart } from '../queries/pages.ts'
import { useUrlState } from '../state/url-state.ts'
import { IssueUrlList } from './issue-url-list.tsx'

interface IssuePagesProps {
  issue: IssueResponse
  pageHref: (url: string) => string
  /** 0 where others are shown above. */
  shownAtFirst?: number
}

const SHOWN_AT_FIRST = 6
/** The crawl that the screen shows, '' for the newest. */
const urlDefaults = { crawl: '' }

export function IssuePages({ issue, pageHref, shownAtFirst = SHOWN_AT_FIRST }: IssuePagesProps) {
  const [{ crawl }] = useUrlState(urlDefaults)
  const [isOpen, setOpen] = useState(shownAtFirst === 0 ? false : issue.affectedCount <= shownAtFirst)
  const [page, setPage] = useState(1)
  const isShown = isOpen || shownAtFirst > 0
  const pageSize = isOpen ? TABLE_PAGE_SIZE : shownAtFirst
  const { data, error, refetch } = usePagesPart(isShown ? issue.websiteId : null, {
    crawlId: idNumber(crawl),
    filter: { issue: issue.id, sort: 'inlinks', order: 'descending' },
    page,
    pageSize: Math.max(1, pageSize),
  })
  const origin = URL.parse(issue.pageUrl)?.origin
  if (isShown && error && !data)
    return (
      <p role="alert" className="text-sm">
        The pages could not be loaded.{' '}
        <Button size="small" onClick={() => void refetch()}>
          Try Again
        </Button>
      </p>
    )
  // What is no page, such as a file, is in no list of pages.
  if (data?.total === 0)
    return <IssueUrlList urls={affectedPages(issue)} total={issue.affectedCount} origin={origin} hrefOf={pageHref} />
  const total = data?.total ?? issue.affectedCount
  return (
    <>
      {isShown && (
        <div className="overflow-hidden rounded-control border border-line">
          <Rows
            pages={data?.rows}
            rowCount={Math.min(pageSize, total - (page - 1) * pageSize)}
            origin={origin}
            pageHref={pageHref}
          />
          {isOpen && <Pagination label="Pages" page={page} pageSize={pageSize} total={total} onPage={setPage} />}
        </div>
      )}
      {!isOpen && total > shownAtFirst && (
        <Button size="small" variant="link" className="mt-1 px-0" onClick={() => setOpen(true)}>
          All {formatNumber(total)} pages
        </Button>
      )}
    </>
  )
}

interface RowsProps {
  /** Undefined while loading. */
  pages: readonly PageResponse[] | undefined
  /** As many rows as there will be. */
  rowCount: number
  origin: string | undefined
  pageHref: (url: string) => string
}

const cell = 'py-1'

function Rows({ pages, rowCount, origin, pageHref }: RowsProps) {
  return (
    <Table label="Pages with this issue" narrow="scroll" className="table-fixed text-[0.8125rem]">
      <TableHead>
        <tr>
          <TableHeaderCell className="py-1.5">URL</TableHeaderCell>
          <TableHeaderCell className="w-24 py-1.5 text-right">Inlinks</TableHeaderCell>
        </tr>
      </TableHead>
      <TableBody aria-busy={pages === undefined}>
        {pages?.map(page => (
          <TableRow key={page.id} className="h-9">
            <TableCell className={cell}>
              <UrlText url={page.url} origin={origin} href={pageHref(page.url)} />
            </TableCell>
            <TableCell className={clsx(cell, 'figures text-right')}>{formatNumber(page.inlinkCount)}</TableCell>
          </TableRow>
        )) ??
          Array.from({ length: rowCount }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are alike
            <TableRow key={index} className="h-9">
              <TableCell className={cell} colSpan={2}>
                <Skeleton className="w-2/3" />
              </TableCell>
            </TableRow>
          ))}
      </TableBody>
    </Table>
  )
}
