import { keepPreviousData, type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type CheckResultResponse, checkEndpoints } from '#shared/api/checks.ts'
import {
  type IssueListResponse,
  type IssueResponse,
  issueEndpoints,
  issueListSchema,
  issueSchema,
} from '#shared/api/issues.ts'
import type { IssueChecksResponse } from '#shared/api/rechecks.ts'
import { ISSUES_PAGE_SIZE } from '#shared/constants.ts'
import type { IssueReach } from '#shared/model.ts'
import { callApi, requestJson, requireWebsiteId } from './api-client.ts'
import { queryKeys } from './query-client.ts'

/** Issues of a crawl: a list that grows by 50, and the count that a filter matches. */

/** Filters combine; several types or severities are separated by commas. */
export interface IssueFilter {
  type?: string | undefined
  severity?: string | undefined
  /** Slice of the donut: brokenLinks, metaIssues, redirects, duplicates, other. */
  category?: string | undefined
  /** Id of a check. */
  check?: string | undefined
  search?: string | undefined
  /** Matches the page, the source and any affected URL. */
  url?: string | undefined
  /** Those of several pages, or of one. */
  reach?: IssueReach | undefined
  /** Since the crawl before: new, unchanged. */
  change?: string | undefined
  /** Name of a segment. */
  segment?: string | undefined
  /** An earlier crawl. */
  crawl?: number | undefined
}

const emptyList: GrownIssueList = { issues: [], totalCount: 0 }

/** `issues` grows with `fetchNextPage()` while `hasNextPage`; `isOfOneUrl`: the filter names one URL. */
export function useIssues(websiteId: number | null, filter: IssueFilter = {}) {
  const query = useInfiniteQuery({
    queryKey: queryKeys.issues(websiteId, 'list', filter),
    queryFn: async ({ pageParam, signal }) => {
      const part = pageParam === 0 ? { initial: true } : { offset: pageParam, limit: ISSUES_PAGE_SIZE }
      return parseIssueList(
        await requestJson(issueEndpoints.listIssues, {
          id: requireWebsiteId(websiteId),
          query: { ...filter, ...part },
          signal,
        }),
      )
    },
    initialPageParam: 0,
    getNextPageParam: (_last, lists) => nextOffset(lists),
    enabled: websiteId !== null,
    placeholderData: keepPreviousData,
    select: data => mergeIssueLists(data.pages),
  })
  return { ...query, ...(query.data ?? emptyList), isOfOneUrl: Boolean(filter.url) }
}

/** One page of the list; the one before stays until it is loaded. `pageSize` rows; `page` from 1. */
export function useIssuesPage(
  websiteId: number,
  filter: IssueFilter,
  { page, pageSize }: { page: number; pageSize: number },
) {
  const query = { ...filter, page, limit: pageSize }
  return useQuery({
    queryKey: queryKeys.issues(websiteId, 'page', query),
    queryFn: async ({ signal }) =>
      parseIssueList(await requestJson(issueEndpoints.listIssues, { id: websiteId, query, signal })),
    placeholderData: keepPreviousData,
  })
}

/** One issue of a crawl by its id; null while loading, without an id, and where the crawl does not have it. */
export function useIssueOfId(
  websiteId: number,
  { crawl, id }: { crawl: number | undefined; id: number | null },
): IssueResponse | null {
  const query = { crawl, ids: String(id), limit: 1 }
  const { data } = useQuery({
    queryKey: queryKeys.issues(websiteId, 'page', query),
    queryFn: async ({ signal }) =>
      parseIssueList(await requestJson(issueEndpoints.listIssues, { id: websiteId, query, signal })),
    enabled: id !== null,
  })
  return (id !== null && data?.issues[0]) || null
}

/** How many issues match a filter; null while loading and after a failure, which the list itself shows. */
export function useIssueCount(websiteId: number | null, filter: IssueFilter): number | null {
  const { data } = useQuery({
    queryKey: queryKeys.issues(websiteId, 'page', { ...filter, limit: 1 }),
    queryFn: async ({ signal }) => {
      return parseIssueList(
        await requestJson(issueEndpoints.listIssues, {
          id: requireWebsiteId(websiteId),
          query: { ...filter, limit: 1 },
          signal,
        }),
      )
    },
    enabled: websiteId !== null,
  })
  return data?.totalCount ?? null
}

type Issue = Pick<IssueResponse, 'id' | 'websiteId'>

/** Query key of the rechecks of an issue. */
export function checksKey({ id, websiteId }: Issue) {
  return ['issue-checks', websiteId, id] as const
}

/** Whether a recheck on this screen found the issue fixed: its panel then stays open although the issue has left the list. */
export function isClosedHere(client: QueryClient, issue: Issue): boolean {
  return client.getQueryData<IssueChecksResponse>(checksKey(issue))?.checks[0]?.result === 'fixed'
}

const listOrArraySchema = z.union([issueListSchema, z.array(issueSchema)])

/** Accepts a plain array, too. It has no total, so a full batch means that more may follow. */
export function parseIssueList(response: unknown): IssueListResponse {
  const parsed = listOrArraySchema.parse(response)
  if (!Array.isArray(parsed)) return parsed
  return {
    issues: parsed,
    totalCount: parsed.length,
    hasMore: parsed.length === ISSUES_PAGE_SIZE,
    currentPage: 1,
    pageCount: 1,
  }
}

interface GrownIssueList {
  /** Each id once: a list that changes between two requests repeats some. */
  issues: IssueResponse[]
  totalCount: number
}

export function mergeIssueLists(lists: readonly IssueListResponse[]): GrownIssueList {
  const byId = new Map<number, IssueResponse>()
  for (const { issues } of lists) for (const issue of issues) if (!byId.has(issue.id)) byId.set(issue.id, issue)
  return { issues: [...byId.values()], totalCount: Math.max(byId.size, lists.at(-1)?.totalCount ?? 0) }
}

/** Offset of the next batch; null when there is none, or when the last one had nothing new, which would repeat without end. */
export function nextOffset(lists: readonly IssueListResponse[]): number | null {
  const last = lists.at(-1)
  if (!last?.hasMore || last.issues.length === 0) return null
  if (lists.length > 1 && mergeIssueLists(lists).issues.length === mergeIssueLists(lists.slice(0, -1)).issues.length)
    return null
  return lists.reduce((sum, list) => sum + list.issues.length, 0)
}

/** Of the newest crawl without `crawl`; on the pages of a segment alone with its name. */
type CheckQuery = Pick<IssueFilter, 'crawl' | 'segment'>

/** The results of the checks of a crawl as the list of a screen has fetched them; requests nothing. */
export function useKnownCrawlChecks(websiteId: number, query: CheckQuery) {
  return useQuery<CheckResultResponse[]>({
    queryKey: queryKeys.issues(websiteId, 'checks', query),
    enabled: false,
    placeholderData: keepPreviousData,
  }).data
}

/** The result of each check of a crawl. */
export function useCrawlChecks(websiteId: number, query: CheckQuery) {
  return useQuery({
    queryKey: queryKeys.issues(websiteId, 'checks', query),
    queryFn: ({ signal }) => callApi(checkEndpoints.crawlChecks, { id: websiteId, query, signal }),
    placeholderData: keepPreviousData,
  })
}
