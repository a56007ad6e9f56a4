/** Pages of a crawl: the whole list by default, or the part that the filter names. */
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { type PageResponse, pageEndpoints } from '#shared/api/pages.ts'
import { ISSUES_PAGE_SIZE } from '#shared/constants.ts'
import { callApi, requireWebsiteId } from './api-client.ts'
import { queryKeys } from './query-client.ts'

export interface PageFilter {
  /** One page only. */
  url?: string | undefined
  /** `2xx`, `3xx`, `4xx`, `5xx`. */
  status?: string | undefined
  search?: string | undefined
  passed?: boolean | undefined
  /** Ids of issues, separated by commas: only the pages that they are about, at most so many of each. */
  issues?: string | undefined
  perIssue?: number | undefined
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

export interface IssuePages {
  /** By address; those of a batch that is still on its way are missing. */
  pages: Map<string, PageResponse>
  isPending: boolean
  /** Nothing of them is there yet. */
  isFirstPending: boolean
}

/** The first pages that each issue is about, asked for in as many questions as the list of issues was. */
export function useIssuePages(
  websiteId: number | null,
  { crawlId, issueIds, perIssue }: { crawlId: number | null; issueIds: readonly number[]; perIssue: number },
): IssuePages {
  return useQueries({
    queries: batchesOf(issueIds, ISSUES_PAGE_SIZE).map(ids =>
      pagesQuery(websiteId, { crawlId, filter: { issues: ids.join(','), perIssue } }),
    ),
    // Not a function of each render: its result stays the same as long as the answers do.
    combine: issuePagesOf,
  })
}

function issuePagesOf(answers: readonly { data: PageResponse[] | undefined; isPending: boolean }[]): IssuePages {
  return {
    pages: new Map(answers.flatMap(({ data = [] }) => data).map(page => [page.url, page])),
    isPending: answers.some(answer => answer.isPending),
    isFirstPending: answers[0]?.isPending ?? false,
  }
}

function batchesOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, batch) =>
    items.slice(batch * size, (batch + 1) * size),
  )
}
