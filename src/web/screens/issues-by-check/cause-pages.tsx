/** The pages of a cause: ten rows, those that most pages link to first, with search, copy and CSV. */

import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { MAX_PAGES_PER_RESPONSE, pageEndpoints } from '#shared/api/pages.ts'
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'
import { type PageColumnId, pageColumnIds } from '#shared/page-columns.ts'
import { hrefTo, idNumber } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { FetchErrorState, Skeleton } from '../../components/fetch-states.tsx'
import { formatCount, formatNumber } from '../../components/format.ts'
import { Pagination } from '../../components/pagination.tsx'
import { SearchInput, useDebouncedText } from '../../components/search-input.tsx'
import { Table, TableBody, TableHead, TableHeaderCell } from '../../components/table.tsx'
import { originOf, UrlText } from '../../components/url-text.tsx'
import { callApi } from '../../queries/api-client.ts'
import { exportList } from '../../queries/export-list.ts'
import { type PageFilter, usePagesPart } from '../../queries/pages.ts'
import { useToast } from '../../state/toasts.ts'
import { pageNumber, useUrlState } from '../../state/url-state.ts'
import type { CheckPlace } from './check-rows.ts'

interface CausePagesProps {
  id: string
  issue: IssueResponse
  place: CheckPlace
}

const urlDefaults = { pages: '1', pageSearch: '', pageSort: 'inlinks', pageOrder: 'descending' }

export function CausePages({ id, issue, place }: CausePagesProps) {
  const { websiteId, crawl, crawlText, segment } = place
  const [state, change] = useUrlState(urlDefaults)
  const [text, setText] = useDebouncedText(state.pageSearch, pageSearch => change({ pageSearch, pages: '1' }))
  const sort = pageColumnIds.find(column => column === state.pageSort) ?? 'inlinks'
  const order = state.pageOrder === 'ascending' ? 'ascending' : 'descending'
  const filter: PageFilter = { issue: issue.id, segment, search: state.pageSearch.trim(), sort, order }
  const page = pageNumber(state.pages)
  const crawlId = idNumber(crawlText)
  const part = usePagesPart(websiteId, { crawlId, filter, page, pageSize: TABLE_PAGE_SIZE })
  const sortBy = (column: PageColumnId) =>
    change({
      pageSort: column,
      pageOrder: column === sort && order === 'descending' ? 'ascending' : 'descending',
      pages: '1',
    })
  const origin = originOf(crawl?.url)
  const { data } = part
  return (
    <div id={id} className="mx-2 mb-3 border-line border-t pt-2.5 md:mr-3 md:ml-10.5">
      <div className="mb-2.5 flex flex-wrap items-center gap-2 text-[0.8125rem]">
        <SearchInput
          label="Search pages..."
          value={text}
          onValue={setText}
          isMain={false}
          className="w-52 max-md:w-full"
        />
        <span className="truncate font-mono text-ink-muted max-md:hidden">{origin}</span>
        <PageActions websiteId={websiteId} crawlId={crawlId} filter={filter} isEmpty={!data?.total} />
      </div>
      {part.error && !data ? (
        <FetchErrorState what="Failed to fetch pages" error={part.error} onRetry={() => void part.refetch()} />
      ) : (
        <div className="overflow-hidden rounded-control border border-line" aria-busy={part.isPlaceholderData}>
          <Table label="Pages with this cause" narrow="stack" className="table-fixed text-[0.8125rem]">
            <TableHead>
              <tr>
                <TableHeaderCell
                  sorted={sort === 'url' ? order : null}
                  onSort={() => sortBy('url')}
                  className="py-1.25 first:pl-3 sm:first:pl-3"
                >
                  URL
                </TableHeaderCell>
                <TableHeaderCell className="w-[36%] py-1.25">Title</TableHeaderCell>
                <TableHeaderCell
                  sorted={sort === 'depth' ? order : null}
                  onSort={() => sortBy('depth')}
                  className="w-22 py-1.25 text-right"
                >
                  Depth
                </TableHeaderCell>
                <TableHeaderCell
                  sorted={sort === 'inlinks' ? order : null}
                  onSort={() => sortBy('inlinks')}
                  className="w-24 py-1.25 text-right last:pr-3"
                >
                  Inlinks
                </TableHeaderCell>
              </tr>
            </TableHead>
            <TableBody className="bg-surface">
              {data
                ? data.rows.map(row => (
                    <tr key={row.id} className="max-md:block max-md:px-3 max-md:py-1.5">
                      <td className="px-3 py-1.25 max-md:block max-md:p-0">
                        <UrlText
                          url={row.url}
                          href={hrefTo('page-insights', websiteId, { url: row.url, crawl: crawlText })}
                          origin={origin}
                          hasActions={false}
                          className="font-mono"
                        />
                      </td>
                      <td className="truncate px-3 py-1.25 max-md:hidden">
                        {row.title === null ? (
                          <span className="text-ink-muted">–</span>
                        ) : (
                          <CrawledText text={row.title} />
                        )}
                      </td>
                      <td className="figures px-3 py-1.25 text-right max-md:hidden">
                        {row.depth < 0 ? '–' : formatNumber(row.depth)}
                      </td>
                      <td className="figures px-3 py-1.25 text-right max-md:hidden">{formatNumber(row.inlinkCount)}</td>
                    </tr>
                  ))
                : Array.from(
                    { length: Math.min(issue.segmentCount ?? issue.affectedCount, TABLE_PAGE_SIZE) },
                    (_, row) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never change places
                      <tr key={row}>
                        <td colSpan={4} className="h-[1.875rem] px-3">
                          <Skeleton className="w-full" />
                        </td>
                      </tr>
                    ),
                  )}
            </TableBody>
          </Table>
        </div>
      )}
      {data && <PagesNote issue={issue} total={data.total} isSearched={filter.search !== ''} />}
      {data && (
        <Pagination
          label="Pages of this cause"
          page={page}
          pageSize={TABLE_PAGE_SIZE}
          total={data.total}
          what="pages"
          onPage={next => change({ pages: String(next) })}
        />
      )}
    </div>
  )
}

/** Why there are fewer rows than affected pages. */
function PagesNote({ issue, total, isSearched }: { issue: IssueResponse; total: number; isSearched: boolean }) {
  if (isSearched)
    return total === 0 ? <p className="pt-2.5 text-[0.8125rem] text-ink-muted">No page matches the search.</p> : null
  if (issue.segmentCount !== undefined || total >= issue.affectedCount) return null
  return (
    <p className="pt-2.5 text-[0.8125rem] text-ink-muted">
      {total === 0
        ? 'The finding names no crawled page: its details say what it is about.'
        : `The finding names ${formatCount(total, 'page')} of ${formatNumber(issue.affectedCount)} as examples.`}
    </p>
  )
}

interface PageActionsProps {
  websiteId: number
  crawlId: number | null
  filter: PageFilter
  isEmpty: boolean
}

/** All pages that match, not the ten that are shown. */
function PageActions({ websiteId, crawlId, filter, isEmpty }: PageActionsProps) {
  const { toast } = useToast()
  const [isCopying, setCopying] = useState(false)
  const query = { ...filter, crawl: crawlId ?? undefined }
  const copy = async () => {
    setCopying(true)
    try {
      const pages = await callApi(pageEndpoints.listPages, {
        id: websiteId,
        query: { ...query, limit: MAX_PAGES_PER_RESPONSE },
      })
      await navigator.clipboard.writeText(pages.map(({ url }) => url).join('\n'))
      toast({ title: 'Copied', description: formatCount(pages.length, 'URL') })
    } catch (cause) {
      console.warn('the URLs could not be copied', cause)
      toast({ title: 'Could not copy', description: 'Failed to copy the URLs', variant: 'destructive' })
    } finally {
      setCopying(false)
    }
  }
  const save = async () => {
    try {
      await exportList({ websiteId, part: 'pages', query }, 'csv')
    } catch (cause) {
      console.warn('the pages could not be exported', cause)
      toast({ title: 'Error', description: 'Failed to export the list', variant: 'destructive' })
    }
  }
  return (
    <span className="flex gap-2 md:ml-auto">
      <Button size="small" isBusy={isCopying} disabled={isEmpty} onClick={() => void copy()}>
        {!isCopying && <Copy aria-hidden />}
        Copy URLs
      </Button>
      <Button size="small" disabled={isEmpty} onClick={() => void save()}>
        <Download aria-hidden />
        CSV
      </Button>
    </span>
  )
}
