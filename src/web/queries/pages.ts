/** Pages of a crawl: filtered, sorted, and in parts. */
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { type PageResponse, pageEndpoints } from '#shared/api/pages.ts'
import { ISSUES_PAGE_SIZE } from '#shared/constants.ts'
import type { Indexability } from '#shared/indexability.ts'
import type { ColumnId } from '#shared/page-columns.ts'
import type { PageKind, PageStatus, SortOrder } from '#shared/page-list.ts'
import { callApi, callList, requireWebsiteId } from './api-client.ts'
import { queryKeys } from './query-client.ts'

export interface PageFilter {
  /** One page only. */
  url?: string | undefined
  status?: PageStatus | undefined
  depth?: number | undefined
  kind?: PageKind | undefined
  sort?: ColumnId | undefined
  order?: SortOrder | undefined
  search?: string | undefined
  passed?: boolean | undefined
  /** Conditions on columns, as page-conditions.ts writes them. */
  filters?: string | undefined
  indexability?: Indexability | undefined
  /** Name of a segment. */
  segment?: string | undefined
  /** Ids of issues, separated by commas: only their affected pages, at most `perIssue` of each. */
  issues?: string | undefined
  perIssue?: number | undefined
  /** Id of an issue: only the pages that it affects. */
  issue?: number | undefined
  /** Ids of pages, separated by commas: only these. */
  ids?: string | undefined
  offset?: number | undefined
  limit?: number | undefined
}

interface PagesOptions {
  crawlId?: number | null | undefined
  filter?: PageFilter | undefined
}

function pagesQuery(websiteId: number | null, { crawlId = null, filter = {} }: PagesOptions) {
  return queryOptions({
    queryKey: queryKeys.pages(websiteId, crawlId, filter),
    queryFn: ({ signal }) => {
      return callApi(pageEndpoints.listPages, {
        id: requireWebsiteId(websiteId),
        query: { ...filter, crawl: crawlId ?? undefined },
        signal,
      })
    },
    enabled: websiteId !== null,
  })
}

export function usePages(websiteId: number | null, options: PagesOptions = {}) {
  return useQuery({ ...pagesQuery(websiteId, options), placeholderData: keepPreviousData })
}

interface PagesPart {
  crawlId: number | null
  filter: PageFilter
  /** 1-based. */
  page: number
  pageSize: number
}

export type PagesPartResult = ReturnType<typeof usePagesPart>

/**
 * One part of the list, with its page number and the length of the list. The previous part stays until the next one is loaded: use the
 * page number of the data.
 */
export function usePagesPart(websiteId: number | null, part: PagesPart) {
  return useQuery({ ...pagesPartQuery(websiteId, part), placeholderData: keepPreviousData })
}

/** How many pages match each filter; null while loading. */
export function usePageCounts(
  websiteId: number | null,
  { crawlId, filters }: { crawlId: number | null; filters: readonly PageFilter[] },
): (number | null)[] {
  return useQueries({
    queries: filters.map(filter => pagesPartQuery(websiteId, { crawlId, filter, page: 1, pageSize: 1 })),
    combine: totalsOf,
  })
}

function pagesPartQuery(websiteId: number | null, { crawlId, filter, page, pageSize }: PagesPart) {
  const filterOfPart = { ...filter, offset: (page - 1) * pageSize, limit: pageSize }
  return queryOptions({
    queryKey: [...queryKeys.pages(websiteId, crawlId, filterOfPart), 'with total'],
    queryFn: async ({ signal }) => {
      const query = { ...filterOfPart, crawl: crawlId ?? undefined }
      const found = await callList(pageEndpoints.listPages, { id: requireWebsiteId(websiteId), query, signal })
      return { ...found, page, pageSize }
    },
    enabled: websiteId !== null,
  })
}

function totalsOf(results: readonly { data: { total: number } | undefined }[]): (number | null)[] {
  return results.map(({ data }) => data?.total ?? null)
}

export interface IssuePages {
  /** By URL; without those of batches that are loading. */
  pages: Map<string, PageResponse>
  isPending: boolean
  /** Not even the first batch is loaded. */
  isFirstPending: boolean
}

/** The first affected pages of each issue, in as many requests as the list of issues. */
export function useIssuePages(
  websiteId: number | null,
  { crawlId, issueIds, perIssue }: { crawlId: number | null; issueIds: readonly number[]; perIssue: number },
): IssuePages {
  return useQueries({
    queries: batchesOf(issueIds, ISSUES_PAGE_SIZE).map(ids =>
      pagesQuery(websiteId, { crawlId, filter: { issues: ids.join(','), perIssue } }),
    ),
    // One function for all renders: its result stays the same as long as the data do.
    combine: issuePagesOf,
  })
}

function issuePagesOf(results: readonly { data: PageResponse[] | undefined; isPending: boolean }[]): IssuePages {
  return {
    pages: new Map(results.flatMap(({ data = [] }) => data).map(page => [page.url, page])),
    isPending: results.some(result => result.isPending),
    isFirstPending: results[0]?.isPending ?? false,
  }
}

function batchesOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, batch) =>
    items.slice(batch * size, (batch + 1) * size),
  )
}
