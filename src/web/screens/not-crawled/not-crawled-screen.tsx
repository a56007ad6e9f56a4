/** "Not Crawled": every URL that the crawl knows and did not visit, with its reason. Filter, search and page are in the URL. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleCheck, SearchX } from 'lucide-react'
import { type NotCrawledResponse, notCrawledEndpoints } from '#shared/api/not-crawled.ts'
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'
import { skipLabels, skipReasons } from '#shared/model.ts'
import { hrefTo, idNumber } from '#shared/routes.ts'
import { HttpStatus } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatCount, formatNumber, upperFirst } from '../../components/format.ts'
import { ListExportMenu } from '../../components/list-export-menu.tsx'
import { NoSelectedWebsite } from '../../components/no-website.tsx'
import { PagedRows } from '../../components/paged-rows.tsx'
import { pageSizeOf } from '../../components/pagination.tsx'
import { SearchInput, useDebouncedText } from '../../components/search-input.tsx'
import { Select } from '../../components/select.tsx'
import { EmptyState } from '../../components/states.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { UrlText } from '../../components/url-text.tsx'
import { IssueScreen, type IssueScreenCrawl } from '../../issues/issue-screen.tsx'
import { callList } from '../../queries/api-client.ts'
import { queryKeys } from '../../queries/query-client.ts'
import { pageNumber, useUrlState } from '../../state/url-state.ts'

const urlDefaults = { reason: '', search: '', page: '1', size: String(TABLE_PAGE_SIZE) }
const WAITING = 'Loading URLs...'

export function NotCrawledScreen() {
  return (
    <IssueScreen
      title="Not Crawled"
      describe={({ skippedCounts, url }) => (
        <p className="figures break-words">
          {formatCount(sumOf(skippedCounts), 'URL')} of <CrawledText text={url} dir="ltr" /> not visited
        </p>
      )}
      empty={<NoSelectedWebsite see="which URLs were not crawled, and why" />}
      waitingText={WAITING}
      list={place => <NotCrawledTable {...place} />}
    />
  )
}

function sumOf(counts: readonly { count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}

function NotCrawledTable({ websiteId, crawl, crawlText }: IssueScreenCrawl) {
  const [urlState, change] = useUrlState(urlDefaults)
  const reason = skipReasons.find(each => each === urlState.reason)
  const [text, setText] = useDebouncedText(urlState.search, search => change({ search, page: '1' }))
  const page = pageNumber(urlState.page)
  const pageSize = pageSizeOf(urlState.size)
  const filter = { crawl: idNumber(crawlText) ?? undefined, reason, search: urlState.search.trim() }
  const query = { ...filter, limit: pageSize, offset: (page - 1) * pageSize }
  const part = useQuery({
    queryKey: queryKeys.notCrawled(websiteId, query),
    queryFn: ({ signal }) => callList(notCrawledEndpoints.listNotCrawled, { id: websiteId, query, signal }),
    placeholderData: keepPreviousData,
  })
  const showAll = () => {
    setText('')
    change({ reason: '', search: '', page: '1' })
  }
  return (
    <>
      <div className="flex flex-wrap gap-2 border-line border-b p-3 sm:px-4">
        <SearchInput
          label="Search URLs..."
          value={text}
          onValue={setText}
          className="min-w-44 grow basis-56 sm:max-w-sm"
        />
        <Select
          label="Reason"
          options={reasonOptions(crawl?.skippedCounts ?? [])}
          value={reason ?? ''}
          onValue={value => change({ reason: value, page: '1' })}
          className="w-72 max-sm:w-full"
        />
        <ListExportMenu
          list={{ websiteId, part: 'not-crawled', query: filter }}
          isEmpty={!part.data?.total}
          className="sm:ml-auto"
        />
      </div>
      {/* As high while it loads as after, so that nothing below it moves. */}
      <div className="min-h-[80dvh]">
        <PagedRows
          query={part}
          {...{ page, pageSize }}
          what="Failed to fetch the URLs"
          message={WAITING}
          onChange={change}
          none={<NothingHere isFiltered={reason !== undefined || filter.search !== ''} onShowAll={showAll} />}
        >
          {rows => (
            <Table label="URLs that were not crawled">
              <TableHead>
                <TableRow>
                  <TableHeaderCell className="w-[46%]">URL</TableHeaderCell>
                  <TableHeaderCell className="w-[26%]">Reason</TableHeaderCell>
                  <TableHeaderCell>Status</TableHeaderCell>
                  <TableHeaderCell className="w-[22%]">Found on</TableHeaderCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {rows.map(row => (
                  <UrlRow key={row.url} row={row} websiteId={websiteId} crawlText={crawlText} />
                ))}
              </TableBody>
            </Table>
          )}
        </PagedRows>
      </div>
    </>
  )
}

/** The reasons that the crawl has, with their counts. */
function reasonOptions(counts: readonly { reason: string; count: number }[]) {
  const known = counts.flatMap(({ reason, count }) => {
    const found = skipReasons.find(each => each === reason)
    return found && count > 0
      ? [{ value: found, label: `${upperFirst(skipLabels[found])} (${formatNumber(count)})` }]
      : []
  })
  return [{ value: '', label: 'All reasons' }, ...known]
}

function UrlRow({ row, websiteId, crawlText }: { row: NotCrawledResponse; websiteId: number; crawlText: string }) {
  const insights = (url: string) => hrefTo('page-insights', websiteId, { url, crawl: crawlText })
  return (
    <TableRow>
      <TableCell className="md:max-w-0">
        <UrlText url={row.url} href={insights(row.url)} />
      </TableCell>
      <TableCell label="Reason">
        {upperFirst(skipLabels[row.reason])}
        {row.rule !== null && (
          <>
            {': '}
            <code className="break-all text-[0.8125rem]">
              <CrawledText text={row.rule} dir="ltr" />
            </code>
          </>
        )}
      </TableCell>
      <TableCell label="Status">
        {row.statusCode === null ? (
          <span className="whitespace-nowrap text-ink-muted">Not requested</span>
        ) : (
          <HttpStatus status={row.statusCode} />
        )}
      </TableCell>
      <TableCell label="Found on" className="md:max-w-0">
        {row.foundOn === null ? (
          <span className="text-ink-muted">{row.isInSitemap ? 'A sitemap' : 'No page'}</span>
        ) : (
          <UrlText url={row.foundOn} href={insights(row.foundOn)} hasActions={false} />
        )}
      </TableCell>
    </TableRow>
  )
}

function NothingHere({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={SearchX}
        title="No URLs found"
        description="No URL fits the search and the filter."
        action={<Button onClick={onShowAll}>Show all URLs</Button>}
      />
    )
  return (
    <EmptyState
      icon={CircleCheck}
      title="Every URL was crawled"
      description="The crawl visited every URL of the website that it found."
    />
  )
}
