/** Two chosen crawls, compared. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { comparisonEndpoints } from '#shared/api/comparison.ts'
import type { Absence, ComparedPageChange, FindingChange, PageField } from '#shared/changes.ts'
import { callApi } from './api-client.ts'

export interface ComparedCrawls {
  websiteId: number
  /** undefined: the newest. */
  crawl: number | undefined
  /** undefined: the earlier crawl. */
  with: number | undefined
  paths: string | undefined
}

interface Part {
  offset: number
  limit: number
}

/** Its kind is that of the issues, with which it changes. */
export function useComparison({ websiteId, ...query }: ComparedCrawls, isEnabled: boolean) {
  return useQuery({
    queryKey: ['issues', websiteId, 'comparison', query],
    queryFn: ({ signal }) => callApi(comparisonEndpoints.comparison, { id: websiteId, query, signal }),
    enabled: isEnabled,
  })
}

export function useComparedIssues(
  { websiteId, ...crawls }: ComparedCrawls,
  filter: Part & { change: FindingChange | Absence; severity: string | undefined; check: string | undefined },
) {
  const query = { ...crawls, ...filter }
  return useQuery({
    queryKey: ['issues', websiteId, 'compared', query],
    queryFn: ({ signal }) => callApi(comparisonEndpoints.comparedIssues, { id: websiteId, query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function useComparedPages(
  { websiteId, ...crawls }: ComparedCrawls,
  filter: Part & { change: ComparedPageChange; field: PageField | undefined },
) {
  const query = { ...crawls, ...filter }
  return useQuery({
    queryKey: ['pages', websiteId, 'compared', query],
    queryFn: ({ signal }) => callApi(comparisonEndpoints.comparedPages, { id: websiteId, query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function useComparedText(
  { websiteId, ...crawls }: ComparedCrawls,
  { url, earlierUrl }: { url: string; earlierUrl: string },
) {
  const query = { ...crawls, url, earlierUrl }
  return useQuery({
    queryKey: ['pages', websiteId, 'compared-text', query],
    queryFn: ({ signal }) => callApi(comparisonEndpoints.comparedText, { id: websiteId, query, signal }),
  })
}
