/** Findings that the crawl does not have any more, or pages that changed: the rows that a number of "Since Last Crawl" counts. */
import type { ReactNode } from 'react'
import type { CrawlChangesResponse } from '#shared/api/changes.ts'
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'
import { hrefTo } from '#shared/routes.ts'
import { SeverityBadge } from '../../components/badge.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { Fetched } from '../../components/fetch-states.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { UrlText } from '../../components/url-text.tsx'
import { useAbsentIssues, useChangedPages } from '../../queries/changes.ts'
import type { ChangedRows } from './changed-rows.ts'

interface ChangedListProps {
  websiteId: number
  crawlId: number
  change: NonNullable<CrawlChangesResponse['change']>
  rows: ChangedRows
  /** 1-based. */
  page: number
  onPage: (page: number) => void
}

export function ChangedList({ rows, ...list }: ChangedListProps) {
  return rows.kind === 'pages' ? <Pages {...list} rows={rows} /> : <Issues {...list} rows={rows} />
}

type ListProps<Kind extends ChangedRows['kind']> = ChangedListProps & { rows: Extract<ChangedRows, { kind: Kind }> }

function partOf({ websiteId, crawlId, page }: ChangedListProps) {
  return { websiteId, crawlId, offset: (page - 1) * TABLE_PAGE_SIZE, limit: TABLE_PAGE_SIZE }
}

/** They are those of the earlier crawl, and are opened there. */
function Issues(list: ListProps<'issues'>) {
  const absent = useAbsentIssues(partOf(list), list.rows)
  const { websiteId, change } = list
  return (
    <Fetched query={absent} what="Failed to fetch issues" message="Loading issues..." rows={TABLE_PAGE_SIZE}>
      {data => (
        <Rows list={list} total={data.totalCount}>
          {data.issues.map(({ id, severity, message, checkId, pageUrl }) => (
            <li key={id} className="space-y-1 px-5 py-3 text-sm">
              <p className="flex flex-wrap items-center gap-2">
                <SeverityBadge severity={severity} />
                <a
                  href={hrefTo('errors', websiteId, { crawl: change.earlierCrawl.id, check: checkId, issue: id })}
                  className="min-w-0 break-words font-medium hover:text-accent hover:underline"
                >
                  <CrawledText text={message} />
                </a>
              </p>
              <UrlText url={pageUrl} />
            </li>
          ))}
        </Rows>
      )}
    </Fetched>
  )
}

/** A removed page is known to the earlier crawl alone. */
function Pages(list: ListProps<'pages'>) {
  const changed = useChangedPages(partOf(list), list.rows.change)
  const { websiteId, crawlId, change, rows } = list
  const crawl = rows.change === 'added' || rows.change === 'moved' ? crawlId : change.earlierCrawl.id
  return (
    <Fetched query={changed} what="Failed to fetch pages" message="Loading pages..." rows={TABLE_PAGE_SIZE}>
      {data => (
        <Rows list={list} total={data.totalCount}>
          {data.urls.map(url => (
            <li key={url} className="px-5 py-2.5 text-sm">
              <UrlText url={url} href={hrefTo('page-insights', websiteId, { url, crawl })} />
            </li>
          ))}
        </Rows>
      )}
    </Fetched>
  )
}

function Rows({ list, total, children }: { list: ChangedListProps; total: number; children: ReactNode }) {
  return (
    <>
      <ul className="divide-y divide-line">{children}</ul>
      <Pagination page={list.page} pageSize={TABLE_PAGE_SIZE} total={total} onPage={list.onPage} />
    </>
  )
}
