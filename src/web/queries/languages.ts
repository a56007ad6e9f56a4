/** The languages of a crawl, and how its language versions name each other. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { languageEndpoints } from '#shared/api/languages.ts'
import type { SetChoice, SetOrder, SetState } from '#shared/languages.ts'
import type { SortOrder } from '#shared/page-list.ts'
import { callApi, callList } from './api-client.ts'

/** Of the newest crawl where `crawl` is undefined. */
export function useLanguages(websiteId: number, crawl: number | undefined) {
  return useQuery({
    queryKey: ['pages', websiteId, 'languages', { crawl }],
    queryFn: ({ signal }) => callApi(languageEndpoints.languages, { id: websiteId, query: { crawl }, signal }),
    placeholderData: keepPreviousData,
  })
}

export type SetFilter = {
  crawl: number | undefined
  show: SetChoice
  language?: string | undefined
  state?: SetState | undefined
  search?: string | undefined
}

type SetPart = {
  sort: SetOrder
  order: SortOrder
  offset: number
  limit: number
}

export function useTranslationSets(websiteId: number, query: SetFilter & SetPart) {
  return useQuery({
    queryKey: ['pages', websiteId, 'translation-sets', query],
    queryFn: ({ signal }) => callList(languageEndpoints.listTranslationSets, { id: websiteId, query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function useDeclarations(websiteId: number, query: { crawl: number | undefined; set: number }) {
  return useQuery({
    queryKey: ['pages', websiteId, 'declarations', query],
    queryFn: ({ signal }) => callApi(languageEndpoints.translationDeclarations, { id: websiteId, query, signal }),
  })
}
